// Models from where apps keep them: inside of a store, or compiled.

public import Faultline
public import Foundation

extension ManagedObjectModel {
  /// Loads the model that a SQLite store carries with it.
  ///
  /// Stores of before 2015 carry none. What the engine does not understand of a model stands in its `warnings`.
  public convenience init(insideStoreAt url: URL) throws(GraphError) {
    try self.init(compiled: try ModelCache.archive(insideStoreAt: url))
  }

  /// Loads a compiled model, as the file that an app's `.mom` is has it: binary, or the same list as XML.
  public convenience init(compiled archive: Data) throws(GraphError) {
    let parts = try ModelUnarchiver(try ModelCache.binary(archive))
    try self.init(
      entities: parts.entities, configurations: parts.configurations,
      fetchRequestTemplates: parts.templates, versionIdentifiers: parts.identifiers,
      warnings: parts.warnings)
  }
}

extension ModelCache {
  /// The bytes of an archive in the binary form, which Apple's tools write; others write XML.
  fileprivate static func binary(_ archive: Data) throws(GraphError) -> [UInt8] {
    guard PropertyListText.isOne(archive) else { return Array(archive) }
    do throws(PropertyListFault) {
      return try PropertyListText.binary(archive)
    } catch {
      throw ArchiveReader.damaged(error.text)
    }
  }

  /// The archive in a store's `Z_MODELCACHE`; the store stays as it is.
  static func archive(insideStoreAt url: URL) throws(GraphError) -> Data {
    let file = try UntouchedFile(url)
    // A journal is looked for when something is read, and by then it must still be there.
    defer { withExtendedLifetime(file) {} }
    return Data(try inflated(try contents(of: file.connection())))
  }

  /// What stands in a store's `Z_MODELCACHE`, as it stands there.
  static func contents(of connection: Connection) throws(GraphError) -> [UInt8] {
    let isThere = try connection.value(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'Z_MODELCACHE'"
    ) { _ in true }
    var contents: [UInt8]?
    if isThere == true {
      contents = try connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1") { row in
        row.bytes(0).map { Array($0) } ?? []
      }
    }
    guard let contents, !contents.isEmpty else {
      throw GraphError(
        .open,
        "The store '\(connection.path)' has no model inside; give the model that it was made with.")
    }
    return contents
  }
}
