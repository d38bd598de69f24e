// A store in a SQLite file, in the physical format of Core Data.

public import Faultline
public import Foundation
import Synchronization

extension StoreType {
  /// A store in a SQLite file.
  public static let sqlite = StoreType(name: "SQLite") { model, url, options throws(GraphError) in
    try SQLiteStore(model, url, options)
  }
}

/// Rows in a SQLite file.
///
/// One connection writes and others read, so that questions do not wait for saves. What is read in one
/// turn belongs together: the first question opens a read transaction, and the end of the turn, the next
/// fetch or a save ends it. Unchecked: the writer is touched only by the thread that holds its lock.
public final class SQLiteStore: StoreEngine, @unchecked Sendable {
  /// The identifier that is part of every object ID of the store.
  public let identifier: UUID
  /// The name of the store's type.
  public let type = StoreType.sqlite.name
  /// Where the store lies.
  public let url: URL?
  /// Whether saves are refused.
  public let isReadOnly: Bool

  private let file: StoreFile
  private let readers: ReaderPool
  private let writeLock = NSLock()
  /// Nil where saves are refused.
  private let writer: Writer?
  /// Whether there is a history of the store's changes.
  private let keepsHistory: Bool
  /// Whether writes of others are to be announced.
  private let watchesOthers: Bool
  private let seenVersion = Mutex<FileVersion?>(nil)

  /// What the model and the file do not agree on, in sentences; only a store that is read-only has any.
  ///
  /// An attribute without a column has no value, and a relationship without a place has no members.
  public let differences: [String]

  package let refusalOfSaves: GraphError

  init(
    _ model: ManagedObjectModel, _ url: URL?, _ options: StoreOptions
  ) throws(GraphError) {
    guard let url, url.isFileURL else {
      throw GraphError(.open, "A SQLite store lies in a file; say where.")
    }
    let open = try OpenFile(url, model, options)
    self.url = url
    file = open.file
    identifier = open.identifier
    differences = open.differences
    refusalOfSaves = open.refusalOfSaves
    isReadOnly = open.writing == nil
    keepsHistory = open.keepsHistory
    let origin = options.historyOrigin
    writer = try open.writing.map { connection throws(GraphError) in
      let history =
        open.keepsHistory
        ? HistoryWriter(connection, open.schema, origin ?? .current) : nil
      return try Writer(open.file, connection, model, open.schema, open.machinery, history)
    }
    // A file that is not written to may be read without a lock, and is watched by one reader then.
    let first = Reader(open.file, open.reading, model, open.schema)
    readers = ReaderPool(first, atMost: isReadOnly ? 1 : 8) { () throws(GraphError) in
      Reader(open.file, try open.file.reading(), model, open.schema)
    }
    watchesOthers = options.postsRemoteChanges
    // What was written so far is no news.
    _ = noticeForeignWrites()
  }

  package var statistics: StoreStatistics {
    var statistics = StoreStatistics()
    statistics.statements = file.statementsRunBefore
    readers.forEach { reader in
      statistics.statements += reader.statementsRun
      statistics.rowsRead += reader.rowsRead
    }
    writeLock.lock()
    defer { writeLock.unlock() }
    statistics.statements += writer?.connection.statementsRun ?? 0
    statistics.historyRows = writer?.history?.rows ?? 0
    // A batch hands up the keys of what it has changed, where they are asked for.
    statistics.rowsRead += writer?.connection.rowsRead ?? 0
    statistics.transactions = writer?.connection.commits ?? 0
    statistics.logBytes = file.logSize
    statistics.longestLogBytes = max(statistics.logBytes, writer?.log.longest ?? 0)
    statistics.fileBytes = file.size
    statistics.freePages = writer?.log.freePages
    statistics.pagesGivenBack = writer?.log.pagesGivenBack ?? 0
    return statistics
  }

  package var contentFiles: [URL] {
    url.map { [$0, URL(fileURLWithPath: $0.path + "-wal")] } ?? []
  }

  package func endReading() { readers.end() }

  package func fetch(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError) {
    try readers.read { reader throws(GraphError) in try reader.fetch(query, into: rows) }
  }

  package func count(_ query: StoreQuery) throws(GraphError) -> Int {
    try readers.read { reader throws(GraphError) in try reader.count(query) }
  }

  package func explain(_ query: StoreQuery) throws(GraphError) -> [QueryPlan.Statement] {
    try readers.read { reader throws(GraphError) in try reader.explain(query) }
  }

  package func table(_ query: TableQuery) throws(GraphError) -> [[TableCell]] {
    try readers.read { reader throws(GraphError) in try reader.table(query) }
  }

  package func row(_ key: Int64, of entity: EntityDescription) throws(GraphError) -> Row? {
    try readers.read { reader throws(GraphError) in try reader.row(key, of: entity) }
  }

  package func rows(
    for keys: [Int64], of entity: EntityDescription, into rows: FetchedRows
  ) throws(GraphError) -> Int {
    try readers.read { reader throws(GraphError) in
      try reader.rows(for: keys, of: entity, into: rows)
    }
    // One request, however many statements of some hundred keys each are made of it.
    return 1
  }

  package func members(
    of tie: EntityLayout.Tie, owner: ForeignKey
  ) throws(GraphError) -> [ForeignKey] {
    try readers.read { reader throws(GraphError) in
      try reader.members(of: tie.relationship, owner: owner)
    }
  }

  package func members(
    of tie: EntityLayout.Tie, owners: [ForeignKey], into rows: FetchedRows
  ) throws(GraphError) -> (members: [[ForeignKey]], requests: Int) {
    let members = try readers.read { reader throws(GraphError) in
      try reader.members(of: tie.relationship, owners: owners, into: rows)
    }
    return (members, 1)
  }

  package func leaveDataInFiles() { file.leavesDataInFiles.store(true, ordering: .relaxed) }

  package func dataInFile(_ name: UnsafeRawBufferPointer) throws(GraphError) -> Data {
    switch ExternalFiles.content(of: name) {
    case .inline(let bytes): return Data(bytes)
    case .file(let name): return try ExternalFiles(besides: file.url).read(name)
    }
  }

  package func reserveKeys(
    _ count: Int, for entity: EntityDescription
  ) throws(GraphError) -> Int64 {
    try writing { writer throws(GraphError) in try writer.reserveKeys(count, for: entity) }
  }

  package func carryOut(
    _ batch: StoreBatch, settle: (StoreBatch.Question) -> Void
  ) throws(GraphError) -> StoreBatch.Outcome? {
    // Before, so that the journal can be emptied; and after, so that no reader goes on with the former state.
    endReading()
    defer { endReading() }
    return try writing { writer throws(GraphError) in
      try writer.carryOut(batch, settle: settle)
    }
  }

  package func inOneTransaction(
    _ body: (any StoreTransaction) throws(GraphError) -> Void,
    settle: (StoreBatch.Question) -> Void
  ) throws(GraphError) -> Bool {
    // Before and after, as for a batch of statements.
    endReading()
    defer { endReading() }
    let (model, schema) = try readers.read { reader throws(GraphError) in
      (reader.model, reader.schema)
    }
    try writing { writer throws(GraphError) in
      let reader = Reader(file, writer.connection, model, schema, isGuest: true)
      try writer.inOneTransaction { (ledger) throws(GraphError) in
        try body(FileTransaction(self, writer, reader, ledger))
      } settle: { ledger in
        settle { keys, entity throws(GraphError) in try ledger.known(among: keys, of: entity) }
      }
    }
    return true
  }

  package func beginWriting(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    guard let writer else { throw refusalOfSaves }
    // Before, so that the journal can be emptied.
    endReading()
    writeLock.lock()
    var isOpen = false
    defer { if !isOpen { writeLock.unlock() } }
    let objections = try writer.begin(changes)
    isOpen = objections.isEmpty
    return objections
  }

  package func keepWriting(_ changes: ChangeSet) throws(GraphError) { try writer?.keep() }

  package var derivedValues: [DerivedValue] { writer?.derivedValues ?? [] }

  package func endWriting(_ changes: ChangeSet) {
    writer?.end()
    writeLock.unlock()
    // After the write, so that no reader goes on with the former state.
    endReading()
  }

  /// What the store says about itself: every key, also those that the engine does not know.
  package func metadata() throws(GraphError) -> [String: Any] {
    guard let writer else {
      return try readers.read { reader throws(GraphError) in try reader.metadata().values }
    }
    writeLock.lock()
    defer { writeLock.unlock() }
    return try Metadata.read(writer.connection).values
  }

  /// Adds keys to what the store says about itself, or replaces them.
  package func setMetadata(_ values: [String: Any]) throws(GraphError) {
    try writing { writer throws(GraphError) in
      try writer.changeMetadata { $0.values.merge(values) { _, new in new } }
    }
  }

  package func sharedSaves(isSettled: Bool) throws(GraphError) -> [UUID: Int] {
    guard let writer else {
      // What the turn began with may be older.
      endReading()
      return try readers.read { reader throws(GraphError) in try reader.metadata().sharedSaves }
    }
    writeLock.lock()
    defer { writeLock.unlock() }
    guard isSettled else { return try Metadata.read(writer.connection).sharedSaves }
    try writer.connection.begin()
    defer { writer.connection.takeBack() }
    return try Metadata.read(writer.connection).sharedSaves
  }

  package func correctSharedSaves(by difference: Int, with other: UUID) throws(GraphError) {
    try writing { writer throws(GraphError) in
      try writer.changeMetadata { $0.countSharedSaves(with: [other], difference) }
    }
  }

  // MARK: - History

  package func historyExtent() throws(GraphError) -> HistoryExtent? {
    guard keepsHistory else { return nil }
    return try readers.read { reader throws(GraphError) in try reader.historyExtent() }
  }

  package func history(after limit: HistoryLimit) throws(GraphError) -> [StoredTransaction] {
    try readers.read { reader throws(GraphError) in try reader.history(after: limit) }
  }

  package func purgeHistory(
    before limit: HistoryLimit, by author: String?
  ) throws(GraphError) -> PurgedHistory {
    let purged = try writing { writer throws(GraphError) in
      try writer.history?.purge(before: limit, by: author)
    }
    endReading()
    return purged ?? PurgedHistory()
  }

  // MARK: - Others

  package func noticeForeignWrites() -> Bool {
    guard watchesOthers, let version = fileVersion else { return false }
    return seenVersion.withLock { seen in
      defer { seen = version }
      return seen != nil && seen != version
    }
  }

  /// What the connection sees that writes itself: a reader would take this store's own saves for those of others.
  private var fileVersion: FileVersion? {
    guard let writer else {
      return try? readers.read { reader throws(GraphError) in try reader.fileVersion() }
    }
    guard writeLock.try() else { return nil }
    defer { writeLock.unlock() }
    return (try? writer.connection.dataVersion()).map { FileVersion(connection: 0, number: $0) }
  }

  // MARK: - Locks

  private func writing<Outcome>(
    _ body: (Writer) throws(GraphError) -> Outcome
  ) throws(GraphError) -> Outcome {
    guard let writer else {
      throw refusalOfSaves
    }
    writeLock.lock()
    defer { writeLock.unlock() }
    return try body(writer)
  }
}
