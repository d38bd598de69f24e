// The history of stores: what its transactions have changed, and requests that read or delete them.

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
  /// The author whose transactions are deleted; nil for those of every author.
  ///
  /// It does not narrow what is fetched.
  public var author: String?

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

/// One save to one store.
public struct PersistentHistoryTransaction: Sendable {
  /// Its number; later ones have greater numbers.
  public let transactionNumber: Int64
  /// When it was saved.
  public let timestamp: Date
  /// The identifier of the store.
  public let storeID: UUID
  /// The author of the save, as ``ManagedObjectContext/transactionAuthor`` says.
  public let author: String?
  /// The name of the context that has saved.
  public let contextName: String?
  /// The bundle of the program that has saved.
  public let bundleID: String?
  /// The process that has saved.
  public let processID: String?
  /// What it has changed, a change an object, in the order of their numbers.
  public let changes: [PersistentHistoryChange]

  /// The place behind it.
  public var token: PersistentHistoryToken { PersistentHistoryToken([storeID: transactionNumber]) }

  /// The changes of the transaction, as a context merges them.
  public var savedChanges: SavedChanges {
    var saved = SavedChanges()
    for change in changes {
      switch change.changeType {
      case .insert: saved.inserted.append(change.changedObjectID)
      case .update: saved.updated.append(change.changedObjectID)
      case .delete: saved.deleted.append(change.changedObjectID)
      }
    }
    return saved
  }
}

/// What a save did to one object.
public struct PersistentHistoryChange: Sendable {
  /// What has happened to it; the numbers are those of the format.
  public enum ChangeType: Int, Sendable {
    case insert, update, delete
  }

  /// Its number.
  public let changeID: Int64
  /// What has happened.
  public let changeType: ChangeType
  /// The object that it has happened to.
  public let changedObjectID: ManagedObjectID
  /// The names of the properties that an update has set; nil where the history does not say it, as after a change of
  /// members alone.
  public let updatedProperties: Set<String>?
  let kept: [String: Scalar]

  /// What is kept of an object that was deleted: the values of attributes that
  /// ``AttributeDescription/preservesValueInHistoryOnDeletion`` names, by key.
  public var tombstone: [String: Any] {
    let attributes = changedObjectID.entity.attributesByName
    var values: [String: Any] = [:]
    for (name, scalar) in kept {
      values[name] = attributes[name].flatMap { QueryType($0).bare(scalar) }
    }
    return values
  }
}

/// A place in the histories of some stores: what a reader keeps, to ask for what is newer.
public struct PersistentHistoryToken: Sendable, Hashable, Codable {
  /// The number of the last transaction, by the store's identifier.
  let transactions: [UUID: Int64]

  init(_ transactions: [UUID: Int64]) { self.transactions = transactions }

  /// The place before which all goes but for the last transactions of each store; a damaged file may have any number.
  package func keeping(_ count: Int) -> PersistentHistoryToken {
    PersistentHistoryToken(transactions.mapValues { $0 &- Int64(count) &+ 1 })
  }

  /// The place of a later token in the stores that it says something of, and this one in the others.
  package func moved(to later: PersistentHistoryToken) -> PersistentHistoryToken {
    PersistentHistoryToken(transactions.merging(later.transactions) { $1 })
  }

  /// Shows the memory of the token, as the script's own.
  package func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: transactions, .script)
  }

  /// The number of the last transaction of a store; nil where the token says nothing of it.
  public func transactionNumber(ofStore identifier: UUID) -> Int64? { transactions[identifier] }
}
