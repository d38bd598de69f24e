// Asking stores for their history, and deleting it.

import Foundation
import Synchronization

extension ManagedObjectContext {
  /// Carries out a request about the history of stores: one request to each of them.
  @discardableResult public func execute(
    _ request: PersistentHistoryChangeRequest
  ) throws(GraphError) -> PersistentHistoryResult {
    checkQueue()
    return try coordinator().execute(request)
  }

  /// The author of saves, as the history of stores has it; nil, the default, where that is left open.
  public var transactionAuthor: String? {
    get { settings.transactionAuthor }
    set { fromAnywhere { settings.transactionAuthor = newValue } }
  }
}

extension PersistentStoreCoordinator {
  /// The place behind all that was saved so far to stores that keep a history; nil where none does.
  public func currentPersistentHistoryToken(
    fromStores stores: [any PersistentStore]? = nil
  ) throws(GraphError) -> PersistentHistoryToken? {
    var last: [UUID: Int64] = [:]
    for (seat, extent) in try historians(stores) { last[seat.store.identifier] = extent.last }
    return last.isEmpty ? nil : PersistentHistoryToken(last)
  }

  /// The stores that keep a history, each with what it reaches over.
  private func historians(
    _ stores: [any PersistentStore]?
  ) throws(GraphError) -> [(seat: StoreSeat, extent: HistoryExtent)] {
    var historians: [(seat: StoreSeat, extent: HistoryExtent)] = []
    for seat in state.withLock({ $0.seats }) {
      guard stores?.contains(where: { $0 === seat.store }) != false else { continue }
      if let extent = try seat.store.historyExtent() { historians.append((seat, extent)) }
    }
    return historians
  }

  func execute(
    _ request: PersistentHistoryChangeRequest
  ) throws(GraphError) -> PersistentHistoryResult {
    let historians = try historians(request.affectedStores)
    guard !historians.isEmpty else {
      throw GraphError(
        .unsupportedRequest,
        "No store that is asked keeps a history; open one with tracksHistory.")
    }
    var result = PersistentHistoryResult()
    for (seat, extent) in historians {
      switch request.purpose {
      case .fetch: result.transactions += try fetch(request.border, in: seat, extent)
      case .delete:
        guard let limit = limit(request.border, in: seat) else { continue }
        guard !seat.store.isReadOnly else { throw seat.store.refusalOfSaves }
        let purged = try seat.saves.inTurn { () throws(GraphError) in
          try seat.store.purgeHistory(before: limit, by: request.author)
        }
        count()
        result.deletedTransactions += purged.transactions
        result.deletedChanges += purged.changes
      }
    }
    return result
  }

  /// Nil where a token says nothing of a store.
  private func limit(
    _ border: PersistentHistoryChangeRequest.Border, in seat: StoreSeat
  ) -> HistoryLimit? {
    switch border {
    case .date(let date): .date(date)
    case .token(let token):
      token?.transactionNumber(ofStore: seat.store.identifier).map { .transaction($0) }
    }
  }

  private func fetch(
    _ border: PersistentHistoryChangeRequest.Border, in seat: StoreSeat, _ extent: HistoryExtent
  ) throws(GraphError) -> [PersistentHistoryTransaction] {
    let limit = limit(border, in: seat)
    if case .transaction(let number) = limit, !extent.reaches(back: number) {
      throw GraphError(
        .persistentHistoryTokenExpired,
        "The history after transaction \(number) of the store "
          + "\(seat.store.identifier.uuidString) was deleted in part; read everything anew, and purge only what "
          + "every reader has read.")
    }
    let found = try seat.store.history(after: limit ?? .transaction(0))
    count()
    return found.map { transaction($0, in: seat) }
  }

  private func transaction(
    _ stored: StoredTransaction, in seat: StoreSeat
  ) -> PersistentHistoryTransaction {
    PersistentHistoryTransaction(
      transactionNumber: stored.number, timestamp: stored.date, storeID: seat.store.identifier,
      author: stored.author, contextName: stored.contextName, bundleID: stored.bundleID,
      processID: stored.processID,
      changes: stored.changes.map { change in
        PersistentHistoryChange(
          changeID: change.number, changeType: change.type,
          changedObjectID: ManagedObjectID(
            entity: managedObjectModel.entities[change.entity], key: change.key, space: seat.space),
          updatedProperties: change.updatedKeys, kept: change.kept)
      })
  }
}
