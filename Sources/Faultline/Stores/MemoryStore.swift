// A store that forgets when it is let go.

import Foundation
import Synchronization

/// Rows in memory, behind the same wall as rows on a disk.
///
/// The store keeps copies of its own: a row that goes up is a new one, as from any other store, so the
/// row cache, its hits and its misses mean the same everywhere.
final class MemoryStore: StoreEngine {
  let identifier: UUID
  let type = StoreType.inMemory.name
  let url: URL? = nil
  let isReadOnly: Bool

  /// The rows of one entity.
  ///
  /// Keys are handed out in turn, so a row lies at its key.
  fileprivate struct Shelf: Sendable {
    var rows: ContiguousArray<ShelvedRow?> = [nil]
  }

  /// A row that only this store has.
  ///
  /// Unchecked: it is a copy, and never changes.
  fileprivate struct ShelvedRow: @unchecked Sendable {
    let row: Row
  }

  fileprivate struct Shelves {
    var shelves: [Shelf]
    /// For each to-one relationship that somebody asked the other way round: its owners by destination.
    var owners: [ObjectIdentifier: [ForeignKey: Set<ForeignKey>]] = [:]
  }

  private let model: ManagedObjectModel
  private let state: Mutex<Shelves>

  init(_ model: ManagedObjectModel, _ options: StoreOptions) {
    self.model = model
    identifier = options.identifier ?? UUID()
    isReadOnly = options.isReadOnly
    state = Mutex(Shelves(shelves: Array(repeating: Shelf(), count: model.entities.count)))
  }

  func fetch(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError) {
    state.withLock { state in
      var skip = query.offset
      for entity in query.entities {
        let shelf = state.shelves[entity.index]
        rows.begin(entity, expecting: query.limit == 0 ? shelf.rows.count : 0)
        for case let shelved? in shelf.rows {
          let row = shelved.row
          if query.limit > 0, rows.count == query.limit { return }
          guard skip == 0 else {
            skip -= 1
            continue
          }
          if !query.wantsValues {
            rows.append(key: row.key)
          } else if !rows.offer(row.key, version: row.header.version) {
            rows.append(row.copy(entity.layout))
          }
        }
      }
    }
  }

  func row(_ key: Int64, of entity: EntityDescription) -> Row? {
    let shelved: ShelvedRow? = state.withLock { state in
      let rows = state.shelves[entity.index].rows
      return key > 0 && key < rows.count ? rows[Int(key)] : nil
    }
    return shelved?.row.copy(entity.layout)
  }

  func members(of tie: EntityLayout.Tie, owner: ForeignKey) -> [ForeignKey] {
    guard let inverse = tie.relationship.inverseRelationship,
      let destination = tie.relationship.destinationEntity
    else { return [] }
    let index = ObjectIdentifier(inverse)
    let family = model.family(of: destination)
    return state.withLock { state in
      if state.owners[index] == nil {
        state.owners[index] = [:]
        for entity in family {
          for case let shelved? in state.shelves[entity.index].rows {
            state.enter(shelved.row, nil, entity, only: index)
          }
        }
      }
      return (state.owners[index]?[owner] ?? []).sorted { $0.bits < $1.bits }
    }
  }

  func reserveKeys(_ count: Int, for entity: EntityDescription) -> Int64 {
    state.withLock { state in
      let first = state.shelves[entity.index].rows.count
      state.shelves[entity.index].rows.append(contentsOf: repeatElement(nil, count: count))
      return Int64(first)
    }
  }

  func commit(_ changes: ChangeSet) {
    state.withLock { state in
      changes.forEach { change in
        let index = change.entity.index
        let place = Int(change.row.key)
        let copy = change.row.copy(change.entity.layout)
        let former = state.shelves[index].rows[place]
        state.shelves[index].rows[place] = ShelvedRow(row: copy)
        state.enter(copy, former?.row, change.entity, only: nil)
      }
    }
  }
}

extension MemoryStore.Shelves {
  /// Keeps the lists of owners true for one row that comes, or takes a former one's place.
  fileprivate mutating func enter(
    _ row: Row, _ former: Row?, _ entity: EntityDescription, only wanted: ObjectIdentifier?
  ) {
    guard !owners.isEmpty else { return }
    let owner = ForeignKey(entity: entity.index, key: row.key)
    for tie in entity.layout.ties {
      let index = ObjectIdentifier(tie.relationship)
      guard let slot = tie.slot, owners[index] != nil, wanted == nil || wanted == index else {
        continue
      }
      let old = former.flatMap { $0.foreignKey(slot) }
      let new = row.foreignKey(slot)
      guard old != new else { continue }
      if let old { owners[index]?[old]?.remove(owner) }
      if let new { owners[index]?[new, default: []].insert(owner) }
    }
  }
}
