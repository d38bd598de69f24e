// A store's file that is read without leaving a trace.

internal import Faultline
import Foundation

/// The file itself, where nothing belongs to it that is not in it; else a copy of all that does.
///
/// Reading a database with a journal writes an index of it beside the file; so that is done on a copy elsewhere.
final class UntouchedFile {
  /// The file itself, where a link leads to it.
  let original: URL
  /// The bytes of the file.
  let bytes: Int
  /// The bytes of what was written to it last, and is not in it yet.
  let journalBytes: Int
  /// The folder of the copies.
  private var folder: URL?

  /// Finds a file; a copy that is asked for may be written to.
  init(_ url: URL, isCopied: Bool = false) throws(GraphError) {
    original = url.resolvingSymlinksInPath()
    guard try StoreFile.isFile(original.path) else {
      throw GraphError(.open, "There is no file '\(url.path)'; look at the name.")
    }
    bytes = Self.state(of: original.path).size
    guard bytes > 0 else {
      throw GraphError(
        .open, "The file '\(url.path)' is empty; so is a store that was never saved to.")
    }
    journalBytes = Self.journals.reduce(0) { [original] in
      $0 + Self.state(of: original.path + $1).size
    }
    if isCopied || journalBytes > 0 { folder = try copies() }
  }

  deinit { if let folder { try? FileManager.default.removeItem(at: folder) } }

  /// A connection that reads, and gives up on a file that takes more work than a sound one of its size could.
  func connection() throws(GraphError) -> Connection {
    let copy = folder?.appendingPathComponent(original.lastPathComponent)
    if let copy {
      try StrangeJournal.refuse(beside: original.path, together: (copy.path, .reading))
    }
    let connection = try Connection(
      copy?.path ?? original.path, copy == nil ? .untouched : .reading, named: original.path)
    try connection.distrust()
    let (steps, isTooMuch) = (bytes + journalBytes).multipliedReportingOverflow(by: 100)
    connection.limitWork(to: isTooMuch ? .max : max(steps, 20_000_000))
    return connection
  }

  private static let journals = ["-wal", "-journal"]

  /// How large a file is and when it was written to; a link that lies beside a file does not belong to it.
  private static func state(of path: String) -> (size: Int, date: Date?) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return (0, nil) }
    return (
      (attributes?[.size] as? NSNumber)?.intValue ?? 0, attributes?[.modificationDate] as? Date
    )
  }

  /// Throws if the copies would fill the disk.
  private func makeSure(of room: URL) throws(GraphError) {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: room.path)
    guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.intValue,
      free <= bytes + journalBytes
    else { return }
    throw GraphError(
      .open,
      "The store '\(original.path)' is looked into by a copy, and '\(room.path)' has no room for one; set TMPDIR to "
        + "a folder that has.")
  }

  /// Copies the file and its journals, anew as long as another program writes to them.
  private func copies() throws(GraphError) -> URL {
    try makeSure(of: FileManager.default.temporaryDirectory)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("faultline-\(UUID().uuidString)", isDirectory: true)
    let names = ["", "-wal", "-journal"]
    func states() -> [(Int, Date?)] { names.map { Self.state(of: original.path + $0) } }
    do {
      for _ in 1...5 {
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let before = states()
        for name in names where Self.state(of: original.path + name).size > 0 {
          let target = folder.appendingPathComponent(original.lastPathComponent + name)
          try FileManager.default.copyItem(atPath: original.path + name, toPath: target.path)
          // A copy of what may not be written is written to.
          try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: target.path)
        }
        if zip(before, states()).allSatisfy({ $0 == $1 }) { return folder }
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw GraphError(
        .open, "The store '\(original.path)' cannot be copied to be read.", underlying: error)
    }
    try? FileManager.default.removeItem(at: folder)
    throw GraphError(
      .storeTimeout,
      "Another program writes to '\(original.path)' all the time; try again when it is done.")
  }
}
