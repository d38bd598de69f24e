// A transaction of a store that takes several change sets, and is read from meanwhile.

import Synchronization

/// A store as it is within a transaction that is open: what was written shows, and only here.
///
/// A row that several of the change sets change has one new version in the end, and one change in a history.
package protocol StoreTransaction: StoreEngine {
  /// Of some rows those that are there and, after them, the rows that delete rules remove with them: round by round,
  /// entity by entity, in the order of their keys.
  func going(
    with keys: [ForeignKey], followingRules: Bool
  ) throws(GraphError) -> [ForeignKey]
  /// Lets a history list changes of some rows before those of others, in this order; said before the first change set.
  func list(first keys: [ForeignKey])
  /// The rows that were changed and not removed, entity by entity and in the order of their keys.
  func changedRows() throws(GraphError) -> [ForeignKey]
  /// How many rows were written more than once, each counted as often as it was too often.
  var repeatedWrites: Int { get }
}

extension StoreEngine {
  package func inOneTransaction(
    _ body: (any StoreTransaction) throws(GraphError) -> Void,
    settle: (StoreBatch.Question) -> Void
  ) throws(GraphError) -> Bool { false }
}

extension PersistentStoreCoordinator {
  /// Runs a body in one transaction of a store, with a coordinator that has the store as the transaction sees it; nil,
  /// and nothing was done, where the store cannot be read from while it is written to.
  ///
  /// That coordinator has a row cache of its own: rows that may be taken back are for no one else. The body must not
  /// ask this one.
  func inOneTransaction<Outcome>(
    of space: KeySpace, for requester: ActivityCounts?,
    _ body: (PersistentStoreCoordinator, any StoreTransaction) throws(GraphError) -> Outcome
  ) throws(GraphError) -> Outcome? {
    let seat = try openSeat(of: space)
    guard !seat.store.isReadOnly else { return nil }
    var outcome: Outcome?
    var counts = CoordinatorStatistics()
    let isDone = try seat.saves.inTurn { () throws(GraphError) in
      try seat.store.inOneTransaction { (transaction) throws(GraphError) in
        let inner = PersistentStoreCoordinator(within: transaction, seat, self)
        // Only this coordinator says that the store is closed.
        defer { inner.state.withLock { $0.seats = [] } }
        outcome = try body(inner, transaction)
        counts = inner.state.withLock { $0.counts }
        counts.rowsWritten -= transaction.repeatedWrites
      } settle: { question in
        forgetRows(of: seat, question)
      }
    }
    guard isDone else { return nil }
    requester?.add(counts.roundTrips, .roundTrips, of: nil)
    count(counts.roundTrips) { $0.rowsWritten += counts.rowsWritten }
    // The rows are there by now: metadata that cannot be written waits for the next save.
    try? writeMetadata(seat.store)
    seat.store.endReading()
    if counts.rowsWritten > 0 { announceWrites(to: [space]) }
    return outcome
  }

  private convenience init(
    within transaction: any StoreTransaction, _ seat: StoreSeat, _ outer: PersistentStoreCoordinator
  ) {
    self.init(managedObjectModel: outer.managedObjectModel, tally: outer.tally)
    let watch = ReadWatch()
    let inner = StoreSeat(
      store: transaction, space: seat.space,
      rows: seat.holds.indices.map { RowTable(of: $0, watch) }, holds: seat.holds,
      postsRemoteChanges: false, watch: watch)
    state.withLock { $0.seats = [inner] }
  }
}
