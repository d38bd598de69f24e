// What was read of an app's logs and traces: a report without a simulation.

package import FaultlineMeasures

/// A recording: what an app asked of its stores, as its own logs have it.
package struct Recording: Sendable, Hashable {
  package static let currentSchemaVersion = 1

  /// The files, in the order in which they were named.
  package var sources: [RecordedFile] = []
  /// Requests by kind and entity, the most frequent first.
  package var requests: [RequestCount] = []
  /// What was written, where anything was.
  package var saves: SaveCounts?
  /// Requests that were made again and again for one object or few.
  package var repeated: [RepeatedRequests] = []
  /// The turn with the most requests.
  package var worstTurn: Turn?
  /// How many turns there were, where the sources have times.
  package var turns: Int?
  /// Objects whose fault fired more than once.
  package var firedAgain: [FiredAgain] = []
  /// Statements that are no requests of the app's.
  package var upkeep: [UpkeepCount] = []
  package var maintenance: Maintenance?
  /// Errors, warnings and the like, by their word.
  package var messages: [Setting] = []
  /// The stores that were opened.
  package var stores: [String] = []
  package var leaks: LeakFacts?
  package var metrics: [MetricFacts] = []
  /// The replay of what was observed beside it, where that is asked for.
  package var calibration: Calibration?
  /// What a reader should know of these numbers.
  package var remarks: [String] = []

  /// A recording of nothing.
  package init() {}

  /// All requests.
  package var requestCount: Int { requests.reduce(0) { $0 + $1.requests } }
}

extension Recording: VersionedRecord {
  package static let fields: [Field<Recording>] = [
    Field("sources", \.sources, .list(.named("source"))),
    Field("requests", \.requests, .list(.named("request"))),
    Field(ifKnown: "saves", \.saves, .named("saves")),
    Field("repeated", \.repeated, .list(.named("repeated"))),
    Field(ifKnown: "worstTurn", \.worstTurn, .named("turn")),
    Field(ifKnown: "turns", \.turns, .whole(from: 0)),
    Field(unlessEmpty: "firedAgain", \.firedAgain, .list(.named("firedAgain"))),
    Field(unlessEmpty: "upkeep", \.upkeep, .list(.named("upkeep"))),
    Field(ifKnown: "maintenance", \.maintenance, .named("maintenance")),
    Field(unlessEmpty: "messages", \.messages, .named("settings")),
    Field(unlessEmpty: "stores", \.stores, .texts),
    Field(ifKnown: "leaks", \.leaks, .named("leaks")),
    Field(unlessEmpty: "metrics", \.metrics, .list(.named("metrics"))),
    Field(ifKnown: "calibration", \.calibration, .named("calibration")),
    Field("remarks", \.remarks, .texts),
  ]

  /// The recording as JSON, to the byte the same for the same files.
  package var json: String { StableJSON.text(of: self) }
}

/// One file, and how much of it was understood.
package struct RecordedFile: Sendable, Hashable {
  /// The file as the user named it.
  package var name = ""
  /// What it is.
  package var kind: SourceKind = .log
  /// What is counted: lines, rows or payloads.
  package var unit = "lines"
  /// All of them: the sum of the next three.
  package var all = 0
  package var understood = 0
  /// Those that Core Data wrote in a form that is not known.
  package var notUnderstood = 0
  /// Those of the app itself.
  package var unrelated = 0
  /// Those of the unrelated that are empty.
  package var blank = 0
  /// The level of SQLDebug, as far as the lines show it.
  package var level: Int?
  /// Whether it ends before what it reports does.
  package var isCut = false
  /// The first of those that were not understood.
  package var refused: [RefusedLine] = []

  package init() {}
}

extension RecordedFile: FieldRecord {
  package static let fields: [Field<RecordedFile>] = [
    Field("name", \.name, .text),
    Field("kind", \.kind, .word(SourceKind.self)),
    Field("unit", \.unit, .text),
    Field("all", \.all, .whole(from: 0)),
    Field("understood", \.understood, .whole(from: 0)),
    Field("notUnderstood", \.notUnderstood, .whole(from: 0)),
    Field("unrelated", \.unrelated, .whole(from: 0)),
    Field("blank", \.blank, .whole(from: 0)),
    Field(ifKnown: "level", \.level, .whole(from: 0)),
    Field("isCut", \.isCut, .truth),
    Field(unlessEmpty: "refused", \.refused, .list(.named("refused"))),
  ]
}

/// A line that was not understood.
package struct RefusedLine: Sendable, Hashable {
  package var line = 0
  /// What it says, without values; left out where names are covered.
  package var text: String?

  package init() {}
}

extension RefusedLine: FieldRecord {
  package static let fields: [Field<RefusedLine>] = [
    Field("line", \.line, .whole(from: 0)),
    Field(ifKnown: "text", \.text, .text),
  ]
}

// The shape of what 'faultline import --format json' prints.
extension DocumentSchema {
  /// The shape of a recording, derived from the fields of its parts.
  package static let recording = DocumentSchema(
    name: "recording", version: Recording.currentSchemaVersion,
    meaning: "What 'faultline import' read of an app's own logs, traces, leaks and metrics.",
    body: body,
    parts: [
      Shape.part("source", RecordedFile.fields.rows()),
      Shape.part("refused", RefusedLine.fields.rows()),
      Shape.part("request", RequestCount.fields.rows()),
      Shape.part("saves", SaveCounts.fields.rows()),
      Shape.part("saveSize", SaveSize.fields.rows()),
      Shape.part("entityWrites", EntityWrites.fields.rows()),
      Shape.part("batch", BatchCount.fields.rows()),
      Shape.part("repeated", RepeatedRequests.fields.rows()),
      Shape.part("caller", CallerCount.fields.rows()),
      Shape.part("spot", Spot.fields.rows()),
      Shape.part("turn", Turn.fields.rows()),
      Shape.part("firedAgain", FiredAgain.fields.rows()),
      Shape.part("upkeep", UpkeepCount.fields.rows()),
      Shape.part("maintenance", Maintenance.fields.rows()),
      Shape.part("leaks", LeakFacts.fields.rows()),
      Shape.part("cycle", LeakCycle.fields.rows()),
      Shape.part("root", LeakRoot.fields.rows()),
      Shape.part("metrics", MetricFacts.fields.rows()),
      Shape.part("calibration", Calibration.fields.rows()),
      Shape.part("calibrationLine", CalibrationLine.fields.rows()),
      Shape.part("calibrationStatements", CalibrationStatements.fields.rows()),
      SchemaParts.settings, SchemaParts.texts,
    ])

  private static var body: String {
    let rows = Recording.fields.rows()
    let required = rows.filter(\.isRequired).map { "\"\($0.name)\"" }.joined(separator: ", ")
    let version = #"    "schemaVersion": { "const": \#(Recording.currentSchemaVersion) }"#
    let properties = [version] + rows.map { "    \"\($0.name)\": \($0.shape.json)" }
    return """
        "type": "object",
        "required": ["schemaVersion", \(required)],
        "properties": {
      \(properties.joined(separator: ",\n"))
        }
      """
  }
}
