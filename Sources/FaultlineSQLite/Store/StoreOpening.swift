// Opening a store: a new file is made, an old one must fit the model.

internal import Faultline
import Foundation

/// The examination, or the making, of a store's file.
struct StoreOpening {
  /// What an old file is to a model.
  struct Findings {
    let identifier: UUID
    /// The schema of the model with the file's names.
    let schema: PhysicalSchema
    /// What the two do not agree on, in sentences.
    let differences: [String]
    let machinery: ForeignMachinery
    /// Whether this engine has made the file.
    let isOwn: Bool
  }

  private let path: String
  private let model: ManagedObjectModel
  private let options: StoreOptions

  init(_ path: String, _ model: ManagedObjectModel, _ options: StoreOptions) {
    self.path = path
    self.model = model
    self.options = options
  }

  // MARK: - A new file

  /// Makes an empty file a store; nil for one that is not empty, or that another program has made a store meanwhile.
  func make(_ connection: Connection) throws(GraphError) -> (UUID, PhysicalSchema)? {
    guard try isEmpty(connection) else { return nil }
    // Both count only for a file that has nothing in it.
    try connection.run("PRAGMA page_size = 4096")
    try connection.run("PRAGMA auto_vacuum = INCREMENTAL")
    try connection.run("PRAGMA journal_mode = WAL")
    let schema = PhysicalSchema(model, configuration: options.configuration)
    let identifier = try connection.write { () throws(GraphError) -> UUID? in
      guard try isEmpty(connection) else { return nil }
      return try create(schema, connection)
    }
    guard let identifier else { return nil }
    // A file that Core Data has made has its tables, and the log begins with what is saved (published: 8 pages while
    // nothing but the log has rows). Where another program is already at it, it stays in the log.
    try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return (identifier, schema)
  }

  private func isEmpty(_ connection: Connection) throws(GraphError) -> Bool {
    try connection.value("SELECT COUNT(*) FROM sqlite_schema") { $0.integer(0) } == 0
  }

  private func create(
    _ schema: PhysicalSchema, _ connection: Connection
  ) throws(GraphError) -> UUID {
    for statement in schema.creationStatements { try connection.run(statement) }
    for triggers in schema.derivedTriggers(model) {
      for statement in triggers.statements(areTemporary: false) { try connection.run(statement) }
    }
    let keys = try connection.prepare(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
    for plan in schema.numberedPlans {
      keys.bind(Int64(plan.number), at: 1)
      keys.bind(plan.entity.name, at: 2)
      keys.bind(Int64(plan.parent), at: 3)
      try keys.run()
    }
    if options.tracksHistory { try HistoryTables.make(schema, connection) }
    let metadata = Metadata(options.identifier ?? UUID(), model, schema.entities)
    try metadata.write(connection)
    let cache = try connection.prepare("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?1)")
    cache.bind(try ModelCache.contents(model), at: 1)
    try cache.run()
    return metadata.identifier
  }

  // MARK: - A history

  /// Whether the store is to keep a history.
  var tracksHistory: Bool { options.tracksHistory && !options.isReadOnly }

  /// Gives a file that has none an empty history, unless another program has done so meanwhile.
  func addHistory(_ schema: PhysicalSchema, _ connection: Connection) throws(GraphError) {
    _ = try connection.write { () throws(GraphError) -> Bool? in
      let name = HistoryTables.changes.name
      let count = try connection.value("SELECT COUNT(*) FROM sqlite_schema WHERE name = '\(name)'")
      {
        $0.integer(0)
      }
      guard count == 0 else { return nil }
      try HistoryTables.make(schema, connection)
      return true
    }
  }

  // MARK: - An old file

  /// What an old file is to the model; nil for one with nothing in it.
  func look(_ connection: Connection) throws(GraphError) -> Findings? {
    try isEmpty(connection) ? nil : try examine(connection)
  }

  /// Looks how a file fits the model; one in which nothing fits, or that is to be written and does not fit
  /// altogether, is an error.
  func examine(_ connection: Connection) throws(GraphError) -> Findings {
    let file = try FileSchema(connection)
    let metadata = try Metadata.read(connection)
    let fit = SchemaFit(model, options.configuration, file)
    let differences =
      options.ignoresVersionHashes ? fit.differences : fit.differences(with: metadata)
    // A store that is only read does no harm where model and file differ.
    if !options.isReadOnly || !fit.hasAnything { try refuse(differences) }
    return Findings(
      identifier: metadata.identifier, schema: fit.schema, differences: differences,
      machinery: ForeignMachinery(file, fit.schema, tracksHistory: options.tracksHistory),
      isOwn: metadata.isOwn)
  }

  /// A save must keep everything true that a file has, or it is refused before anything is written.
  func allowSaves(_ findings: Findings) throws(GraphError) {
    guard let objection = findings.machinery.objection else { return }
    let remedy = objection.isAboutHistory ? "tracksHistory, or with isReadOnly" : "isReadOnly"
    throw GraphError(.open, Self.sentence(objection, path) + "; open it with \(remedy).")
  }

  /// Why saves to a store are refused, without the end of the sentence.
  static func sentence(_ objection: ForeignMachinery.Objection, _ path: String) -> String {
    "The store '\(path)' may only be read here, since \(objection.reason), which "
      + (objection.isAboutHistory
        ? "a save would leave incomplete" : "its own program alone keeps true")
  }

  private func refuse(_ differences: [String]) throws(GraphError) {
    guard !differences.isEmpty else { return }
    throw GraphError(
      .incompatibleVersionHash,
      "The store '\(path)' was made for another model, and stores are not migrated here; open it with its own, "
        + "or with isReadOnly to read what fits.",
      detailed: differences.map { GraphError(.incompatibleVersionHash, $0) })
  }
}

/// The comparison of a file with what its journal makes of it.
///
/// SQLite cannot know: it lays the pages of a journal over whatever file it finds, and from then on that is what
/// the file is. Each store has an identifier, and a journal in which it is another belongs to another store.
enum StrangeJournal {
  /// Throws if the journal belongs to another store; says how many statements it took to know.
  ///
  /// File and journal are looked at together elsewhere, if nothing is to appear beside them.
  @discardableResult static func refuse(
    beside path: String, together: (path: String, mode: Connection.Mode)
  ) throws(GraphError) -> Int {
    var statements = 0
    guard let alone = try? identifier(path, .untouched, &statements) else { return statements }
    let other: String?
    do throws(GraphError) {
      other = try identifier(together.path, together.mode, &statements)
    } catch {
      throw GraphError(
        error.code,
        "The store '\(path)' cannot be read together with its journal '\(path)-wal': perhaps that "
          + "belongs to another file. Take it away to read the store as it was before.",
        underlying: error)
    }
    guard let other, other != alone else { return statements }
    throw GraphError(
      .open,
      "The journal '\(path)-wal' belongs to another store, with the identifier \(other); take it "
        + "away from '\(path)', whose own is \(alone).")
  }

  /// The identifier of a store; nil if there is none to be found.
  private static func identifier(
    _ path: String, _ mode: Connection.Mode, _ statements: inout Int
  ) throws(GraphError) -> String? {
    let connection = try Connection(path, mode)
    defer { statements += connection.statementsRun }
    try connection.distrust()
    let isThere = try connection.value(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'Z_METADATA'"
    ) { _ in true }
    guard isThere == true else { return nil }
    return try connection.value("SELECT Z_UUID FROM Z_METADATA LIMIT 1") { $0.string(0) }
  }
}
