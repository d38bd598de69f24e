// What a save hands down to one store.

package import Foundation

/// Rows to write and to remove, and the relationships that no row contains.
package struct ChangeSet {
  /// One row in the version that it must still have; the save holds its entity.
  package struct Version: RowOfSave {
    package let heldEntity: Unmanaged<EntityDescription>
    package let key: Int64
    package let version: Int32

    init(entity: EntityDescription, key: Int64, version: Int32) {
      heldEntity = .passUnretained(entity)
      self.key = key
      self.version = version
    }
  }

  /// Members that came and went in a relationship that has no to-one side.
  ///
  /// A many-to-many pair is listed from one of its ends only.
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
  /// Rows that are not written, and must not have been changed elsewhere.
  package internal(set) var checks: ContiguousArray<Version> = []
  package internal(set) var links: ContiguousArray<Link> = []
  package internal(set) var orders: ContiguousArray<Order> = []

  /// The other stores on disk that take a part of the same save: the store counts one more save shared with each.
  package internal(set) var companions: [UUID] = []

  /// The author of the save, and the name of its context, for stores that keep a history.
  package internal(set) var author: String?
  package internal(set) var contextName: String?

  /// Rows that are held here alone.
  private var made: ContiguousArray<Row> = []

  /// Starts with nothing to do.
  package init() {}

  /// Adds a row that no object stands for, and holds it.
  package mutating func insert(_ row: Row, of entity: EntityDescription) {
    made.append(row)
    inserts.append(Change(entity: entity, row: row, of: nil))
  }

  /// Adds members to a row's relationship that is to-many at both ends, in their order where it has one.
  package mutating func join(
    _ owner: ForeignKey, _ relationship: RelationshipDescription, to members: [ForeignKey]
  ) {
    links.append(Link(relationship: relationship, owner: owner, added: members, removed: []))
    if relationship.isOrdered { order(owner, relationship, members) }
  }

  /// Sets the order of a row's ordered relationship.
  package mutating func order(
    _ owner: ForeignKey, _ relationship: RelationshipDescription, _ members: [ForeignKey]
  ) {
    orders.append(Order(relationship: relationship, owner: owner, members: members))
  }

  /// How many rows there are to write or remove.
  package var count: Int { inserts.count + updates.count + deletes.count }

  /// Visits the changes of a list in runs of one entity.
  package static func forEachRun<Failure: Error>(
    of changes: ContiguousArray<Change>,
    _ body: (EntityDescription, UnsafeBufferPointer<Change>) throws(Failure) -> Void
  ) throws(Failure) {
    try changes.withUnsafeBufferPointer { (changes) throws(Failure) in
      for run in RowRuns(of: changes) { try body(run[0].entity, run) }
    }
  }

  /// Visits the rows of a list in runs of one entity.
  package static func forEachRun<Failure: Error>(
    of rows: ContiguousArray<Version>,
    _ body: (EntityDescription, UnsafeBufferPointer<Version>) throws(Failure) -> Void
  ) throws(Failure) {
    try rows.withUnsafeBufferPointer { (rows) throws(Failure) in
      for run in RowRuns(of: rows) { try body(run[0].entity, run) }
    }
  }

  /// Visits every row that is written, the new ones first.
  package func forEach(_ body: (Change) -> Void) {
    for change in inserts { body(change) }
    for change in updates { body(change) }
  }
}

/// What a save says of one row.
///
/// It does not hold the entity: a hundred thousand rows are not counted up and down at each step of their way.
package protocol RowOfSave {
  var heldEntity: Unmanaged<EntityDescription> { get }
}

extension RowOfSave {
  package var entity: EntityDescription { heldEntity.takeUnretainedValue() }
}

/// The rows of a list in runs of one entity.
///
/// A sequence, since a loop that calls a function which may throw anything is not compiled for each kind of row: it would
/// ask at every row what that is.
private struct RowRuns<Row: RowOfSave>: Sequence, IteratorProtocol {
  private let rows: UnsafeBufferPointer<Row>
  private var start = 0

  init(of rows: UnsafeBufferPointer<Row>) { self.rows = rows }

  mutating func next() -> UnsafeBufferPointer<Row>? {
    guard start < rows.count else { return nil }
    let (first, entity) = (start, rows[start].heldEntity.toOpaque())
    repeat { start += 1 } while start < rows.count && rows[start].heldEntity.toOpaque() == entity
    return UnsafeBufferPointer(rebasing: rows[first..<start])
  }
}

/// Which slots of a row were changed: what an update writes, and the key of its prepared statement.
package struct ChangedSlots: Hashable, Sendable {
  private let first: UInt64
  /// Only entities with more than sixty-four slots have more words.
  private let rest: [UInt64]?

  /// No slot at all.
  init() {
    first = 0
    rest = nil
  }

  /// The slots among the first sixty-four bits.
  init(_ word: UInt64, slotCount: Int) {
    first = word & (slotCount >= 64 ? .max : (1 << UInt64(slotCount)) - 1)
    rest = nil
  }

  init(_ words: UnsafeMutablePointer<UInt64>, slotCount: Int) {
    first = ChangedSlots(words[0], slotCount: slotCount).first
    rest = slotCount <= 64 ? nil : (1...(slotCount - 1) / 64).map { words[$0] }
  }

  /// Whether a slot was changed.
  package func contains(_ slot: Int) -> Bool {
    let word = slot < 64 ? first : rest?[slot / 64 - 1] ?? 0
    return word & (1 << UInt64(slot & 63)) != 0
  }

  /// Whether none was: a change of a to-many relationship alone gives the row a new version.
  package var isEmpty: Bool { first == 0 && rest?.allSatisfy { $0 == 0 } != false }
}

/// Why a store did not write a change set; nothing of it was written then.
package struct StoreObjections {
  /// Rows that are not as the change set expects them.
  package var conflicts: [StoreConflict] = []
  /// Rows with values that others have; looked for only where there are no conflicts.
  package var collisions: [StoreCollision] = []

  package init() {}

  /// Whether everything was written.
  package var isEmpty: Bool { conflicts.isEmpty && collisions.isEmpty }
}

/// A row that cannot be written, because another has the values that must be unique.
package struct StoreCollision {
  package let entity: EntityDescription
  package let key: Int64
  /// The properties whose values must be unique.
  package let keys: [String]
  /// The row that has them, in the store or earlier in the same change set.
  package let holder: (entity: EntityDescription, key: Int64)

  package init(
    entity: EntityDescription, key: Int64, keys: [String],
    holder: (entity: EntityDescription, key: Int64)
  ) {
    self.entity = entity
    self.key = key
    self.keys = keys
    self.holder = holder
  }
}

/// A row that is not as a change set expects it: changed or removed elsewhere.
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

// One row of a save: where its values lie while they are written, and what becomes of the row that was there.
extension ChangeSet {
  /// One row as it is to be written; a row that replaces another has the version that follows on it.
  ///
  /// Like the entity, the values are held by the save.
  package struct Change: RowOfSave {
    private enum Values {
      /// A row that was made for the save, of unsaved values where it takes the place of another.
      case made(Unmanaged<Row>, of: Unmanaged<Overlay>?)
      /// Unsaved values over a row that takes them once they are written.
      case unsaved(Unmanaged<Overlay>, over: Unmanaged<Row>)
    }

    package let heldEntity: Unmanaged<EntityDescription>
    private let held: Values
    private let version: Int32

    /// A row that was made, of unsaved values where there is a former one.
    init(entity: EntityDescription, row: Row, of overlay: Overlay?) {
      heldEntity = .passUnretained(entity)
      held = .made(.passUnretained(row), of: Unmanaged(of: overlay))
      version = row.version
    }

    /// Unsaved values for the row beneath them.
    init(entity: EntityDescription, _ overlay: Overlay, over row: Unmanaged<Row>) {
      heldEntity = .passUnretained(entity)
      held = .unsaved(.passUnretained(overlay), over: row)
      version = overlay.nextVersion
    }

    /// The slots that differ from the former row; empty for a row without one.
    package var changed: ChangedSlots {
      let overlay: Unmanaged<Overlay>? =
        switch held {
        case .made(_, let overlay): overlay
        case .unsaved(let overlay, _): overlay
        }
      return overlay?._withUnsafeGuaranteedRef { $0.changedSlots } ?? ChangedSlots()
    }

    /// Where the values lie, for the store that writes them.
    package var values: RowValues {
      switch held {
      case .made(let row, _): row._withUnsafeGuaranteedRef { RowValues($0) }
      case .unsaved(let overlay, let row):
        overlay._withUnsafeGuaranteedRef { $0.values(over: row, version: version) }
      }
    }

    /// Asks the processor for the values, and for the row that is to take them.
    @inline(__always) func prefetch() {
      switch held {
      case .made(let row, _): prefetchTwoLines(row.toOpaque())
      case .unsaved(let overlay, let row):
        prefetchTwoLines(overlay.toOpaque())
        prefetchTwoLines(row.toOpaque())
      }
    }

    /// What is to be in the cache from now on; under the lock of the table that is about to list it.
    @inline(__always) func written(for table: RowTable) -> WrittenRow {
      switch held {
      case .made(let row, _):
        row._withUnsafeGuaranteedRef { $0.link(to: table) }
        return WrittenRow(row: row)
      case .unsaved(let overlay, let row):
        return overlay._withUnsafeGuaranteedRef { $0.giveValues(to: row, version, for: table) }
      }
    }
  }
}

/// A row with the values of a save, linked to its table.
struct WrittenRow {
  let row: Unmanaged<Row>
  /// Whether the row was there before, with older values.
  var isFormer = false
  /// The row whose place it took beneath an object's changes, to be released without the table's lock.
  var replaced: AnyObject?
}
