// One connection to a SQLite file: opened, asked, told, and every refusal turned into an error.

internal import CSQLite
internal import Faultline
import Foundation

/// An open connection, confined to whoever holds the store's lock.
final class Connection {
  let path: String
  private let handle: OpaquePointer
  private(set) var statementsRun = 0

  /// Opens a file, which is made if it may be written and is not there.
  init(_ path: String, isReadOnly: Bool) throws(GraphError) {
    self.path = path
    let flags =
      isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var handle: OpaquePointer?
    // The store's own lock serializes every use, so SQLite need not.
    let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw GraphError(.open, "The store '\(path)' cannot be opened: \(reason).")
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 10_000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give no rows.
  func run(_ sql: String) throws(GraphError) {
    statementsRun += 1
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw refusal() }
  }

  /// Compiles one statement, to be kept and run often.
  func prepare(_ sql: String) throws(GraphError) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw refusal() }
    return Statement(statement, on: self)
  }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(sqlite3_changes(handle)) }

  /// Counts one statement that was run to its end.
  func countStatement() { statementsRun += 1 }

  /// What SQLite said last, as an error with a remedy.
  func refusal() -> GraphError {
    let code = sqlite3_extended_errcode(handle)
    let words = String(cString: sqlite3_errmsg(handle))
    let (kind, advice): (GraphError.Code, String)
    switch code & 0xFF {
    case SQLITE_NOTADB: (kind, advice) = (.open, "It is no SQLite database; choose another file.")
    case SQLITE_CORRUPT:
      (kind, advice) = (.open, "The file is damaged; restore it from a copy.")
    case SQLITE_BUSY, SQLITE_LOCKED:
      (kind, advice) = (
        .storeTimeout, "Another process keeps it locked; try again when it is done."
      )
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      (kind, advice) = (
        .save, "It may not be written; open it with isReadOnly or change its rights."
      )
    case SQLITE_FULL: (kind, advice) = (.save, "The disk is full, or the file may not grow.")
    case SQLITE_CANTOPEN: (kind, advice) = (.open, "Look at the folder and its rights.")
    case SQLITE_CONSTRAINT: (kind, advice) = (.sqlite, "A constraint of the file forbids it.")
    default: (kind, advice) = (.sqlite, "SQLite's code is \(code).")
    }
    return GraphError(kind, "The store '\(path)': \(words). \(advice)")
  }
}
