// A result written trial by trial: the same bytes as the whole document, of which only one trial is ever in memory.

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
