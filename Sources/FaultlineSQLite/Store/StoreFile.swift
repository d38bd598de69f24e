// The file of a store: how it is opened, and with which settings.

package import Faultline
import FaultlineSystem
package import Foundation
import Synchronization

/// Where a store lies, and how its connections are made.
///
/// A file that is to stay as it is, and that no other program has open, is read without a lock: a lock
/// would leave two files beside it. As soon as another program has begun to write, connections are made
/// anew, with locks.
final class StoreFile {
  /// The file itself, where a link leads to it: what belongs to it lies beside it.
  let url: URL
  let isReadOnly: Bool
  /// Whether another program has made the file: then it is trusted less.
  var isForeign = false
  /// How long the log may be after a save; nil for any length.
  let longestLog: Int?
  /// Whether anything makes the log shorter.
  let mayShrinkLog: Bool
  /// Whether the new rows of a save are written in scattered order.
  let scattersNewRows: Bool
  private let pragmas: [String]
  private var isUntouched = false
  /// Whether rows have the names of files beside the store, and not what is in them.
  let leavesDataInFiles = Atomic<Bool>(false)
  /// The statements of connections that only looked whether the file can be used.
  private(set) var statementsRunBefore = 0

  var path: String { url.path }

  init(_ url: URL, _ options: StoreOptions) throws(GraphError) {
    self.url = url.resolvingSymlinksInPath()
    isReadOnly = options.isReadOnly
    longestLog = options.longestLog
    mayShrinkLog = longestLog != nil || options.pragmas["journal_size_limit"] != nil
    scattersNewRows = options.scattersNewRows
    pragmas = try Pragmas.statements(options.pragmas)
    let isThere = try Self.isFile(self.url.path)
    guard isReadOnly, !isThere else { return }
    throw GraphError(
      .open, "There is no store at '\(url.path)'; open it without isReadOnly to make one.")
  }

  /// Whether there is a file; what is none, and might be read without end, is an error.
  static func isFile(_ path: String) throws(GraphError) -> Bool {
    // A file manager would look up the owner's name as well, whose length depends on the user.
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return false }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return true
    case S_IFDIR:
      throw GraphError(.open, "'\(path)' is a folder; give the file of a store.")
    default: throw GraphError(.open, "'\(path)' is no file; give the file of a store.")
    }
  }

  /// The bytes of the file itself; what was saved last may lie in the log alone.
  var size: Int { size(of: path) }

  private func size(of path: String) -> Int {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// The bytes of the write-ahead log beside the file; 0 where there is none.
  ///
  /// SQLite begins it anew once all of it is in the file, and does not shorten it: so it is as long as it ever had
  /// to be, unless `journal_size_limit` or `longestLog` says otherwise.
  var logSize: Int { size(of: path + "-wal") }

  /// Whether something lies beside the file without which it is not whole.
  private var hasJournal: Bool { logSize > 0 || isHalfWritten }

  /// Whether a transaction of the older kind was broken off.
  private var isHalfWritten: Bool { size(of: path + "-journal") > 0 }

  /// Throws if what lies beside the file belongs to another one.
  func refuseStrangeJournal() throws(GraphError) {
    guard logSize > 0, !isHalfWritten else { return }
    statementsRunBefore += try StrangeJournal.refuse(beside: path, together: (path, .readOnly))
  }

  /// Reads what is in an old file, in a way that cannot change it; nil for a new one, and for one that must
  /// be mended first.
  func lookingFirst<Outcome>(
    _ body: (Connection) throws(GraphError) -> Outcome?
  ) throws(GraphError) -> Outcome? {
    guard size(of: path) > 0, !isHalfWritten else { return nil }
    let connection = try Connection(path, hasJournal ? .readOnly : .untouched)
    defer { statementsRunBefore += connection.statementsRun }
    try connection.distrust()
    return try body(connection)
  }

  /// The connection that reads.
  func reading() throws(GraphError) -> Connection {
    // Only a file that is not written to has one reader, and may be looked at so.
    if isReadOnly { isUntouched = !hasJournal }
    let mode: Connection.Mode = isUntouched ? .untouched : isReadOnly ? .readOnly : .reading
    let connection = try Connection(path, mode)
    try prepare(connection)
    try connection.run("PRAGMA query_only = 1")
    return connection
  }

  /// Another connection, if another program has begun to write to a file that was read without a lock.
  func reopenedIfChanged() throws(GraphError) -> Connection? {
    guard isUntouched, hasJournal else { return nil }
    return try reading()
  }

  /// The connection that writes; nothing of the file is changed by opening it.
  func writing() throws(GraphError) -> Connection {
    let connection = try Connection(path, .writing)
    try prepare(connection)
    return connection
  }

  private func prepare(_ connection: Connection) throws(GraphError) {
    for pragma in pragmas { try connection.run(pragma) }
    SQLFunctions.install(in: connection)
    if isForeign { try connection.distrust() }
  }
}

/// The settings of a database that a store's options may change.
package enum Pragmas {
  package static let known = [
    "busy_timeout", "cache_size", "cache_spill", "cell_size_check", "journal_size_limit",
    "max_page_count", "mmap_size", "secure_delete", "synchronous", "temp_store",
    "wal_autocheckpoint",
  ]

  /// Whether a text can be the value of a setting: a number, or a word.
  package static func isValue(_ text: String) -> Bool {
    let isWord = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isWord && !text.isEmpty || Int(text) != nil
  }

  /// The statements that make the settings, by name; the store's own defaults come first.
  static func statements(_ pragmas: [String: String]) throws(GraphError) -> [String] {
    var statements = ["PRAGMA synchronous = NORMAL"]
    for (name, value) in pragmas.sorted(by: { $0.key < $1.key }) {
      guard known.contains(name) else {
        throw GraphError(
          .coreData,
          "'\(name)' is no setting of a store; there are \(known.joined(separator: ", ")).")
      }
      guard isValue(value) else {
        throw GraphError(
          .coreData, "'\(value)' is no value for '\(name)'; give a number or a word.")
      }
      statements.append("PRAGMA \(name) = \(value)")
    }
    return statements
  }
}

/// A SQLite store that is read without being opened as one.
package enum ClosedStore {
  /// Returns what the store at a URL says about itself; its file is not touched.
  package static func metadata(at url: URL) throws(GraphError) -> [String: Any] {
    let file = try UntouchedFile(url)
    // A journal is looked for when something is read, and by then it must still be there.
    defer { withExtendedLifetime(file) {} }
    let metadata = try Metadata.read(try file.connection())
    return metadata.values.merging([
      "NSStoreUUID": metadata.identifier.uuidString, "NSStoreType": StoreType.sqlite.name,
    ]) { _, known in known }
  }
}
