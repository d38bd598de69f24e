// One of two stores that a walk compares, with the contexts on it.

import Faultline
import FaultlineTestGraph

@testable import FaultlineSQLite

/// One of the two stores with the contexts on it.
struct ParitySide {
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext
  /// Another context, which saves in between.
  let other: ManagedObjectContext
  /// The known objects, by the walk's own numbers.
  var ids: [ManagedObjectID] = []
  /// Objects that were never saved, whose IDs will change.
  var new: [ManagedObjectID: ManagedObject] = [:]
  /// What was counted when the store was open: only a file has to be made.
  private let first: CoordinatorStatistics

  init(_ coordinator: PersistentStoreCoordinator) throws {
    self.coordinator = coordinator
    context = try makeContext(on: coordinator)
    other = try makeContext(on: coordinator)
    first = coordinator.statistics
  }

  /// What was counted since.
  ///
  /// How many statements a request takes, and what lies beside the file, is the store's own affair.
  var counts: CoordinatorStatistics {
    var counts = coordinator.statistics
    counts.transactions -= first.transactions
    // Rows of a history are the file's own.
    for store in coordinator.persistentStores.compactMap({ $0 as? SQLiteStore }) {
      counts.rowsWritten -= store.statistics.historyRows
    }
    counts.statements = 0
    counts.logBytes = 0
    counts.longestLogBytes = 0
    counts.fileBytes = 0
    return counts
  }
}
