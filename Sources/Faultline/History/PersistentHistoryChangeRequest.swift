// Requests about the history of stores: reading what is newer, deleting what is older.

public import Foundation

/// Fetches the history of stores, or deletes a part of it.
///
/// Stores keep one that are opened with ``StoreOptions/tracksHistory``. It grows with every save until it is deleted:
///
/// ```swift
/// let news = try context.execute(.fetchHistory(after: token))
/// token = news.token ?? token
/// try context.execute(.deleteHistory(before: weekAgo))
/// ```
public struct PersistentHistoryChangeRequest: Sendable {
  enum Purpose: Sendable {
    case fetch, delete
  }

  /// What a history is divided by.
  enum Border: Sendable {
    case token(PersistentHistoryToken?)
    case date(Date)
  }

  let purpose: Purpose
  let border: Border
  /// The stores that are asked; nil for all that keep a history.
  public var affectedStores: [any PersistentStore]?

  /// Asks for what was saved after a token; after nil for everything.
  ///
  /// A token is expired, which is an error, as soon as something was deleted that is newer.
  public static func fetchHistory(after token: PersistentHistoryToken?) -> Self {
    Self(purpose: .fetch, border: .token(token))
  }

  /// Asks for what was saved after a moment.
  public static func fetchHistory(after date: Date) -> Self {
    Self(purpose: .fetch, border: .date(date))
  }

  /// Asks to delete what was saved before the transaction of a token.
  public static func deleteHistory(before token: PersistentHistoryToken) -> Self {
    Self(purpose: .delete, border: .token(token))
  }

  /// Asks to delete what was saved before a moment.
  public static func deleteHistory(before date: Date) -> Self {
    Self(purpose: .delete, border: .date(date))
  }
}

/// What a request about history has found, or has done.
public struct PersistentHistoryResult: Sendable {
  /// The transactions that were asked for, store by store and in the order of their numbers.
  public internal(set) var transactions: [PersistentHistoryTransaction] = []
  /// How many transactions were deleted.
  public internal(set) var deletedTransactions = 0
  /// How many changes were deleted with them.
  public internal(set) var deletedChanges = 0

  /// The place behind the transactions; nil where there are none.
  public var token: PersistentHistoryToken? {
    guard !transactions.isEmpty else { return nil }
    return PersistentHistoryToken(
      transactions.reduce(into: [:]) { $0[$1.storeID] = $1.transactionNumber })
  }
}
