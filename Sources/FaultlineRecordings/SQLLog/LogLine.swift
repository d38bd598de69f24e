// One line of Core Data's log, found among the lines of an app.

/// A line that Core Data wrote: what kind it is of, and what it says.
struct LogLine {
  /// The word before the second colon.
  enum Kind: String, CaseIterable {
    case sql, annotation, details, debug, error, warning, fault, info, mirroring = "CloudKit"
    /// A line that begins with `CoreData: ` and goes on as none of these.
    case unknown
  }

  let kind: Kind
  let text: Substring
  let prefix: LogPrefix?

  private static let mark = "CoreData: "

  /// Finds the line in what an app printed; nil where it is the app's own.
  init?(_ line: Substring) {
    let start = line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" || $0 == ">" }
    if let found = Self.marked(start) {
      self.init(kind: found.kind, text: found.text, prefix: nil)
      return
    }
    if let mark = start.utf8.place(of: Self.mark), let prefix = LogPrefix(start[..<mark]),
      let found = Self.marked(start[mark...])
    {
      self.init(kind: found.kind, text: found.text, prefix: prefix)
      return
    }
    // Where an author cut the mark off, the prefix may have stayed.
    guard let end = start.utf8.place(of: "] "), start.first?.isNumber == true else { return nil }
    let rest = start[end...].dropFirst(2)
    if let found = Self.marked(rest), found.kind != .unknown,
      let prefix = LogPrefix(start[..<end] + "]")
    {
      self.init(kind: found.kind, text: found.text, prefix: prefix)
      return
    }
    return nil
  }

  private init(kind: Kind, text: Substring, prefix: LogPrefix?) {
    self.kind = kind
    self.text = text
    self.prefix = prefix
  }

  /// What is left of a line behind the mark or what an author left of it.
  private static func marked(_ text: Substring) -> (kind: Kind, text: Substring)? {
    if text.hasPrefix(mark) {
      let rest = text.dropFirst(mark.utf8.count)
      return kind(rest, among: Kind.allCases) ?? (.unknown, rest)
    }
    if text.hasPrefix("CoreData+CloudKit: ") { return (.mirroring, text.dropFirst(19)) }
    // A tail of the mark, and then a kind that an app's own line hardly begins with.
    let cutable: [Kind] = [.sql, .annotation, .details]
    for cut in 1...mark.utf8.count {
      let tail = mark.dropFirst(cut)
      if text.hasPrefix(tail), let found = kind(text.dropFirst(tail.count), among: cutable) {
        return found
      }
    }
    return nil
  }

  private static func kind(_ text: Substring, among kinds: [Kind]) -> (kind: Kind, text: Substring)?
  {
    for kind in kinds where kind != .unknown && text.hasPrefix(kind.rawValue) {
      let rest = text.dropFirst(kind.rawValue.utf8.count)
      if rest.hasPrefix(": ") { return (kind, rest.dropFirst(2)) }
      if rest == ":" { return (kind, rest.dropFirst(1)) }
    }
    return nil
  }
}

extension Substring.UTF8View {
  /// Where a text of plain letters stands first.
  func place(of text: String) -> Index? {
    let wanted = Array(text.utf8)
    return withContiguousStorageIfAvailable { bytes -> Int? in
      guard bytes.count >= wanted.count else { return nil }
      var start = 0
      while start <= bytes.count - wanted.count {
        if bytes[start] == wanted[0] {
          var length = 1
          while length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
          if length == wanted.count { return start }
        }
        start += 1
      }
      return nil
    }.flatMap { $0 }.map { index(startIndex, offsetBy: $0) }
  }
}

/// A line without the codes that colour it and without the end that other systems give lines.
enum PlainLine {
  static func of(_ line: String) -> String {
    var text = line
    text.makeContiguousUTF8()
    if text.utf8.last == UInt8(ascii: "\r") {
      text = String(decoding: text.utf8.dropLast(), as: UTF8.self)
    }
    guard text.utf8.contains(0x1B) else { return text }
    var plain: [UInt8] = []
    var rest = Substring(text).utf8[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        plain.append(byte)
        continue
      }
      guard rest.first == UInt8(ascii: "[") else { continue }
      rest.removeFirst()
      // Numbers and signs up to the letter that says what the code does.
      while let next = rest.popFirst(), !(0x40...0x7E).contains(next) {}
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
