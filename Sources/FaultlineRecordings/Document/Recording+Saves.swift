// What a recording says of writing, and of what the framework did beside the app's requests.

package import FaultlineMeasures

/// What was written.
package struct SaveCounts: Sendable, Hashable {
  /// Transactions with rows of the app's that were committed, or the saves of a trace.
  package var saves = 0
  package var rolledBack = 0
  /// Saves whose end is not in the source; their rows are not counted.
  package var unfinished = 0
  /// Transactions of their own that reserve keys for new objects.
  package var keyReservations = 0
  package var inserted = 0
  package var updated = 0
  package var deleted = 0
  /// Rows of the tables of many-to-many relationships.
  package var joinRows = 0
  /// Rows of persistent history, its cost.
  package var historyRows = 0
  /// Whether a statement may have been run for more rows than the log shows.
  package var isLeast = false
  package var nanoseconds = 0
  /// How many saves wrote how many rows, the smallest first.
  package var sizes: [SaveSize] = []
  package var entities: [EntityWrites] = []
  /// Batch requests, which write without objects.
  package var batches: [BatchCount] = []

  package init() {}
}

extension SaveCounts: FieldRecord {
  package static let fields: [Field<SaveCounts>] = [
    Field("saves", \.saves, .whole(from: 0)),
    Field("rolledBack", \.rolledBack, .whole(from: 0)),
    Field("unfinished", \.unfinished, .whole(from: 0)),
    Field("keyReservations", \.keyReservations, .whole(from: 0)),
    Field("inserted", \.inserted, .whole(from: 0)),
    Field("updated", \.updated, .whole(from: 0)),
    Field("deleted", \.deleted, .whole(from: 0)),
    Field("joinRows", \.joinRows, .whole(from: 0)),
    Field("historyRows", \.historyRows, .whole(from: 0)),
    Field("isLeast", \.isLeast, .truth),
    Field("nanoseconds", \.nanoseconds, .whole(from: 0)),
    Field(unlessEmpty: "sizes", \.sizes, .list(.named("saveSize"))),
    Field(unlessEmpty: "entities", \.entities, .list(.named("entityWrites"))),
    Field(unlessEmpty: "batches", \.batches, .list(.named("batch"))),
  ]
}

/// Saves of one size.
package struct SaveSize: Sendable, Hashable {
  package var rows = 0
  package var saves = 0

  package init() {}
}

extension SaveSize: FieldRecord {
  package static let fields: [Field<SaveSize>] = [
    Field("rows", \.rows, .whole(from: 0)),
    Field("saves", \.saves, .whole(from: 0)),
  ]
}

/// What was written of one entity.
package struct EntityWrites: Sendable, Hashable {
  package var entity = ""
  package var inserted = 0
  package var updated = 0
  package var deleted = 0

  package init() {}
}

extension EntityWrites: FieldRecord {
  package static let fields: [Field<EntityWrites>] = [
    Field("entity", \.entity, .text),
    Field("inserted", \.inserted, .whole(from: 0)),
    Field("updated", \.updated, .whole(from: 0)),
    Field("deleted", \.deleted, .whole(from: 0)),
  ]
}

/// Batch requests of one kind for one entity.
package struct BatchCount: Sendable, Hashable {
  /// The word insert, update or delete.
  package var kind = ""
  package var entity: String?
  package var requests = 0

  package init() {}
}

extension BatchCount: FieldRecord {
  package static let fields: [Field<BatchCount>] = [
    Field("kind", \.kind, .text),
    Field(ifKnown: "entity", \.entity, .text),
    Field("requests", \.requests, .whole(from: 0)),
  ]
}

/// Statements of one purpose that is not the app's.
package struct UpkeepCount: Sendable, Hashable {
  package var purpose: Upkeep = .other
  package var statements = 0

  package init() {}
}

extension UpkeepCount: FieldRecord {
  package static let fields: [Field<UpkeepCount>] = [
    Field("purpose", \.purpose, .word(Upkeep.self)),
    Field("statements", \.statements, .whole(from: 0)),
  ]
}

/// What the framework did to its files after saves.
package struct Maintenance: Sendable, Hashable {
  /// Files that were found too large.
  package var prunes = 0
  /// The largest of them in bytes.
  package var largestFile: Int?
  /// Checkpoints that truncate the log.
  package var truncations = 0
  /// Checkpoints that were done.
  package var checkpoints = 0
  /// Frames that they moved.
  package var frames = 0
  package var busy = 0
  package var locked = 0
  package var vacuums = 0

  package init() {}
}

extension Maintenance: FieldRecord {
  package static let fields: [Field<Maintenance>] = [
    Field("prunes", \.prunes, .whole(from: 0)),
    Field(ifKnown: "largestFile", \.largestFile, .whole(from: 0)),
    Field("truncations", \.truncations, .whole(from: 0)),
    Field("checkpoints", \.checkpoints, .whole(from: 0)),
    Field("frames", \.frames, .whole(from: 0)),
    Field("busy", \.busy, .whole(from: 0)),
    Field("locked", \.locked, .whole(from: 0)),
    Field("vacuums", \.vacuums, .whole(from: 0)),
  ]
}
