// A store in a SQLite file, in the physical format of Core Data.

public import Faultline
public import Foundation

extension StoreType {
  /// A store in a SQLite file.
  public static let sqlite = StoreType(name: "SQLite") { model, url, options throws(GraphError) in
    try SQLiteStore(model, url, options)
  }
}

/// Rows in a SQLite file.
///
/// One connection reads and another writes, so that questions do not wait for saves. What is read in one
/// turn belongs together: the first question opens a read transaction, and the end of the turn, the next
/// fetch or a save ends it.
/// Unchecked: reader and writer are touched only by whoever holds their locks.
public final class SQLiteStore: StoreEngine, @unchecked Sendable {
  /// The identifier that is part of every object ID of the store.
  public let identifier: UUID
  /// The name of the store's type.
  public let type = StoreType.sqlite.name
  /// Where the store lies.
  public let url: URL?
  /// Whether saves are refused.
  public let isReadOnly: Bool

  private let readLock = NSLock()
  private let reader: Reader
  private let writeLock = NSLock()
  /// Nil where saves are refused.
  private let writer: Writer?

  /// What the model and the file do not agree on, in sentences; only a store that is read-only has any.
  ///
  /// An attribute without a column has no value, and a relationship without a place has no members.
  public let differences: [String]

  init(
    _ model: ManagedObjectModel, _ url: URL?, _ options: StoreOptions
  ) throws(GraphError) {
    guard let url, url.isFileURL else {
      throw GraphError(.open, "A SQLite store lies in a file; say where.")
    }
    let file = try StoreFile(url, options)
    let opening = StoreOpening(file.path, model, options)
    self.url = url
    isReadOnly = options.isReadOnly
    if options.isReadOnly {
      let connection = try file.reading()
      let findings = try opening.examine(connection)
      if !findings.isOwn {
        file.isForeign = true
        try connection.distrust()
      }
      identifier = findings.identifier
      differences = findings.fit.differences
      writer = nil
      reader = Reader(file, connection, model, findings.fit.schema)
      return
    }
    let (connection, origin) = try Self.openForWriting(file, opening)
    let schema: PhysicalSchema
    var machinery: ForeignMachinery?
    switch origin {
    case .new(let new, let made): (identifier, schema) = (new, made)
    case .old(let findings):
      (identifier, schema) = (findings.identifier, findings.fit.schema)
      machinery = findings.machinery
    }
    differences = []
    writer = Writer(file, connection, model, schema, machinery)
    reader = Reader(file, try file.reading(), model, schema)
  }

  /// Where a file that is written to comes from.
  private enum Origin {
    case new(UUID, PhysicalSchema)
    case old(StoreOpening.Findings)
  }

  /// Looks at an old file without a way to write to it first: one that is refused stays as it is.
  private static func openForWriting(
    _ file: StoreFile, _ opening: StoreOpening
  ) throws(GraphError) -> (Connection, Origin) {
    let findings = try file.lookingFirst {
      (connection) throws(GraphError) -> StoreOpening.Findings? in
      try StoreOpening.isEmpty(connection) ? nil : try opening.examine(connection)
    }
    if let findings {
      try opening.allowSaves(findings)
      file.isForeign = !findings.isOwn
    }
    let connection = try file.writing()
    if findings == nil, try StoreOpening.isEmpty(connection),
      let (identifier, schema) = try opening.make(connection)
    {
      return (connection, .new(identifier, schema))
    }
    let known: StoreOpening.Findings
    if let findings { known = findings } else { known = try opening.examine(connection) }
    try opening.allowSaves(known)
    try connection.run("PRAGMA journal_mode = WAL")
    return (connection, .old(known))
  }

  package var statistics: StoreStatistics {
    var statistics = StoreStatistics()
    statistics.statements = reading { $0.statementsRun }
    writeLock.lock()
    defer { writeLock.unlock() }
    statistics.statements += writer?.connection.statementsRun ?? 0
    statistics.transactions = writer?.commits ?? 0
    return statistics
  }

  package var contentFiles: [URL] {
    url.map { [$0, URL(fileURLWithPath: $0.path + "-wal")] } ?? []
  }

  package func endReading() { reading { $0.end() } }

  package func fetch(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError) {
    try reading { reader throws(GraphError) in try reader.fetch(query, into: rows) }
  }

  package func count(_ query: StoreQuery) throws(GraphError) -> Int {
    try reading { reader throws(GraphError) in try reader.count(query) }
  }

  package func explain(_ query: StoreQuery) throws(GraphError) -> [QueryPlan.Statement] {
    try reading { reader throws(GraphError) in try reader.explain(query) }
  }

  package func table(_ query: TableQuery) throws(GraphError) -> [[TableCell]] {
    try reading { reader throws(GraphError) in try reader.table(query) }
  }

  package func row(_ key: Int64, of entity: EntityDescription) throws(GraphError) -> Row? {
    try reading { reader throws(GraphError) in try reader.row(key, of: entity) }
  }

  package func rows(
    for keys: [Int64], of entity: EntityDescription, into rows: FetchedRows
  ) throws(GraphError) -> Int {
    try reading { reader throws(GraphError) in try reader.rows(for: keys, of: entity, into: rows) }
  }

  package func members(
    of tie: EntityLayout.Tie, owner: ForeignKey
  ) throws(GraphError) -> [ForeignKey] {
    try reading { reader throws(GraphError) in
      try reader.members(of: tie.relationship, owner: owner)
    }
  }

  package func members(
    of tie: EntityLayout.Tie, owners: [ForeignKey], into rows: FetchedRows
  ) throws(GraphError) -> (members: [[ForeignKey]], requests: Int) {
    try reading { reader throws(GraphError) in
      try reader.members(of: tie.relationship, owners: owners, into: rows)
    }
  }

  package func reserveKeys(
    _ count: Int, for entity: EntityDescription
  ) throws(GraphError) -> Int64 {
    try writing { writer throws(GraphError) in try writer.reserveKeys(count, for: entity) }
  }

  package func commit(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    // Before, so that the journal can be emptied; after, so that nobody goes on with what was.
    endReading()
    defer { endReading() }
    return try writing { writer throws(GraphError) in try writer.commit(changes) }
  }

  /// What the store says about itself: every key, also those that the engine does not know.
  package func metadata() throws(GraphError) -> [String: Any] {
    guard let writer else {
      return try reading { reader throws(GraphError) in try reader.metadata() }
    }
    writeLock.lock()
    defer { writeLock.unlock() }
    return try Metadata.read(writer.connection).values
  }

  /// Adds keys to what the store says about itself, or replaces them.
  package func setMetadata(_ values: [String: Any]) throws(GraphError) {
    try writing { writer throws(GraphError) in
      _ = try writer.connection.write { () throws(GraphError) -> Bool? in
        var metadata = try Metadata.read(writer.connection)
        metadata.values.merge(values) { _, new in new }
        try metadata.write(writer.connection)
        return true
      }
    }
  }

  // MARK: - Locks

  private func reading<Outcome>(
    _ body: (Reader) throws(GraphError) -> Outcome
  ) throws(GraphError) -> Outcome {
    readLock.lock()
    defer { readLock.unlock() }
    return try body(reader)
  }

  private func reading<Outcome>(_ body: (Reader) -> Outcome) -> Outcome {
    readLock.lock()
    defer { readLock.unlock() }
    return body(reader)
  }

  private func writing<Outcome>(
    _ body: (Writer) throws(GraphError) -> Outcome
  ) throws(GraphError) -> Outcome {
    guard let writer else {
      throw GraphError(.save, "The store is read-only; open it without isReadOnly to save.")
    }
    writeLock.lock()
    defer { writeLock.unlock() }
    return try body(writer)
  }
}
