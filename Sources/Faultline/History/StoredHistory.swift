// The history of a store as the store hands it up: rows of transactions and changes, by number and date.

package import Foundation

/// What a store's history is asked for, and up to where it is purged.
package enum HistoryLimit: Sendable, Hashable {
  /// The moment of a save.
  case date(Date)
  /// A transaction, by its number.
  case transaction(Int64)
}

/// What transactions say of the program that has saved.
package struct HistoryOrigin: Sendable {
  package let bundleID: String?
  package let processID: String?
  /// When each transaction is said to be saved, by its number; nil for the time that a clock shows.
  package let first: Date?

  package init(bundleID: String?, processID: String?, first: Date? = nil) {
    self.bundleID = bundleID
    self.processID = processID
    self.first = first
  }

  /// This program, and the time as it passes.
  package static var current: HistoryOrigin {
    HistoryOrigin(
      bundleID: Bundle.main.bundleIdentifier, processID: ProcessInfo.processInfo.processName)
  }

  /// When a transaction was saved.
  package func date(of number: Int64) -> Date {
    first.map { $0.addingTimeInterval(Double(number)) } ?? Date()
  }
}

/// One save as a store remembers it.
package struct StoredTransaction: Sendable {
  /// One row of it.
  package struct Change: Sendable {
    package let number: Int64
    package let type: PersistentHistoryChange.ChangeType
    /// The entity, by its index in the model.
    package let entity: Int
    package let key: Int64
    /// What an update has set; nil where nothing says it.
    package var updatedKeys: Set<String>?
    /// What is kept of an object that was deleted.
    package var kept: [String: Scalar] = [:]

    package init(
      number: Int64, type: PersistentHistoryChange.ChangeType, entity: Int, key: Int64
    ) {
      self.number = number
      self.type = type
      self.entity = entity
      self.key = key
    }
  }

  package let number: Int64
  package let date: Date
  package var author: String?
  package var contextName: String?
  package var bundleID: String?
  package var processID: String?
  package var changes: [Change] = []

  package init(number: Int64, date: Date) {
    self.number = number
    self.date = date
  }
}

/// From where to where a store's history reaches.
package struct HistoryExtent: Sendable, Equatable {
  /// The number of the oldest transaction that is there; nil where there is none.
  package let oldest: Int64?
  /// The greatest number that a transaction ever had; 0 where there was none yet.
  package let last: Int64

  package init(oldest: Int64?, last: Int64) {
    self.oldest = oldest
    self.last = last
  }

  /// Whether what followed on a transaction is there as a whole; a damaged file or token may have any number.
  func reaches(back number: Int64) -> Bool {
    guard let oldest else { return last <= number }
    return oldest <= number || oldest - 1 == number
  }
}

/// How much a purge has removed.
package struct PurgedHistory: Sendable, Equatable {
  package var transactions = 0
  package var changes = 0

  package init(transactions: Int = 0, changes: Int = 0) {
    self.transactions = transactions
    self.changes = changes
  }
}

/// Stores that keep no history.
extension StoreEngine {
  package func history(after limit: HistoryLimit) throws(GraphError) -> [StoredTransaction] {
    throw keepsNoHistory
  }

  package func purgeHistory(
    before limit: HistoryLimit, by author: String?
  ) throws(GraphError) -> PurgedHistory {
    throw keepsNoHistory
  }

  package func historyExtent() throws(GraphError) -> HistoryExtent? { nil }

  private var keepsNoHistory: GraphError {
    GraphError(
      .unsupportedRequest,
      "A store of the type '\(type)' keeps no history; use a SQLite store with tracksHistory.")
  }
}
