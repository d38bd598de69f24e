// The file of a store: how it is opened, with which settings, by whom.

internal import Faultline
import Foundation

/// Where a store lies, and how its connections are made.
///
/// A file that is to stay as it is, and that nobody has open, is read without a lock: a lock would leave
/// two files beside it. As soon as somebody else has begun to write, connections are made anew, with locks.
final class StoreFile {
  let url: URL
  let isReadOnly: Bool
  private let pragmas: [String]
  private var isUntouched = false

  var path: String { url.path }

  init(_ url: URL, _ options: StoreOptions) throws(GraphError) {
    self.url = url
    isReadOnly = options.isReadOnly
    pragmas = try Pragmas.statements(options.pragmas)
    guard isReadOnly, !FileManager.default.fileExists(atPath: url.path) else { return }
    throw GraphError(
      .open, "There is no store at '\(url.path)'; open it without isReadOnly to make one.")
  }

  private var hasJournal: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0 > 0
  }

  /// The connection that reads.
  func reading() throws(GraphError) -> Connection {
    isUntouched = isReadOnly && !hasJournal
    let mode: Connection.Mode = isUntouched ? .untouched : isReadOnly ? .readOnly : .reading
    let connection = try Connection(path, mode)
    for pragma in pragmas { try connection.run(pragma) }
    SQLFunctions.install(in: connection)
    try connection.run("PRAGMA query_only = 1")
    return connection
  }

  /// Another connection, if somebody has begun to write to a file that was read without a lock.
  func reopenedIfChanged() throws(GraphError) -> Connection? {
    guard isUntouched, hasJournal else { return nil }
    return try reading()
  }

  /// The connection that writes; nothing of the file is changed by opening it.
  func writing() throws(GraphError) -> Connection {
    let connection = try Connection(path, .writing)
    for pragma in pragmas { try connection.run(pragma) }
    SQLFunctions.install(in: connection)
    return connection
  }
}

/// The settings of a database that a store's options may change.
enum Pragmas {
  static let known = [
    "busy_timeout", "cache_size", "cache_spill", "cell_size_check", "journal_size_limit",
    "max_page_count", "mmap_size", "secure_delete", "synchronous", "temp_store",
    "wal_autocheckpoint",
  ]

  /// The statements that make the settings, by name; the store's own defaults come first.
  static func statements(_ pragmas: [String: String]) throws(GraphError) -> [String] {
    var statements = ["PRAGMA synchronous = NORMAL"]
    for (name, value) in pragmas.sorted(by: { $0.key < $1.key }) {
      guard known.contains(name) else {
        throw GraphError(
          .coreData,
          "'\(name)' is no setting of a store; there are \(known.joined(separator: ", ")).")
      }
      let isWord = value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      guard isWord && !value.isEmpty || Int(value) != nil else {
        throw GraphError(
          .coreData, "'\(value)' is no value for '\(name)'; give a number or a word.")
      }
      statements.append("PRAGMA \(name) = \(value)")
    }
    return statements
  }
}
