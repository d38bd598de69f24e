// A result written trial by trial: the same bytes as the whole document, of which only one trial is ever in memory.

import FaultlineSystem

/// Writes the result of one scenario.
package struct ResultStream {
  private let file: StreamedFile
  /// What stands before the judgements, between them and the trials, and after those.
  private let parts: (before: Substring, between: Substring, after: Substring)
  /// How many levels stand around a judgement or a trial.
  private static let level = 4
  private var trials = 0

  /// Begins a result with all that is said of the scenario but its trials.
  package init(_ scenario: ScenarioResult, to path: String) throws(WholeFile.Refusal) {
    file = try StreamedFile(path)
    var head = scenario
    head.trials = []
    head.judgements = []
    let text = RunResult(scenarios: [head]).json
    let judgements = Self.emptyList("judgements", in: text)
    let trials = Self.emptyList("trials", in: text)
    parts = (
      text[..<judgements.lowerBound], text[judgements.upperBound..<trials.lowerBound],
      text[trials.upperBound...]
    )
    try file.append(parts.before)
    try write(judgements: scenario.judgements)
    try file.append(parts.between)
    try file.append("[\n")
  }

  /// Where a list of the scenario stands that has nothing in it: a line break cannot stand in a text.
  private static func emptyList(_ name: String, in text: String) -> Range<String.Index> {
    let key = "\n      \"\(name)\" : "
    guard let start = text.firstRange(of: key)?.upperBound,
      let end = text[start...].firstIndex(of: "]")
    else { preconditionFailure("The document of a scenario has its lists.") }
    return start..<text.index(after: end)
  }

  private func write(judgements: [Judgement]) throws(WholeFile.Refusal) {
    try file.append("[\n")
    for (place, judgement) in judgements.enumerated() {
      try append(StableJSON.line(of: judgement), isFirst: place == 0)
    }
    try file.append("\n      ]")
  }

  private func append(_ line: String, isFirst: Bool) throws(WholeFile.Refusal) {
    var line = line
    try file.append { text in
      line.withUTF8 { Self.append($0, isFirst, to: &text) }
    }
  }

  private static func append(
    _ line: some Collection<UInt8>, _ isFirst: Bool, to text: inout [UInt8]
  ) {
    if !isFirst { text.append(contentsOf: [UInt8(ascii: ","), 0x0A]) }
    text.append(contentsOf: repeatElement(0x20, count: 2 * level))
    line.withContiguousStorageIfAvailable {
      PrettyJSON.append(UnsafeRawBufferPointer($0), to: &text, within: level)
    }
  }

  /// Adds a trial that was written in one line.
  package mutating func write(trial line: UnsafeRawBufferPointer) throws(WholeFile.Refusal) {
    let isFirst = trials == 0
    trials += 1
    try file.append { Self.append(line, isFirst, to: &$0) }
  }

  /// Adds a trial.
  package mutating func write(_ trial: TrialResult) throws(WholeFile.Refusal) {
    try append(StableJSON.line(of: trial), isFirst: trials == 0)
    trials += 1
  }

  /// Ends the document and puts it in its place.
  package func finish() throws(WholeFile.Refusal) {
    try file.append("\n      ]")
    try file.append(parts.after)
    try file.finish()
  }
}

/// Writes the file beside a result: the machine, then what each trial took.
package struct SidecarStream {
  private let file: StreamedFile
  private let end: Substring
  private var trials = 0

  /// Begins the file.
  package init(_ sidecar: RunSidecar, to path: String) throws(WholeFile.Refusal) {
    file = try StreamedFile(path)
    var head = sidecar
    head.trials = []
    let text = head.json
    guard let start = text.firstRange(of: "\n  \"trials\" : ")?.upperBound,
      let end = text[start...].firstIndex(of: "]")
    else { preconditionFailure("The document beside a result has its list of trials.") }
    self.end = text[text.index(after: end)...]
    try file.append(text[..<start])
    try file.append("[\n")
  }

  /// Adds what one trial took, written in one line.
  package mutating func write(trial line: UnsafeRawBufferPointer) throws(WholeFile.Refusal) {
    let isFirst = trials == 0
    trials += 1
    try file.append { text in
      text.append(contentsOf: Array((isFirst ? "    " : ",\n    ").utf8))
      PrettyJSON.append(line, to: &text, within: 2)
    }
  }

  /// Ends the document and puts it in its place.
  package func finish() throws(WholeFile.Refusal) {
    try file.append("\n  ]")
    try file.append(end)
    try file.finish()
  }
}

/// A file beside its place, until it is complete and takes it.
package final class StreamedFile {
  private let path: String
  private let beside: String
  private let file: Int32
  private var buffer: [UInt8] = []
  private var isOver = false
  private static let room = 1 << 20

  /// Begins a file, and makes the folders that lead to it.
  package init(_ path: String) throws(WholeFile.Refusal) {
    self.path = path
    try WholeFile.makeFolders(to: path)
    beside = WholeFile.nameBeside(path)
    file = WholeFile.openBeside(beside)
    guard file >= 0 else { throw WholeFile.refusal() }
    buffer.reserveCapacity(Self.room + Self.room / 4)
  }

  /// Adds to it.
  package func append(_ body: (inout [UInt8]) -> Void) throws(WholeFile.Refusal) {
    body(&buffer)
    if buffer.count >= Self.room { try flush() }
  }

  /// Adds a text.
  package func append(_ text: some StringProtocol) throws(WholeFile.Refusal) {
    try append { $0.append(contentsOf: text.utf8) }
  }

  /// Puts it in its place.
  package func finish() throws(WholeFile.Refusal) {
    try flush()
    isOver = true
    // Some disks report only now that they are full.
    guard close(file) == 0, rename(beside, path) == 0 else {
      let problem = WholeFile.refusal()
      unlink(beside)
      throw problem
    }
  }

  deinit {
    guard !isOver else { return }
    close(file)
    unlink(beside)
  }

  private func flush() throws(WholeFile.Refusal) {
    try WholeFile.writeAll(buffer, to: file)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Lays out JSON that was written in one line.
package enum PrettyJSON {
  /// Appends the layout of a line, with so many levels around it; the first line of it is not indented.
  package static func append(
    _ line: UnsafeRawBufferPointer, to text: inout [UInt8], within level: Int
  ) {
    var level = level
    var place = 0
    while place < line.count {
      let byte = line[place]
      switch byte {
      case UInt8(ascii: "\""):
        let start = place
        place = end(ofTextIn: line, from: place)
        text.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[start..<place]))
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        text.append(byte)
        level += 1
        breakLine(&text, level)
        // Foundation has an empty line in what is empty.
        if place + 1 < line.count, [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(line[place + 1])
        {
          text.removeLast(2 * level)
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        level -= 1
        breakLine(&text, level)
        text.append(byte)
      case UInt8(ascii: ","):
        text.append(byte)
        breakLine(&text, level)
      case UInt8(ascii: ":"): text.append(contentsOf: [0x20, byte, 0x20])
      case 0x20, 0x0A, 0x0D, 0x09: break
      default: text.append(byte)
      }
      place += 1
    }
  }

  private static func breakLine(_ text: inout [UInt8], _ level: Int) {
    text.append(0x0A)
    text.append(contentsOf: repeatElement(0x20, count: 2 * level))
  }

  private static func end(ofTextIn line: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start + 1
    while place < line.count, line[place] != UInt8(ascii: "\"") {
      place += line[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place + 1, line.count)
  }
}
