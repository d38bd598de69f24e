// What a coordinator keeps about its stores.

import Foundation
import Synchronization

/// One store with what the coordinator keeps for it.
///
/// A class, since every fault that fires asks for it: one reference is counted instead of all that it holds.
final class StoreSeat: Sendable {
  let store: any StoreEngine
  let space: KeySpace
  /// The row cache, by entity.
  let rows: [RowTable]
  /// Which entities it keeps, by their positions.
  let holds: [Bool]
  /// Whether every write to it is announced.
  let postsRemoteChanges: Bool
  /// The current readers, and what is written meanwhile.
  let watch: ReadWatch
  /// One save at a time, with what it does to the row cache.
  let saves = SaveLine()

  /// Whether it takes part in a save before another store: locks are taken and saves are ended in this order.
  ///
  /// All processes have the same order, so that none waits for another in a circle. What ends in memory cannot fail,
  /// and comes last.
  func precedes(_ other: StoreSeat) -> Bool {
    let (isOnDisk, otherIsOnDisk) = (store.url != nil, other.store.url != nil)
    guard isOnDisk == otherIsOnDisk else { return isOnDisk }
    return store.identifier.uuidString < other.store.identifier.uuidString
  }

  /// Lets go of rows that no object uses, since the store goes.
  func letGoOfRows() { for table in rows { table.letGoOfRows() } }

  init(
    store: any StoreEngine, space: KeySpace, rows: [RowTable], holds: [Bool],
    postsRemoteChanges: Bool, watch: ReadWatch
  ) {
    self.store = store
    self.space = space
    self.rows = rows
    self.holds = holds
    self.postsRemoteChanges = postsRemoteChanges
    self.watch = watch
  }
}

/// The line in which saves to one store stand: rows are listed in the order in which they were written.
final class SaveLine: Sendable {
  private let lock = Mutex(())

  func inTurn<Outcome: ~Copyable>(
    _ body: () throws(GraphError) -> Outcome
  ) throws(GraphError) -> Outcome {
    try lock.withLock { _ throws(GraphError) in try body() }
  }
}

/// Everything about a coordinator that changes.
struct CoordinatorState {
  var seats: [StoreSeat] = []
  /// What was kept for stores that were removed: their IDs are good again once they are back.
  var leftSeats: [(space: KeySpace, rows: [RowTable], watch: ReadWatch)] = []
  /// Metadata that the next save writes, by store, as property lists.
  var metadata: [UUID: Data] = [:]
  /// Saves that not all open stores have that should.
  var tornSaves: [TornSave] = []
  /// Called when a store has its part of a save and the next one has not: tests let something happen there.
  var betweenCommits: (@Sendable () -> Void)?
  var keepsFetchTimes = false
  var keepsRows = false
  var leavesDataInFiles = false
  var counts = CoordinatorStatistics()
  /// What objects were called before they were saved.
  var formerNames = FormerNames()
  private var lastOrdinal = 0

  /// The seat that a store had before, or a new one.
  mutating func seat(
    for store: any StoreEngine, holding holds: [Bool], _ options: StoreOptions
  ) -> StoreSeat {
    if leavesDataInFiles { store.leaveDataInFiles() }
    if let place = leftSeats.firstIndex(where: { $0.space.store == store.identifier }) {
      let left = leftSeats.remove(at: place)
      left.space.open(store)
      if keepsRows { for table in left.rows { table.keepRows() } }
      return StoreSeat(
        store: store, space: left.space, rows: left.rows, holds: holds,
        postsRemoteChanges: options.postsRemoteChanges, watch: left.watch)
    }
    lastOrdinal += 1
    let watch = ReadWatch()
    let rows = holds.indices.map { RowTable(of: $0, watch) }
    if keepsFetchTimes { for table in rows { table.keepFetchTimes() } }
    if keepsRows { for table in rows { table.keepRows() } }
    return StoreSeat(
      store: store, space: KeySpace(store, ordinal: lastOrdinal), rows: rows, holds: holds,
      postsRemoteChanges: options.postsRemoteChanges, watch: watch)
  }
}
