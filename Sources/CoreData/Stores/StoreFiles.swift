// The files of a SQLite store: the database, its log, and the folder of large data.

import Foundation

/// The files that belong to a store's URL.
struct StoreFiles {
  private let url: URL

  init(_ url: URL) { self.url = url }

  /// The place where nothing is kept: a store there lives in memory.
  static func isNowhere(_ url: URL?) -> Bool { url?.path == "/dev/null" }

  private var all: [URL] {
    let name = url.lastPathComponent
    let stem = url.deletingPathExtension().lastPathComponent
    let folder = url.deletingLastPathComponent()
    return [url] + ["-wal", "-shm", "-journal"].map { folder.appendingPathComponent(name + $0) }
      + [folder.appendingPathComponent(".\(stem)_SUPPORT")]
  }

  /// Removes all files that are there.
  func remove() throws {
    for file in all where FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.removeItem(at: file)
    }
  }

  /// Puts copies of another store's files in place of these.
  func replace(byCopyOf other: StoreFiles) throws {
    try remove()
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    for (source, target) in zip(other.all, all)
    where FileManager.default.fileExists(atPath: source.path) {
      try FileManager.default.copyItem(at: source, to: target)
    }
  }
}
