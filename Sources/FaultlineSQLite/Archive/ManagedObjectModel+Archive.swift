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

  /// Loads a compiled model, as the file that an app's `.mom` is has it.
  public convenience init(compiled archive: Data) throws(GraphError) {
    let parts = try ModelUnarchiver(Array(archive))
    try self.init(
      entities: parts.entities, configurations: parts.configurations,
      fetchRequestTemplates: parts.templates, versionIdentifiers: parts.identifiers,
      warnings: parts.warnings)
  }
}

extension ModelCache {
  /// The archive in a store's `Z_MODELCACHE`; the store stays as it is.
  static func archive(insideStoreAt url: URL) throws(GraphError) -> Data {
    let file = try UntouchedFile(url)
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
