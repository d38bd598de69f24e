// The text of `leaks`: a summary, and trees of what leaked, with retain cycles as they lead back to where they began.

import FaultlineMeasures

/// Reads the text line by line; a line that is none of its forms is counted.
struct LeaksReader {
  private struct Node {
    let depth: Int
    let name: String
    let edge: String?
    let count: Int
    let address: String?
  }

  private var facts = LeakFacts()
  private var path: [Node] = []
  private var cycles: [[String]: LeakCycle] = [:]
  private var order: [[String]] = []
  private var roots: [String: LeakRoot] = [:]
  private var isInBody = false
  private(set) var lineCount = 0
  private let file: Int

  private static let mostKinds = 10_000

  init(file: Int) { self.file = file }

  mutating func take(_ line: OutputLine, into recording: RecordingBuilder) {
    lineCount += 1
    let text = PlainLine.of(line.text)
    if text.allSatisfy(\.isWhitespace) {
      recording.count(.blank, in: file)
    } else if read(Substring(text)) {
      recording.count(.understood, in: file)
    } else if isInBody {
      recording.count(.notUnderstood, in: file)
      recording.refuse(line: lineCount, text, in: file)
    } else {
      recording.count(.unrelated, in: file)
    }
  }

  mutating func finish(into recording: RecordingBuilder) {
    facts.cycles = kinds().sorted {
      ($0.objects, $1.classes.description) > ($1.objects, $0.classes.description)
    }
    facts.roots = roots.values.sorted {
      ($0.bytes, $0.roots, $1.class) > ($1.bytes, $1.roots, $0.class)
    }
    recording.add(facts)
  }

  /// Cycles through the same classes by the same fields are of one kind.
  private func kinds() -> [LeakCycle] {
    var kinds: [LeakCycle] = []
    var places: [[String]: Int] = [:]
    for cycle in order.compactMap({ cycles[$0] }) {
      let key = cycle.classes + [""] + cycle.edges
      if let place = places[key] {
        kinds[place].cycles += cycle.cycles
        kinds[place].objects = kinds[place].objects.addingClamped(cycle.objects)
      } else {
        places[key] = kinds.count
        kinds.append(cycle)
      }
    }
    return kinds
  }

  // MARK: - Lines

  private mutating func read(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" }
    if head(text) || summary(text) { return true }
    guard isInBody else { return false }
    if text.hasPrefix("STACK OF ") || isFrame(text) { return true }
    if text.utf8.place(of: "<< TOTAL >>") != nil { return true }
    return tree(text, depth: line.utf8.count - text.utf8.count)
  }

  private static let heads = [
    "Hardware Model:", "Process:", "Path:", "Load Address:", "Identifier:", "Version:",
    "Code Type:", "Platform:",
    "Parent Process:", "Target Type:", "Responsible:", "Date/Time:", "Launch Time:", "OS Version:",
    "Report Version:",
    "Analysis Tool:", "Analysis Tool Version:", "Analysis Time:", "Physical footprint",
    "Idle exit:", "Coalition:",
    "Leak:", "Call stack:", "Binary Images:", "User ID:", "Sleep/Wake UUID:", "Beta Identifier:",
    "Parent:",
  ]

  private mutating func head(_ text: Substring) -> Bool {
    if text.hasPrefix("leaks Report Version") {
      isInBody = true
      return true
    }
    if text.allSatisfy({ $0 == "-" }) { return true }
    guard let head = Self.heads.first(where: text.hasPrefix) else { return false }
    let value = (text.firstIndex(of: ":").map { text[text.index(after: $0)...] } ?? "").drop {
      $0 == " "
    }
    switch head {
    case "Process:": facts.process = String(value.prefix { $0 != "[" }).trimmed
    case "Physical footprint":
      if text.hasPrefix("Physical footprint (peak)") {
        facts.peak = String(value)
      } else {
        facts.footprint = String(value)
      }
    default: break
    }
    return true
  }

  /// The two lines that sum up: `Process 123: 60436 leaks for 8277184 total leaked bytes`.
  private mutating func summary(_ text: Substring) -> Bool {
    guard text.hasPrefix("Process "), let colon = text.firstIndex(of: ":") else { return false }
    let rest = text[colon...].dropFirst().drop { $0 == " " }
    let words = rest.split(separator: " ")
    guard words.count >= 4, let count = Int(moderate: words[0]) else { return false }
    isInBody = true
    if words[1] == "nodes" {
      facts.nodes = count
      return true
    }
    if words[1] == "leak" || words[1] == "leaks", let bytes = Int(moderate: words[3]) {
      facts.leaks = count
      facts.bytes = bytes
      return true
    }
    return false
  }

  /// A frame of the stack by which newer versions group: `3   libsystem 0x1 malloc + 8`.
  private func isFrame(_ text: Substring) -> Bool {
    if text == "====" || text.hasPrefix("====") { return true }
    let words = text.split(separator: " ", maxSplits: 3)
    return words.count >= 3 && Int(words[0]) != nil && !words[1].hasPrefix("(")
      && words.contains { $0.hasPrefix("0x") }
  }

  // MARK: - Trees

  private mutating func tree(_ text: Substring, depth: Int) -> Bool {
    var rest = text
    var count = 1
    var bytes = 0
    // `543 (56.9K) `
    let digits = rest.prefix(while: \.isNumber)
    if !digits.isEmpty, let number = Int(digits), rest.dropFirst(digits.count).hasPrefix(" (") {
      let size = rest.dropFirst(digits.count + 2)
      guard let close = size.firstIndex(of: ")") else { return false }
      count = number
      bytes = Self.bytes(size[..<close]) ?? 0
      rest = size[close...].dropFirst().drop { $0 == " " }
    }
    var edge: String?
    if let arrow = rest.utf8.place(of: " --> ") {
      edge = String(rest[..<arrow])
      rest = rest[arrow...].dropFirst(5)
    }
    if rest.hasPrefix("CYCLE BACK TO ") {
      facts.backReferences += 1
      while let last = path.last, last.depth >= depth { path.removeLast() }
      closeCycle(Self.node(rest.dropFirst(14)), edge)
      return true
    }
    if rest.hasPrefix("ROOT CYCLE: ") {
      facts.cycleLines += 1
      rest = rest.dropFirst(12)
    } else if rest.hasPrefix("ROOT LEAK: ") {
      rest = rest.dropFirst(11)
    }
    guard rest.first == "<" || rest.hasPrefix("0x") else { return false }
    let (name, address) = Self.node(rest)
    while let last = path.last, last.depth >= depth { path.removeLast() }
    if path.isEmpty { addRoot(name, count, bytes) }
    path.append(Node(depth: depth, name: name, edge: edge, count: count, address: address))
    return true
  }

  private mutating func addRoot(_ name: String, _ count: Int, _ bytes: Int) {
    var root = roots[name] ?? LeakRoot()
    if roots[name] == nil, roots.count >= Self.mostKinds { return }
    root.class = name
    root.roots += 1
    root.objects = root.objects.addingClamped(count)
    root.bytes = root.bytes.addingClamped(bytes)
    roots[name] = root
  }

  /// A cycle is known by the node that it leads back to, and the way from there.
  private mutating func closeCycle(_ target: (name: String, address: String?), _ edge: String?) {
    let start =
      path.lastIndex {
        target.address != nil ? $0.address == target.address : $0.name == target.name
      }
      ?? path.startIndex
    let way = path[start...]
    // Of one node the ways back are one cycle: the longest is shown.
    let key = [target.address ?? target.name]
    var cycle = cycles[key] ?? LeakCycle()
    if cycles[key] == nil {
      guard cycles.count < Self.mostKinds else { return }
      order.append(key)
      cycle.cycles = 1
    }
    if way.count > cycle.classes.count {
      cycle.classes = way.map(\.name)
      cycle.edges = way.dropFirst().map { $0.edge ?? "" } + [edge ?? ""]
      cycle.objects = way.first?.count ?? 1
    }
    if cycle.classes.isEmpty { cycle.classes = [target.name] }
    cycles[key] = cycle
  }

  /// `<Class 0x15a9f1e00> [640]`: its class and its address.
  private static func node(_ text: Substring) -> (name: String, address: String?) {
    let body = text.utf8.place(of: "> [").map { text[..<$0] } ?? text.prefix { $0 != "[" }
    if text.hasPrefix("0x") { return ("block", String(body).trimmed) }
    var inner = body.hasPrefix("<") ? body.dropFirst() : body
    guard let place = inner.lastIndex(of: " "), inner[place...].dropFirst().hasPrefix("0x") else {
      if inner.last == ">" { inner = inner.dropLast() }
      return (String(inner.prefix(400)), nil)
    }
    let address = inner[place...].dropFirst().prefix { $0.isHexDigit || $0 == "x" }
    return (String(inner[..<place].prefix(400)), String(address))
  }

  /// `56.9K`, `80 bytes`.
  private static func bytes(_ text: Substring) -> Int? {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    guard let number = Double(digits), number < 1e12 else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    let factor: Double =
      unit.hasPrefix("K")
      ? 1024 : unit.hasPrefix("M") ? 1_048_576 : unit.hasPrefix("G") ? 1_073_741_824 : 1
    let bytes = number * factor
    return bytes < 1e15 ? Int(bytes) : nil
  }
}

extension LeakFacts {
  /// Two reports of one recording.
  static func sum(_ former: LeakFacts?, _ more: LeakFacts) -> LeakFacts {
    guard var sum = former else { return more }
    func add(_ left: Int?, _ right: Int?) -> Int? {
      left == nil && right == nil ? nil : (left ?? 0).addingClamped(right ?? 0)
    }
    sum.nodes = add(sum.nodes, more.nodes)
    sum.leaks = add(sum.leaks, more.leaks)
    sum.bytes = add(sum.bytes, more.bytes)
    sum.cycleLines += more.cycleLines
    sum.backReferences += more.backReferences
    sum.cycles += more.cycles
    sum.roots += more.roots
    return sum
  }
}
