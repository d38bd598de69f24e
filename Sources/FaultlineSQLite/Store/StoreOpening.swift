// Opening a store: a new file is made, an old one must fit the model.

internal import Faultline
import Foundation

/// The examination, or the making, of a store's file.
struct StoreOpening {
  private let file: StoreFile
  private let model: ManagedObjectModel
  private let schema: PhysicalSchema
  private let options: StoreOptions

  init(
    _ file: StoreFile, _ model: ManagedObjectModel, _ schema: PhysicalSchema,
    _ options: StoreOptions
  ) {
    self.file = file
    self.model = model
    self.schema = schema
    self.options = options
  }

  /// Makes a new file ready, or checks an old one; says the store's identifier.
  func prepare(_ connection: Connection) throws(GraphError) -> UUID {
    if try isEmpty(connection) {
      // Both count only for a file that has nothing in it.
      try connection.run("PRAGMA page_size = 4096")
      try connection.run("PRAGMA auto_vacuum = INCREMENTAL")
      try connection.run("PRAGMA journal_mode = WAL")
      let identifier = try connection.write { () throws(GraphError) -> UUID? in
        // Somebody else may have been quicker.
        guard try isEmpty(connection) else { return nil }
        return try create(connection)
      }
      if let identifier { return identifier }
    }
    let identifier = try check(connection)
    try refuseForeignMachinery(connection)
    try connection.run("PRAGMA journal_mode = WAL")
    return identifier
  }

  /// Checks that a file is a store of the model; says its identifier.
  func check(_ connection: Connection) throws(GraphError) -> UUID {
    let metadata = try Metadata.read(connection)
    var differences = try SchemaCheck(schema, connection).differences()
    if differences.isEmpty, !options.ignoresVersionHashes {
      differences = metadata.differences(from: VersionHashes(schema.entities))
    }
    guard differences.isEmpty else {
      throw GraphError(
        .incompatibleVersionHash,
        "The store '\(file.path)' was made for another model; open it with that one, or migrate it.",
        detailed: differences.map { GraphError(.incompatibleVersionHash, $0) })
    }
    return metadata.identifier
  }

  private func isEmpty(_ connection: Connection) throws(GraphError) -> Bool {
    try connection.value("SELECT COUNT(*) FROM sqlite_schema") { $0.integer(0) } == 0
  }

  private func create(_ connection: Connection) throws(GraphError) -> UUID {
    for statement in schema.creationStatements { try connection.run(statement) }
    let keys = try connection.prepare(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
    for plan in schema.numberedPlans {
      keys.bind(Int64(plan.number), at: 1)
      keys.bind(plan.entity.name, at: 2)
      keys.bind(Int64(plan.parent), at: 3)
      try keys.run()
    }
    let metadata = Metadata(options.identifier ?? UUID(), model, schema.entities)
    try metadata.write(connection)
    let cache = try connection.prepare("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?1)")
    cache.bind(try ModelCache.contents(model), at: 1)
    try cache.run()
    return metadata.identifier
  }

  /// Histories, mirrors and triggers must be kept up by whoever writes, and this engine does not.
  private func refuseForeignMachinery(_ connection: Connection) throws(GraphError) {
    let found = try connection.value(
      """
      SELECT name FROM sqlite_schema WHERE type = 'trigger'
      OR name IN ('ATRANSACTION', 'ACHANGE') OR name LIKE 'ANSCK%' ORDER BY name LIMIT 1
      """
    ) { $0.string(0) }
    guard let found else { return }
    throw GraphError(
      .open,
      "The store '\(file.path)' has '\(found)', which only its own program keeps true; open it with isReadOnly."
    )
  }
}
