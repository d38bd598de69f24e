// Up to where a reader has read the history of its stores.

public import Foundation

/// A place in the histories of some stores: what a reader keeps, to ask for what is newer.
public struct PersistentHistoryToken: Sendable, Hashable, Codable {
  /// The number of the last transaction, by the store's identifier.
  let transactions: [UUID: Int64]

  init(_ transactions: [UUID: Int64]) { self.transactions = transactions }

  /// The place before which all goes but for the last transactions of each store; a damaged file may have any number.
  package func keeping(_ count: Int) -> PersistentHistoryToken {
    PersistentHistoryToken(transactions.mapValues { $0 &- Int64(count) &+ 1 })
  }

  /// The number of the last transaction of a store; nil where the token says nothing of it.
  public func transactionNumber(ofStore identifier: UUID) -> Int64? { transactions[identifier] }
}
