// Data that is too large for a row lies in files of its own, beside the store.

internal import Faultline
import Foundation
import Synchronization

/// The folder `.<Store>_SUPPORT/_EXTERNAL_DATA`.
///
/// A value in the store begins with a tag: 1 with the data behind it, or 2 with the name of a file and a
/// zero. A file is written before the transaction that names it is committed, and removed after the one
/// that no longer does, so a crash can leave a file too many and never one too few.
final class ExternalFiles {
  /// What a stored value says.
  enum Content {
    case inline(UnsafeRawBufferPointer)
    case file(name: String)
  }

  /// Data above this size goes to a file.
  static let threshold = 100 << 10

  private let folder: URL
  /// The store's file, which knows whether rows are to have the names alone.
  private let store: StoreFile?
  /// Files that were written in the open transaction.
  private var written: [String] = []
  /// Files that are not needed any more once the open transaction is committed.
  private var abandoned: [String] = []

  /// The files of an open store.
  convenience init(of store: StoreFile) { self.init(besides: store.url, of: store) }

  init(besides url: URL, of store: StoreFile? = nil) {
    self.store = store
    let name = url.deletingPathExtension().lastPathComponent
    folder = url.deletingLastPathComponent()
      .appendingPathComponent(".\(name)_SUPPORT", isDirectory: true)
      .appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
  }

  /// Whether rows have the names of files, and not what is in them.
  var areLeft: Bool { store?.leavesDataInFiles.load(ordering: .relaxed) ?? false }

  /// How many files lie beside a store, and the bytes of them.
  static func census(besides store: URL) -> (count: Int, bytes: Int) {
    let folder = ExternalFiles(besides: store).folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var (count, bytes) = (0, 0)
    for name in names where UUID(uuidString: name) != nil {
      guard let size = size(of: folder.appendingPathComponent(name)) else { continue }
      count += 1
      bytes += size
    }
    return (count, bytes)
  }

  /// The bytes of a file; nil for what is none, such as a link or a device that never ends.
  private static func size(of file: URL) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return (attributes?[.size] as? NSNumber)?.intValue
  }

  /// What a stored value says; data without a tag counts as data.
  static func content(of stored: UnsafeRawBufferPointer) -> Content {
    switch stored.first {
    case 1: return .inline(UnsafeRawBufferPointer(rebasing: stored.dropFirst()))
    case 2 where stored.count == 38:
      return .file(name: String(decoding: stored[1..<37], as: UTF8.self))
    default: return .inline(stored)
    }
  }

  /// The data of a file; one that is missing cannot be made up for.
  func read(_ name: String) throws(GraphError) -> Data {
    guard UUID(uuidString: name) != nil else {
      throw GraphError(.open, "The store names the file '\(name)', which can be none of its own.")
    }
    let file = folder.appendingPathComponent(name)
    func unreadable(_ cause: (any Error)? = nil) -> GraphError {
      GraphError(
        .open,
        "The data file '\(file.path)' cannot be read; restore it from a copy of the store's folder.",
        underlying: cause)
    }
    guard Self.size(of: file) != nil else { throw unreadable() }
    do { return try Data(contentsOf: file) } catch { throw unreadable(error) }
  }

  /// What the store keeps for some data; large data is written to a file.
  func stored(_ data: UnsafeRawBufferPointer) throws(GraphError) -> [UInt8] {
    guard data.count > Self.threshold else { return [1] + data }
    let name = UUID().uuidString
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(data).write(to: folder.appendingPathComponent(name), options: .atomic)
    } catch {
      throw GraphError(
        .save, "The data file '\(name)' cannot be written to '\(folder.path)'; make room there.",
        underlying: error)
    }
    written.append(name)
    return [2] + name.utf8 + [0]
  }

  /// Notes that a stored value is about to be replaced or to go.
  func abandon(_ stored: UnsafeRawBufferPointer?) {
    guard let stored, case .file(let name) = Self.content(of: stored) else { return }
    abandoned.append(name)
  }

  /// Ends a transaction: of the files before and the files after it, one lot goes.
  func settle(isCommitted: Bool) {
    for name in isCommitted ? abandoned : written where UUID(uuidString: name) != nil {
      // A file that stays behind takes room and does no other harm.
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
    written = []
    abandoned = []
  }
}
