// What a store says about itself: one row with a property list.

package import Faultline
import FaultlineDigest
package import Foundation

/// The contents of `Z_METADATA`.
struct Metadata {
  let identifier: UUID
  /// Every key, also those that other programs have put there.
  var values: [String: Any]

  /// Says whose version hashes stand in a store: Apple's cannot be computed, so they are not compared.
  private static let ownHashes = "FaultlineVersionHashes"
  private static let hashes = "NSStoreModelVersionHashes"
  private static let sharedSaves = "FaultlineSharedSaves"

  /// The metadata of a new store.
  init(_ identifier: UUID, _ model: ManagedObjectModel, _ entities: [EntityDescription]) {
    self.identifier = identifier
    values = [
      "NSStoreType": "SQLite",
      "NSStoreModelVersionHashes": VersionHashes(entities).byEntity,
      "NSStoreModelVersionHashesVersion": 3,
      "NSStoreModelVersionIdentifiers": model.versionIdentifiers.sorted(),
      "NSPersistenceFrameworkVersion": 1522,
      "_NSAutoVacuumLevel": "2",
      Self.ownHashes: 1,
    ]
  }

  private init(_ identifier: UUID, _ values: [String: Any]) {
    self.identifier = identifier
    self.values = values
  }

  /// Reads the metadata, or says that the file is no store.
  static func read(_ connection: Connection) throws(GraphError) -> Metadata {
    let isThere = try connection.value(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'Z_METADATA'"
    ) { _ in true }
    let found = try isThere.flatMap { _ throws(GraphError) in
      try connection.value("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1") { row in
        (row.string(0), row.bytes(1).map { Data($0) } ?? Data())
      }
    }
    guard let found, let identifier = UUID(uuidString: found.0),
      let values = PropertyListReader.values(found.1) as? [String: Any]
    else {
      throw GraphError(
        .open, "The file '\(connection.path)' is a database and no store; choose another file.")
    }
    return Metadata(identifier, values)
  }

  /// Writes the metadata in place of what was there.
  func write(_ connection: Connection) throws(GraphError) {
    let list = try PropertyLists.data(values, .save)
    let statement = try connection.prepare(
      "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?1, ?2)")
    statement.bind(identifier.uuidString, at: 1)
    statement.bind(list, at: 2)
    try statement.run()
  }

  /// Reads the metadata, lets a body change it, and writes it; within a transaction of the caller's.
  static func change(
    _ connection: Connection, _ body: (inout Metadata) -> Void
  ) throws(GraphError) {
    var metadata = try read(connection)
    body(&metadata)
    try metadata.write(connection)
  }

  // MARK: - Saves over several stores

  /// How many saves were written to another store as well, by its identifier.
  var sharedSaves: [UUID: Int] {
    let counts = values[Self.sharedSaves] as? [String: Any] ?? [:]
    let known = counts.compactMap { name, count in
      UUID(uuidString: name).map { ($0, count as? Int ?? 0) }
    }
    return Dictionary(known) { first, _ in first }
  }

  /// Counts one save more as shared with each of some stores, or another number of them.
  mutating func countSharedSaves(with companions: [UUID], _ number: Int = 1) {
    var counts = sharedSaves
    for companion in companions { counts[companion, default: 0] += number }
    values[Self.sharedSaves] = Dictionary(
      uniqueKeysWithValues: counts.map { ($0.uuidString, $1) })
  }

  // MARK: - Hashes

  /// Whether this engine has made the store, so that its hashes can be compared.
  var isOwn: Bool { values[Self.ownHashes] as? Int == 1 }

  /// The entities that were described differently when the store was made; none if the hashes are another program's.
  func differences(from model: VersionHashes) -> [String] {
    guard isOwn, let hashes = values[Self.hashes] as? [String: Data]
    else { return [] }
    return model.byEntity.keys.sorted().filter { model.byEntity[$0] != hashes[$0] }
      .map { "'\($0)' was described differently when the store was made." }
  }
}

/// Digests of our own making, as large as Apple's, whose recipe was never published.
///
/// They change with what changes an entity in the store: its properties' names and types, whether they are
/// optional or transient, where relationships lead; and with every change of an entity above.
package struct VersionHashes {
  /// By entity name.
  package let byEntity: [String: Data]

  /// Computes the digests of entities.
  package init(_ entities: [EntityDescription]) {
    var hashes: [String: Data] = [:]
    for entity in entities {
      hashes[entity.name] = Data(Digest256(Array(Self.text(of: entity).utf8)).bytes)
    }
    byEntity = hashes
  }

  private static func text(of entity: EntityDescription) -> String {
    var lines: [String] = []
    var ancestor: EntityDescription? = entity
    while let next = ancestor {
      lines.append("entity \(next.name) \(next.isAbstract) \(next.versionHashModifier ?? "")")
      ancestor = next.superentity
    }
    for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name }) {
      lines.append(
        "attribute \(attribute.name) \(attribute.attributeType) \(attribute.isOptional) "
          + "\(attribute.isTransient) \(attribute.versionHashModifier ?? "")")
    }
    for relationship in entity.relationshipsByName.values.sorted(by: { $0.name < $1.name }) {
      lines.append(
        "relationship \(relationship.name) \(relationship.destinationEntityName) "
          + "\(relationship.inverseName ?? "") \(relationship.isOptional) "
          + "\(relationship.isToMany) \(relationship.isOrdered) \(relationship.minCount) "
          + "\(relationship.maxCount) \(relationship.versionHashModifier ?? "")")
    }
    return lines.joined(separator: "\n")
  }
}
