// A store's file within one transaction that is open: written to and read from by the connection that writes.

internal import Faultline
import Foundation

/// A store as it is within its open transaction; the store's lock confines it.
final class FileTransaction: StoreTransaction, @unchecked Sendable {
  private let store: SQLiteStore
  private let writer: Writer
  private let reader: Reader
  private let ledger: WriteLedger

  init(_ store: SQLiteStore, _ writer: Writer, _ reader: Reader, _ ledger: WriteLedger) {
    self.store = store
    self.writer = writer
    self.reader = reader
    self.ledger = ledger
  }

  var identifier: UUID { store.identifier }
  var type: String { store.type }
  var url: URL? { store.url }
  var isReadOnly: Bool { false }
  /// The store counts what its connection does.
  var statistics: StoreStatistics { StoreStatistics() }

  // MARK: - Reading

  func fetch(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError) {
    try reader.fetch(query, into: rows)
  }

  func count(_ query: StoreQuery) throws(GraphError) -> Int { try reader.count(query) }

  func row(_ key: Int64, of entity: EntityDescription) throws(GraphError) -> Row? {
    try reader.row(key, of: entity)
  }

  func rows(
    for keys: [Int64], of entity: EntityDescription, into rows: FetchedRows
  ) throws(GraphError) -> Int {
    try reader.rows(for: keys, of: entity, into: rows)
    return 1
  }

  func members(of tie: EntityLayout.Tie, owner: ForeignKey) throws(GraphError) -> [ForeignKey] {
    try reader.members(of: tie.relationship, owner: owner)
  }

  func members(
    of tie: EntityLayout.Tie, owners: [ForeignKey], into rows: FetchedRows
  ) throws(GraphError) -> (members: [[ForeignKey]], requests: Int) {
    (try reader.members(of: tie.relationship, owners: owners, into: rows), 1)
  }

  func dataInFile(_ name: UnsafeRawBufferPointer) throws(GraphError) -> Data {
    try store.dataInFile(name)
  }

  /// The transaction stays as long as its body runs.
  func endReading() {}

  func history(after limit: HistoryLimit) throws(GraphError) -> [StoredTransaction] {
    try reader.history(after: limit)
  }

  func historyExtent() throws(GraphError) -> HistoryExtent? { nil }

  // MARK: - Writing

  func reserveKeys(_ count: Int, for entity: EntityDescription) throws(GraphError) -> Int64 {
    try writer.takeKeys(count, for: entity)
  }

  func beginWriting(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    try writer.add(changes)
  }

  /// Nothing is kept before all is.
  func keepWriting(_ changes: ChangeSet) {}

  func endWriting(_ changes: ChangeSet) {}

  func purgeHistory(before limit: HistoryLimit, by author: String?) -> PurgedHistory {
    PurgedHistory()
  }

  // MARK: - As a transaction

  func going(
    with keys: [ForeignKey], followingRules: Bool
  ) throws(GraphError) -> [ForeignKey] {
    try writer.going(with: keys, followingRules: followingRules)
  }

  func list(first keys: [ForeignKey]) { ledger.listedFirst = keys }

  func changedRows() throws(GraphError) -> [ForeignKey] { try ledger.changedRows() }

  var repeatedWrites: Int { ledger.repeats }
}
