// A store without a file: its rows go with it.

import Foundation
import Synchronization

/// Rows in memory, behind the same protocol as rows on a disk.
///
/// The store keeps copies of its own: a row that goes up is a new one, as from any other store, so the
/// row cache, its hits and its misses mean the same everywhere.
final class MemoryStore: StoreEngine {
  let identifier: UUID
  let type = StoreType.inMemory.name
  let url: URL? = nil
  let isReadOnly: Bool
  /// A Boolean value that indicates whether saves derive attributes along relationships.
  private let derives: Bool
  private let model: ManagedObjectModel
  private let lock = Lock()
  // The lock guards them; every use passes through `withShelves`.
  @exclusivity(unchecked) nonisolated(unsafe) private var shelves: MemoryShelves
  private let list = Mutex<Data?>(nil)
  // Saves run one after the other, and each has emptied it before the next begins.
  nonisolated(unsafe) private(set) var derivedValues: [DerivedValue] = []

  init(_ model: ManagedObjectModel, _ options: StoreOptions) {
    self.model = model
    identifier = options.identifier ?? UUID()
    isReadOnly = options.isReadOnly
    derives = model.derivations.hasKept
    shelves = MemoryShelves(model)
  }

  /// Begins with the rows of another store, which keeps them.
  init(copying other: MemoryStore, _ options: StoreOptions) {
    model = other.model
    identifier = options.identifier ?? UUID()
    isReadOnly = options.isReadOnly
    derives = other.derives
    shelves = other.withShelves { $0.copy() }
  }

  private func withShelves<Result, Failure: Error>(
    _ body: (inout MemoryShelves) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) in try body(&shelves) }
  }

  var statistics: StoreStatistics { withShelves { $0.statistics } }

  /// Shows the rows, which are copies of the store's own, and the members of relationships.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .store)
    withShelves { $0 }.showBlocks(to: visitor)
  }

  /// Nothing is kept open.
  func endReading() {}

  func fetch(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError) {
    guard query.isPlain else {
      return try withShelves { shelves throws(GraphError) in
        try ShelfSearch(query, model).hand(&shelves, to: rows)
        shelves.countRows(rows.count)
      }
    }
    withShelves { shelves in
      defer { shelves.countRows(rows.count) }
      var skip = query.offset
      for entity in query.entities {
        let shelf = shelves.rows(of: entity)
        rows.begin(entity, expecting: query.limit == 0 ? shelf.count : 0)
        for case let shelved? in shelf {
          let row = shelved.row
          if query.limit > 0, rows.count == query.limit { return }
          guard skip == 0 else {
            skip -= 1
            continue
          }
          if !query.wantsValues {
            rows.append(key: row.key)
          } else {
            rows.append(copyOf: row, entity.layout)
          }
        }
      }
    }
  }

  func count(_ query: StoreQuery) throws(GraphError) -> Int {
    try withShelves { shelves throws(GraphError) in
      try ShelfSearch(query, model).count(&shelves)
    }
  }

  func table(_ query: TableQuery) throws(GraphError) -> [[TableCell]] {
    try withShelves { shelves throws(GraphError) in
      let lines = try ShelfTable(query, model).lines(&shelves)
      shelves.countRows(lines.count)
      return lines
    }
  }

  func row(_ key: Int64, of entity: EntityDescription) -> Row? {
    withShelves { shelves in
      let found = shelves.row(key, of: entity)
      shelves.countRows(found == nil ? 0 : 1)
      return found
    }?.row.copy(entity.layout)
  }

  func rows(for keys: [Int64], of entity: EntityDescription, into rows: FetchedRows) -> Int {
    withShelves { shelves in
      hand(keys, of: entity, from: shelves, to: rows)
      shelves.countRows(rows.count)
    }
    return 1
  }

  func members(
    of tie: EntityLayout.Tie, owners: [ForeignKey], into rows: FetchedRows
  ) -> (members: [[ForeignKey]], requests: Int) {
    withShelves { shelves in
      var members: [[ForeignKey]] = []
      var keys = [Set<Int64>](repeating: [], count: model.entities.count)
      for owner in owners {
        members.append(shelves.members(of: tie, owner: owner, model))
        for member in members[members.count - 1] { keys[member.entity].insert(member.key) }
      }
      for (entity, keys) in zip(model.entities, keys) where !keys.isEmpty && rows.wantsValues {
        hand(keys.sorted(), of: entity, from: shelves, to: rows)
      }
      shelves.countRows(rows.count + members.reduce(0) { $0 + $1.count })
      return (members, 1)
    }
  }

  private func hand(
    _ keys: [Int64], of entity: EntityDescription, from shelves: MemoryShelves,
    to rows: FetchedRows
  ) {
    rows.begin(entity, expecting: keys.count)
    for key in keys {
      guard let row = shelves.row(key, of: entity)?.row else { continue }
      rows.append(copyOf: row, entity.layout)
    }
  }

  func metadata() -> [String: Any] { PropertyLists.values(list.withLock { $0 }) }

  func setMetadata(_ values: [String: Any]) throws(GraphError) {
    let merged = try PropertyLists.data(metadata().merging(values) { _, new in new })
    list.withLock { $0 = merged }
  }

  func members(of tie: EntityLayout.Tie, owner: ForeignKey) -> [ForeignKey] {
    withShelves { shelves in
      let members = shelves.members(of: tie, owner: owner, model)
      shelves.countRows(members.count)
      return members
    }
  }

  func reserveKeys(_ count: Int, for entity: EntityDescription) -> Int64 {
    withShelves { $0.reserveKeys(count, for: entity) }
  }

  func carryOut(
    _ batch: StoreBatch, settle: (StoreBatch.Question) -> Void
  ) throws(GraphError) -> StoreBatch.Outcome? {
    var work = MemoryBatch(batch, model)
    let outcome = try withShelves { shelves throws(GraphError) in try work.run(&shelves) }
    guard let outcome else { return nil }
    let written = work
    if outcome.rowsWritten > 0 {
      settle { keys, entity in
        keys.filter { written.hasWritten(ForeignKey(entity: entity.index, key: $0)) }
      }
    }
    return outcome
  }

  /// Only looks: saves of a store run one after the other, so nothing comes between this and the end.
  func beginWriting(_ changes: ChangeSet) -> StoreObjections {
    var objections = StoreObjections()
    withShelves { shelves in
      for (entity, key) in shelves.conflicts(with: changes) {
        let current = shelves.row(key, of: entity)?.row.copy(entity.layout)
        objections.conflicts.append(StoreConflict(entity: entity, key: key, current: current))
      }
      if objections.isEmpty { objections.collisions = shelves.collisions(with: changes, model) }
    }
    return objections
  }

  func keepWriting(_ changes: ChangeSet) {
    withShelves { shelves in
      guard derives else { return shelves.write(changes) }
      var derivation = MemoryDerivation(model)
      derivedValues = derivation.write(changes, to: &shelves)
    }
  }

  func endWriting(_ changes: ChangeSet) { derivedValues = [] }
}
