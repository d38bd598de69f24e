// Requests in a recording: how many, which were repeated, and the turn with the most.

package import FaultlineMeasures

/// The requests of one kind for one entity.
package struct RequestCount: Sendable, Hashable {
  package var kind: RequestKind = .fetch
  package var entity: String?
  package var relationship: String?
  package var requests = 0
  /// The rows of those that say so; of a count, what was counted.
  package var rows = 0
  /// How many requests do not say their rows.
  package var unknownRows = 0
  /// The most rows of one.
  package var largest: Int?
  /// The size of batches, where the statement names it.
  package var batchSize: Int?
  /// By the app's own clock.
  package var nanoseconds = 0

  package init() {}
}

extension RequestCount: FieldRecord {
  package static let fields: [Field<RequestCount>] = [
    Field("kind", \.kind, .word(RequestKind.self)),
    Field(ifKnown: "entity", \.entity, .text),
    Field(ifKnown: "relationship", \.relationship, .text),
    Field("requests", \.requests, .whole(from: 0)),
    Field("rows", \.rows, .whole(from: 0)),
    Field("unknownRows", \.unknownRows, .whole(from: 0)),
    Field(ifKnown: "largest", \.largest, .whole(from: 0)),
    Field(ifKnown: "batchSize", \.batchSize, .whole(from: 0)),
    Field("nanoseconds", \.nanoseconds, .whole(from: 0)),
  ]
}

/// Requests of one kind that were made again and again for one object each: N+1.
package struct RepeatedRequests: Sendable, Hashable {
  package var kind: RequestKind = .fault
  package var entity: String?
  package var relationship: String?
  package var requests = 0
  package var rows = 0
  package var nanoseconds = 0
  /// In how many turns, where there are times.
  package var turns: Int?
  /// The most in one turn, or in one stretch between two saves.
  package var mostInOne = 0
  /// Which places of the app asked, the most frequent first.
  package var callers: [CallerCount] = []
  /// The first of them.
  package var first = Spot()
  package var advice = ""

  package init() {}
}

extension RepeatedRequests: FieldRecord {
  package static let fields: [Field<RepeatedRequests>] = [
    Field("kind", \.kind, .word(RequestKind.self)),
    Field(ifKnown: "entity", \.entity, .text),
    Field(ifKnown: "relationship", \.relationship, .text),
    Field("requests", \.requests, .whole(from: 0)),
    Field("rows", \.rows, .whole(from: 0)),
    Field("nanoseconds", \.nanoseconds, .whole(from: 0)),
    Field(ifKnown: "turns", \.turns, .whole(from: 0)),
    Field("mostInOne", \.mostInOne, .whole(from: 0)),
    Field(unlessEmpty: "callers", \.callers, .list(.named("caller"))),
    Field("first", \.first, .named("spot")),
    Field("advice", \.advice, .text),
  ]
}

/// A place of the app, and how often it asked.
package struct CallerCount: Sendable, Hashable {
  package var caller = ""
  package var requests = 0

  package init() {}
}

extension CallerCount: FieldRecord {
  package static let fields: [Field<CallerCount>] = [
    Field("caller", \.caller, .text),
    Field("requests", \.requests, .whole(from: 0)),
  ]
}

/// Where something stands.
package struct Spot: Sendable, Hashable {
  package var file = ""
  package var line = 0

  package init() {}
}

extension Spot: FieldRecord {
  package static let fields: [Field<Spot>] = [
    Field("file", \.file, .text),
    Field("line", \.line, .whole(from: 0)),
  ]
}

/// What was asked without a pause.
package struct Turn: Sendable, Hashable {
  package var requests = 0
  package var rows = 0
  package var saves = 0
  /// In requests, by the app's own clock.
  package var nanoseconds = 0
  /// From its first request to its last, in nanoseconds.
  package var lasted: Int?
  /// Nanoseconds since the recording began.
  package var began: Int?
  package var thread: String?
  package var first = Spot()
  /// Whether there are no times, so that it is what stands between two saves.
  package var isStretch = false
  package var parts: [RequestCount] = []

  package init() {}
}

extension Turn: FieldRecord {
  package static let fields: [Field<Turn>] = [
    Field("requests", \.requests, .whole(from: 0)),
    Field("rows", \.rows, .whole(from: 0)),
    Field("saves", \.saves, .whole(from: 0)),
    Field("nanoseconds", \.nanoseconds, .whole(from: 0)),
    Field(ifKnown: "lasted", \.lasted, .whole(from: 0)),
    Field(ifKnown: "began", \.began, .whole(from: 0)),
    Field(ifKnown: "thread", \.thread, .text),
    Field("first", \.first, .named("spot")),
    Field("isStretch", \.isStretch, .truth),
    Field(unlessEmpty: "parts", \.parts, .list(.named("request"))),
  ]
}

/// An object whose fault fired more than once.
package struct FiredAgain: Sendable, Hashable {
  package var object = ""
  package var fired = 0

  package init() {}
}

extension FiredAgain: FieldRecord {
  package static let fields: [Field<FiredAgain>] = [
    Field("object", \.object, .text),
    Field("fired", \.fired, .whole(from: 0)),
  ]
}
