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
