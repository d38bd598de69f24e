// Where a model may be found: by what a file begins with, and not by its name.

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
