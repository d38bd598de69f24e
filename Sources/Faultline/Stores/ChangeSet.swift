// What a save hands down to one store.

/// Rows to write and to remove, and the relationships that no row tells of.
package struct ChangeSet {
  /// One row as it is to be written; a row that replaces another has the version that follows on it.
  package struct Change {
    package let entity: EntityDescription
    package let row: Row
    /// The slots that differ from the former row.
    package let changed: ChangedSlots
  }

  /// One row in the version that it must still have.
  package struct Version {
    package let entity: EntityDescription
    package let key: Int64
    package let version: Int32
  }

  /// Members that came and went in a relationship that has no to-one side.
  ///
  /// A many-to-many pair is told from one of its ends only.
  package struct Link {
    package let relationship: RelationshipDescription
    package let owner: ForeignKey
    package let added: [ForeignKey]
    package let removed: [ForeignKey]
  }

  /// The whole order of an ordered relationship that changed.
  package struct Order {
    package let relationship: RelationshipDescription
    package let owner: ForeignKey
    package let members: [ForeignKey]
  }

  /// Rows that are new.
  package internal(set) var inserts: ContiguousArray<Change> = []
  /// Rows that replace older ones.
  package internal(set) var updates: ContiguousArray<Change> = []
  /// Rows that are to go.
  package internal(set) var deletes: ContiguousArray<Version> = []
  /// Rows that stay as they are, if nobody has changed them.
  package internal(set) var checks: ContiguousArray<Version> = []
  package internal(set) var links: ContiguousArray<Link> = []
  package internal(set) var orders: ContiguousArray<Order> = []

  /// How many rows there are to write or remove.
  package var count: Int { inserts.count + updates.count + deletes.count }

  /// Visits every row that is written, the new ones first.
  package func forEach(_ body: (Change) -> Void) {
    for change in inserts { body(change) }
    for change in updates { body(change) }
  }

  mutating func add(_ change: Change, isNew: Bool) {
    if isNew { inserts.append(change) } else { updates.append(change) }
  }
}

/// Which slots of a row were changed: what an update writes, and the key of its prepared statement.
package struct ChangedSlots: Hashable, Sendable {
  private let first: UInt64
  /// Only entities with more than sixty-four slots have more words.
  private let rest: [UInt64]

  /// No slot at all.
  init() {
    first = 0
    rest = []
  }

  init(_ words: UnsafeMutablePointer<UInt64>, slotCount: Int) {
    let keep: UInt64 = slotCount >= 64 ? .max : (1 << UInt64(slotCount)) - 1
    first = words[0] & keep
    rest = slotCount <= 64 ? [] : (1...(slotCount - 1) / 64).map { words[$0] }
  }

  /// Whether a slot was changed.
  package func contains(_ slot: Int) -> Bool {
    let word = slot < 64 ? first : rest[slot / 64 - 1]
    return word & (1 << UInt64(slot & 63)) != 0
  }

  /// Whether none was: a change of a to-many relationship alone gives the row a new version.
  package var isEmpty: Bool { first == 0 && rest.allSatisfy { $0 == 0 } }
}

/// A row that is not as a change set expects it: changed or removed by somebody else.
package struct StoreConflict {
  package let entity: EntityDescription
  package let key: Int64
  /// The row as it is now; nil if it is gone.
  package let current: Row?

  package init(entity: EntityDescription, key: Int64, current: Row?) {
    self.entity = entity
    self.key = key
    self.current = current
  }
}
