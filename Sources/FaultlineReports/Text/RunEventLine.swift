// What happens in a run, as it is reported to programs: each event is a line of JSON with a name and a version.

package import FaultlineMeasures

/// One event of a run.
package enum RunEventLine: Sendable {
  /// What will be run of a scenario.
  case planned(scenario: String, file: String, trials: [String])
  /// A trial begins: which one of how many.
  case started(trial: String, number: Int, count: Int)
  /// A trial has ended, or died.
  case finished(TrialResult, number: Int, count: Int)
  /// What came of it all.
  case verdict(Report)

  /// The version of the lines, as `schemaVersion` says it.
  package static let schemaVersion = 1

  /// The event as JSON, with a line end.
  package var json: String { StableJSON.line(of: document) }

  private var document: Document {
    switch self {
    case .planned(let scenario, let file, let trials):
      Document(event: "planned", scenario: scenario, file: file, trials: trials)
    case .started(let trial, let number, let count):
      Document(event: "started", trial: trial, number: number, count: count)
    case .finished(let result, let number, let count):
      Document(
        event: "finished", trial: result.id, number: number, count: count,
        outcome: result.death == nil ? "measured" : "died", message: result.death?.sentence)
    case .verdict(let report): Self.verdict(of: report)
    }
  }

  private static func verdict(of report: Report) -> Document {
    var document = Document(event: "verdict")
    if case .verdict(let line)? = report.blocks.first {
      document.verdict = line.word
      document.facts = line.facts
    }
    let cases = report.cases
    document.asked = cases.count
    document.troubles = cases.filter(\.isTrouble).map { item in
      Trouble(
        scenario: item.scenario, kind: item.kind.rawValue, question: item.question,
        variant: item.variant, outcome: item.outcome.rawValue, message: item.message,
        details: item.details, file: item.place?.file, line: item.place?.line,
        column: item.place?.column, fingerprint: item.fingerprint)
    }
    return document
  }

  /// The fields of all events; each has its own.
  private struct Document: Encodable {
    var event: String
    var schemaVersion = RunEventLine.schemaVersion
    var scenario: String?
    var file: String?
    var trials: [String]?
    var trial: String?
    var number: Int?
    var count: Int?
    var outcome: String?
    var message: String?
    var verdict: String?
    var facts: [String]?
    var asked: Int?
    var troubles: [Trouble]?
  }

  private struct Trouble: Encodable {
    var scenario: String
    var kind: String
    var question: String
    var variant: String?
    var outcome: String
    var message: String
    var details: [String]
    var file: String?
    var line: Int?
    var column: Int?
    var fingerprint: String
  }
}

extension DocumentSchema {
  /// The shape of one line of `--format jsonl`.
  package static let events = DocumentSchema(
    name: "events", version: RunEventLine.schemaVersion,
    meaning: "One line of '--format jsonl': something that happened in a run.",
    body: """
        "type": "object",
        "required": ["schemaVersion", "event"],
        "properties": { "schemaVersion": { "const": \(RunEventLine.schemaVersion) } },
        "oneOf": [
          { "$ref": "#/$defs/planned" },
          { "$ref": "#/$defs/started" },
          { "$ref": "#/$defs/finished" },
          { "$ref": "#/$defs/verdict" }
        ]
      """,
    parts: [
      part(
        "planned", "What will be run of a scenario; a line for each, before anything begins.",
        [
          ("scenario", text), ("file", text),
          ("trials", #"{ "type": "array", "items": { "type": "string" } }"#),
        ]),
      part(
        "started", "A trial begins: the number of all trials, counted from 1.",
        [("trial", text), ("number", natural), ("count", natural)]),
      part(
        "finished", "A trial has ended; 'message' says how one died.",
        [
          ("trial", text), ("number", natural), ("count", natural),
          ("outcome", #"{ "enum": ["measured", "died"] }"#),
        ], optional: [("message", text)]),
      part(
        "verdict", "What came of it all, as the first line of a report says it; the last line.",
        [
          ("verdict", text), ("facts", #"{ "type": "array", "items": { "type": "string" } }"#),
          ("asked", #"{ "type": "integer", "minimum": 0 }"#),
          ("troubles", ##"{ "type": "array", "items": { "$ref": "#/$defs/trouble" } }"##),
        ]),
      part(
        nil,
        "An expectation, a trial or a comparison with the baseline that failed or has no answer.",
        [
          ("scenario", text), ("kind", words(Report.Case.Kind.self)), ("question", text),
          ("outcome", words(Report.Case.Outcome.self)), ("message", text),
          ("details", #"{ "type": "array", "items": { "type": "string" } }"#),
          ("fingerprint", text),
        ],
        optional: [("variant", text), ("file", text), ("line", natural), ("column", natural)]),
    ])

  private static let text = #"{ "type": "string" }"#
  private static let natural = #"{ "type": "integer", "minimum": 1 }"#

  private static func words<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type
  ) -> String {
    #"{ "enum": [\#(type.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))] }"#
  }

  /// The shape of one event, or of a trouble where it has no name.
  private static func part(
    _ event: String?, _ meaning: String, _ fields: [(name: String, shape: String)],
    optional: [(name: String, shape: String)] = []
  ) -> String {
    let own = event.map { [("event", #"{ "const": "\#($0)" }"#)] } ?? []
    let required = (own + fields).map { "\"\($0.0)\"" }.joined(separator: ", ")
    let properties = (own + fields + optional).map { "        \"\($0.0)\": \($0.1)" }
    return """
          "\(event ?? "trouble")": {
            "description": "\(meaning)",
            "type": "object",
            "required": [\(required)],
            "properties": {
      \(properties.joined(separator: ",\n"))
            }
          }
      """
  }
}
