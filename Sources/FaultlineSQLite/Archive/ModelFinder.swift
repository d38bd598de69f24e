// Models from where apps keep them: found by what a file begins with, and not by its name.

public import Faultline
public import Foundation

/// The files that have a model in them.
public enum ModelFinder {
  /// What a file is.
  public enum Kind: Sendable {
    /// Xcode's file or folder.
    case model
    /// What Xcode makes of one for an app.
    case compiled
    /// A SQLite store.
    case store
  }

  /// What a file is by its first bytes; a folder counts as a model's.
  public static func kind(of url: URL) throws(GraphError) -> Kind {
    let path = url.resolvingSymlinksInPath().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw GraphError(.open, "There is no file '\(url.path)'; look at the name.")
    }
    if isFolder.boolValue { return .model }
    _ = try StoreFile.isFile(path)
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw GraphError(.open, "The file '\(url.path)' cannot be read; look at its rights.")
    }
    defer { try? handle.close() }
    let head = (try? handle.read(upToCount: 512)) ?? Data()
    guard !head.isEmpty else {
      throw GraphError(
        .open, "The file '\(url.path)' is empty; so is a store that was never saved to.")
    }
    if head.starts(with: "SQLite format 3\0".utf8) { return .store }
    return head.starts(with: "bplist0".utf8) || PropertyListText.isOne(head) ? .compiled : .model
  }

  /// The model in a file: its own, a compiled one, or the one that a store carries with it.
  public static func model(at url: URL) throws(GraphError) -> ManagedObjectModel {
    switch try kind(of: url) {
    case .model: return try ManagedObjectModel(contentsOf: url)
    case .store: return try ManagedObjectModel(insideStoreAt: url)
    case .compiled:
      guard let data = try? FileHandle(forReadingFrom: url).read(upToCount: largest + 1),
        data.count <= largest
      else {
        throw GraphError(
          .invalidModel,
          "The compiled model '\(url.path)' cannot be read, or is larger than \(largest >> 20) MiB."
        )
      }
      return try ManagedObjectModel(compiled: data)
    }
  }

  private static let largest = 32 << 20
}

// Models from where apps keep them: inside of a store, or compiled.
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
