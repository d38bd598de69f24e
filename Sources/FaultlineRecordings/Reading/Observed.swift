// What a reader of any of the four sources hands on: requests and saves, one after the other.

/// What a request to the store was for.
package enum RequestKind: String, CaseIterable, Codable, Sendable {
  /// Rows of objects.
  case fetch
  /// The keys alone, as a fetch with a batch size and a results controller begin with them.
  case keys
  /// The rows of one batch of such a fetch.
  case batch
  /// The rows of a relationship, within the fetch that asked for it.
  case prefetch
  /// Rows by a list of keys that the app made.
  case list
  case count
  /// Columns and figures without objects.
  case dictionary
  /// The row of one object.
  case fault
  /// The members of one object's relationship.
  case relationship

  /// The kind in the words of a report.
  package var title: String {
    switch self {
    case .keys: "fetch of keys"
    case .list: "fetch by keys"
    case .dictionary: "fetch of figures"
    case .relationship: "relationship fault"
    default: rawValue
    }
  }
}

/// The name of an entity, as far as a source has it.
package struct EntityName: Hashable, Sendable {
  /// The entity's own name.
  package var name: String?
  /// The table in which its rows are.
  package var table: String?

  package init(name: String? = nil, table: String? = nil) {
    self.name = name
    self.table = table
  }

  /// What it is called: by its own name, else by its table's.
  package var title: String { name ?? table ?? "" }
}

/// Where something stands in the files that were read.
package struct Place: Hashable, Sendable {
  package var file: Int
  /// The number of the line; of a table's row, that of the row.
  package var line: Int
}

/// One round trip to the store.
package struct ObservedRequest: Sendable {
  package var kind: RequestKind
  package var entity: EntityName
  package var relationship: String?
  /// What the source says of the rows; nil where it does not say.
  package var rows: Int?
  /// How long it took by the app's own clock.
  package var nanoseconds: Int?
  /// The object of a fault: `p95`.
  package var object: String?
  /// The statement, in a log.
  package var statement: LoggedStatement?
  /// Values that were bound to it, where they are kept.
  package var values: [String] = []
  package var place: Place
  /// The thread, where the source has one.
  package var thread: String?
  /// When it began in nanoseconds, where the source has times.
  package var start: Int?
  /// The place in the app that asked for it, in a trace.
  package var caller: String?

  package init(_ kind: RequestKind, of entity: EntityName, at place: Place) {
    self.kind = kind
    self.entity = entity
    self.place = place
  }
}

/// One transaction that wrote, or one save of a trace, which says no more than its time.
package struct ObservedSave: Sendable {
  /// How a transaction ended.
  package enum Ending: Sendable {
    case committed, rolledBack
    /// The source ends before it does, or another one begins.
    case unfinished
  }

  /// What was written of one entity.
  package struct Writes: Sendable {
    package var inserted = 0
    package var updated = 0
    package var deleted = 0

    package var rows: Int { inserted + updated + deleted }

    package static func += (sum: inout Writes, more: Writes) {
      sum.inserted += more.inserted
      sum.updated += more.updated
      sum.deleted += more.deleted
    }
  }

  /// A row that was written, with the values that were bound to its statement.
  package struct Line: Sendable {
    package var statement: LoggedStatement
    package var values: [String] = []
  }

  package var ending = Ending.committed
  /// What was written row by row, where that is kept.
  package var lines: [Line] = []
  /// Whether more was written than is kept.
  package var lacksLines = false
  package var writes: [EntityName: Writes] = [:]
  /// Rows of join tables.
  package var joinRows = 0
  /// Rows of the tables of history, which are the cost of keeping it.
  package var historyRows = 0
  /// Whether a statement may have been run for more rows than the log has lines.
  package var isLeast = false
  package var nanoseconds: Int?
  package var place: Place
  package var thread: String?
  package var start: Int?

  package init(at place: Place) { self.place = place }

  /// The rows of the app's own tables; nil where the source does not say.
  package var rows: Int? { writes.isEmpty ? nil : writes.values.reduce(0) { $0 + $1.rows } }
}

/// Statements that are no request of the app's, by what they are for.
package enum Upkeep: String, CaseIterable, Codable, Sendable {
  case opening, pragma, schema, keys, history, mirroring, maintenance, other

  /// What it is in the words of a report.
  package var title: String {
    switch self {
    case .opening: "opening the store"
    case .pragma: "pragmas"
    case .schema: "creating or migrating"
    case .keys: "reserving keys"
    case .history: "persistent history"
    case .mirroring: "mirroring"
    case .maintenance: "maintenance after saves"
    case .other: "other statements"
    }
  }
}
