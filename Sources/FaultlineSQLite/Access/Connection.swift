// One connection to a SQLite file: opened, read, written, and every refusal turned into an error.

internal import CSQLite
internal import Faultline
import Foundation

/// An open connection, confined to the thread that holds its lock.
final class Connection {
  /// How a file is opened.
  enum Mode {
    /// To read and write; the file is made if it is not there.
    case writing
    /// To read beside a connection of the same store that writes.
    case reading
    /// To read a file that must stay as it is.
    case readOnly
    /// To read a file that no other program has open, without so much as a lock.
    case untouched
  }

  /// What messages call the file.
  let path: String
  let handle: OpaquePointer
  @exclusivity(unchecked) private(set) var statementsRun = 0
  /// How many rows statements that hand up rows have given.
  @exclusivity(unchecked) private(set) var rowsRead = 0
  /// How many transactions that wrote were committed, by SQLite's own word.
  @exclusivity(unchecked) private(set) var commits = 0
  /// How many rounds of a thousand steps may still be done, where that is limited.
  private var workLeft: UnsafeMutablePointer<Int>?
  private var versionStatement: Statement?
  /// Reports every statement, if there was a listener when the file was opened.
  private let trace: StatementTrace?

  /// Opens a file; messages call it by another name where it is a copy.
  init(_ path: String, _ mode: Mode, named name: String? = nil) throws(GraphError) {
    self.path = name ?? path
    let flags =
      switch mode {
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .reading: SQLITE_OPEN_READWRITE
      case .readOnly, .untouched: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    SQLiteLibrary.skipStatistics()
    var handle: OpaquePointer?
    // The store's own locks serialize every use, so SQLite need not.
    let code = sqlite3_open_v2(
      mode == .untouched ? Self.untouchedName(path) : path, &handle, flags | SQLITE_OPEN_NOMUTEX,
      nil)
    guard code == SQLITE_OK, let handle else {
      let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw GraphError(
        .open,
        "The store '\(self.path)' cannot be opened: \(reason). Look at the folder and its rights."
      )
    }
    self.handle = handle
    trace = StatementTrace(handle, path: path)
    faultline_sqlite_defend(handle)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5_000)
    sqlite3_commit_hook(
      handle,
      { connection in
        guard let connection else { return 0 }
        Unmanaged<Connection>.fromOpaque(connection)._withUnsafeGuaranteedRef { $0.commits += 1 }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    trace?.end()
    sqlite3_close_v2(handle)
    workLeft?.deallocate()
  }

  /// Ends whatever runs once so many steps of SQLite's machine were done.
  ///
  /// A damaged tree of pages may lead to the same page again and again: to read it would take for ever.
  func limitWork(to steps: Int) {
    let left = workLeft ?? .allocate(capacity: 1)
    left.initialize(to: steps / 1_000)
    workLeft = left
    sqlite3_progress_handler(
      handle, 1_000,
      { left in
        guard let left = left?.assumingMemoryBound(to: Int.self) else { return 0 }
        left.pointee -= 1
        return left.pointee < 0 ? 1 : 0
      }, left)
  }

  /// A Boolean value that indicates whether the last statement was ended by `limitWork(to:)`.
  var isOutOfWork: Bool { (workLeft?.pointee ?? 0) < 0 }

  /// Keeps statements from every file but the store's: temporary tables stay in memory, and neither the folder of
  /// temporary files nor the place of databases can be set.
  func confineToFile() throws(GraphError) {
    sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000)
    try run("PRAGMA temp_store = MEMORY")
    sqlite3_set_authorizer(
      handle,
      { _, action, name, value, _, _ in
        guard action == SQLITE_PRAGMA, value != nil, let name else { return SQLITE_OK }
        let pragma = String(cString: name).lowercased()
        return Connection.pragmasOfFiles.contains(pragma) ? SQLITE_DENY : SQLITE_OK
      }, nil)
  }

  /// The pragmas that decide where SQLite makes files.
  private static let pragmasOfFiles = [
    "temp_store", "temp_store_directory", "data_store_directory",
  ]

  private static func untouchedName(_ path: String) -> String {
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return "file:\(escaped)?immutable=1"
  }

  /// Looks harder at what is read, and takes in no value that only a damaged or hostile file would have.
  func distrust() throws(GraphError) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 256 << 20)
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 8)
    try run("PRAGMA cell_size_check = 1")
  }

  /// Lets triggers that were looked at use the file's virtual tables.
  func trustSchema() { faultline_sqlite_trust_schema(handle) }

  /// Runs statements that give no rows.
  func run(_ sql: String) throws(GraphError) {
    statementsRun += 1
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw refusal() }
  }

  /// Runs a statement about temporary tables, whose end is no transaction that wrote to the file.
  func runAside(_ sql: String) {
    let former = commits
    try? run(sql)
    commits = former
  }

  /// Compiles one statement, to be kept and run often; the rows of one that hands up rows are counted.
  func prepare(_ sql: String, handsUpRows: Bool = false) throws(GraphError) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw refusal() }
    return Statement(statement, on: self, handsUpRows: handsUpRows)
  }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(sqlite3_changes(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Counts one statement that was run to its end.
  func countStatement() { statementsRun += 1 }

  /// Begins a transaction that writes.
  func begin() throws(GraphError) { try run("BEGIN IMMEDIATE") }

  /// Ends it for all to see; where that fails nothing of it was written.
  func commit() throws(GraphError) {
    do throws(GraphError) { try run("COMMIT") } catch {
      takeBack()
      throw error
    }
  }

  /// Takes back what the open transaction has written; some refusals have done so already.
  func takeBack() {
    if isInTransaction { try? run("ROLLBACK") }
  }

  /// Writes what the open transaction has changed to the log, so that its end has little left to do or to fail at.
  func flush() throws(GraphError) {
    let code = sqlite3_db_cacheflush(handle)
    guard code == SQLITE_OK || code & 0xFF == SQLITE_BUSY else { throw refusal(code) }
  }

  /// Counts one row that a statement has handed up.
  func countRow() { rowsRead += 1 }

  /// Runs a body as one transaction that writes: everything in it, or nothing.
  ///
  /// A body that returns nil takes back what it wrote.
  func write<Outcome>(
    _ body: () throws(GraphError) -> Outcome?
  ) throws(GraphError) -> Outcome? {
    try begin()
    do throws(GraphError) {
      guard let outcome = try body() else {
        try run("ROLLBACK")
        return nil
      }
      try commit()
      return outcome
    } catch {
      takeBack()
      throw error
    }
  }

  /// A number that changes as soon as another connection has written to the file; it means nothing else.
  func dataVersion() throws(GraphError) -> Int64 {
    let statement: Statement
    if let versionStatement {
      statement = versionStatement
    } else {
      statement = try prepare("PRAGMA data_version")
      versionStatement = statement
    }
    guard try statement.step() else { throw refusal() }
    defer { statement.reset() }
    return statement.integer(0)
  }

  /// The one value that a statement gives; nil if it gives no row.
  func value<Value>(
    _ sql: String, _ read: (Statement) -> Value
  ) throws(GraphError) -> Value? {
    let statement = try prepare(sql)
    guard try statement.step() else { return nil }
    let value = read(statement)
    statement.reset()
    return value
  }
}

// What SQLite refuses, in the engine's codes and with a remedy.
extension Connection {
  /// What SQLite said last, as an error with a remedy.
  func refusal() -> GraphError {
    refusal(sqlite3_extended_errcode(handle), sqlite3_errmsg(handle))
  }

  /// What a code means, as an error with a remedy.
  func refusal(_ code: CInt, _ words: UnsafePointer<CChar>? = nil) -> GraphError {
    let words = String(cString: words ?? sqlite3_errstr(code))
    let (kind, advice): (GraphError.Code, String) =
      switch code & 0xFF {
      case SQLITE_NOTADB: (.open, "It is no SQLite database; choose another file.")
      case SQLITE_CORRUPT: (.open, "The file is damaged; restore it from a copy.")
      case SQLITE_BUSY, SQLITE_LOCKED:
        (.storeTimeout, "Another program keeps it locked; try again when it is done.")
      case SQLITE_INTERRUPT:
        (.open, "It takes more work than a sound file of its size could; restore it from a copy.")
      case SQLITE_READONLY where code == rollbackRefusal || code == recoveryRefusal:
        (
          .open,
          "A save was broken off in it; open it once without isReadOnly, or open a copy of all its files."
        )
      case SQLITE_AUTH:
        (.sqlite, "A statement may read and write the tables of its own file, and nothing else.")
      case SQLITE_READONLY, SQLITE_PERM:
        (.save, "It may not be written; open it with isReadOnly, or change its rights.")
      case SQLITE_FULL:
        (.save, "The disk is full, or the file may not grow; make room and save again.")
      case SQLITE_CANTOPEN: (.open, "Look at the folder and its rights.")
      case SQLITE_IOERR where code == writeRefusal || code == sizeRefusal:
        (
          .save,
          "The file may not grow, or the disk failed with code \(code); make room and save again."
        )
      case SQLITE_IOERR: (.sqlite, "The disk failed with code \(code); look at it.")
      case SQLITE_CONSTRAINT where code == uniqueRefusal:
        (.constraintMerge, "Another object has these values; change them and save again.")
      case SQLITE_CONSTRAINT: (.sqlite, "A constraint of the file forbids it.")
      default: (.sqlite, "SQLite's code is \(code).")
      }
    return GraphError(kind, "The store '\(path)': \(words). \(advice)")
  }

  /// `SQLITE_IOERR_WRITE` and `SQLITE_IOERR_SHMSIZE`, by which a limit of the size of files shows as well.
  private var writeRefusal: CInt { SQLITE_IOERR | (3 << 8) }
  private var sizeRefusal: CInt { SQLITE_IOERR | (19 << 8) }

  /// `SQLITE_READONLY_ROLLBACK` and `SQLITE_READONLY_RECOVERY`, which are computed macros that Swift does not see.
  private var rollbackRefusal: CInt { SQLITE_READONLY | (3 << 8) }
  private var recoveryRefusal: CInt { SQLITE_READONLY | (1 << 8) }

  /// `SQLITE_CONSTRAINT_UNIQUE`, which is a computed macro that Swift does not see.
  private var uniqueRefusal: CInt { SQLITE_CONSTRAINT | (8 << 8) }
}
