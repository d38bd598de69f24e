// The history that a store keeps of its own changes: its rows, its bytes, and what a purge would free.

public import Foundation

extension StoreInspection {
  /// The persistent history of a store: a transaction for each save, and a change for each row in it.
  public struct History: Sendable {
    /// One kind of row.
    public struct Rows: Sendable, Encodable {
      /// How many there are.
      public let count: Int
      /// The bytes that stand in them.
      public let bytes: Int
      /// The bytes of the pages of their table and its indexes.
      public let pageBytes: Int
    }

    /// What has happened to the rows of one entity, as far as the history says.
    public struct Changes: Sendable, Encodable {
      /// Its name, or its number where the store does not know it.
      public let entity: String
      /// How many insertions there are.
      public let inserted: Int
      /// How many updates there are.
      public let updated: Int
      /// How many deletions there are.
      public let deleted: Int
    }

    /// What a purge removes and frees.
    public struct Purge: Sendable, Encodable {
      /// The limit in words.
      public let before: String
      /// How many transactions it removes.
      public let transactions: Int
      /// How many changes it removes.
      public let changes: Int
      /// The bytes that stand in what it removes.
      public let bytes: Int
      /// The bytes of the pages that become free.
      ///
      /// New rows take them; the file is no smaller until it is vacuumed.
      public let freedBytes: Int
    }

    /// One for each save.
    public let transactions: Rows
    /// One for each row of a save.
    public let changes: Rows
    /// The names of authors, contexts and processes, which transactions refer to.
    public let names: Rows
    /// When the oldest transaction was saved; nil where there is none, or its date is none.
    public let oldest: Date?
    /// When the newest one was.
    public let newest: Date?
    /// By the entities' numbers.
    public let changed: [Changes]
    /// What a purge would do, where one was asked for.
    public let purge: Purge?

    /// The bytes of all its pages.
    public var pageBytes: Int { transactions.pageBytes + changes.pageBytes + names.pageBytes }
  }

  /// Up to where a history is purged.
  public enum HistoryLimit: Sendable, Hashable {
    /// What was saved before a date goes.
    case date(Date)
    /// What was saved before a transaction goes, as a token names it by its number.
    case transaction(Int64)

    /// The limit in words.
    public var words: String {
      switch self {
      case .date(let date): date.formatted(.iso8601)
      case .transaction(let number): "transaction \(number)"
      }
    }
  }
}

extension StoreInspection.History: Encodable {
  private enum CodingKeys: CodingKey {
    case transactions, changes, names, oldest, newest, changed, purge
  }

  /// Dates are written as texts, such as `2024-05-10T20:07:31Z`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(transactions, forKey: .transactions)
    try container.encode(changes, forKey: .changes)
    try container.encode(names, forKey: .names)
    try container.encodeIfPresent(oldest?.formatted(.iso8601), forKey: .oldest)
    try container.encodeIfPresent(newest?.formatted(.iso8601), forKey: .newest)
    try container.encode(changed, forKey: .changed)
    try container.encodeIfPresent(purge, forKey: .purge)
  }
}
