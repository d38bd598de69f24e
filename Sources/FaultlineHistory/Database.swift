// SQLite with as little between as a history needs: values in, rows out, refusals as errors.

internal import CSQLite
internal import FaultlineMeasures

/// A value in a column.
enum ColumnValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)

  var text: String { if case .text(let text) = self { text } else { "" } }
  var integer: Int64 { if case .integer(let number) = self { number } else { 0 } }

  var quantity: Quantity? {
    switch self {
    case .integer(let number): .integer(Int(number))
    case .real(let number): .real(number)
    case .null, .text: nil
    }
  }

  init(_ quantity: Quantity) {
    switch quantity {
    case .integer(let number): self = .integer(Int64(number))
    case .real(let number): self = .real(number)
    }
  }
}

/// One open file.
final class Database {
  private let path: String
  private let handle: OpaquePointer
  private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ path: String, isNew: Bool) throws(HistoryError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | (isNew ? SQLITE_OPEN_CREATE : 0)
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
      let words = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw HistoryError(file: path, reason: "the history cannot be opened: \(words)")
    }
    self.path = path
    self.handle = handle
    sqlite3_busy_timeout(handle, 5_000)
    try run("PRAGMA foreign_keys = ON")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that take no values and give no rows.
  func run(_ sql: String) throws(HistoryError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw refusal() }
  }

  /// Runs one statement with its values, and returns its rows.
  @discardableResult
  func rows(_ sql: String, _ values: ColumnValue...) throws(HistoryError) -> [[ColumnValue]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw refusal()
    }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() { bind(value, Int32(index + 1), statement) }
    var rows: [[ColumnValue]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { field(statement, $0) })
      case SQLITE_DONE: return rows
      default: throw refusal()
      }
    }
  }

  /// Runs a body as one transaction: everything in it, or nothing.
  func write(_ body: () throws(HistoryError) -> Void) throws(HistoryError) {
    try run("BEGIN IMMEDIATE")
    do throws(HistoryError) {
      try body()
      try run("COMMIT")
    } catch {
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  private func bind(_ value: ColumnValue, _ place: Int32, _ statement: OpaquePointer?) {
    switch value {
    case .null: sqlite3_bind_null(statement, place)
    case .integer(let number): sqlite3_bind_int64(statement, place, number)
    case .real(let number): sqlite3_bind_double(statement, place, number)
    case .text(let text):
      sqlite3_bind_text(statement, place, text, Int32(text.utf8.count), Self.copies)
    }
  }

  private func field(_ statement: OpaquePointer?, _ place: Int32) -> ColumnValue {
    switch sqlite3_column_type(statement, place) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, place))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, place))
    case SQLITE_NULL: return .null
    default:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(statement, place),
        count: Int(sqlite3_column_bytes(statement, place)))
      return .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  private func refusal() -> HistoryError {
    let words = String(cString: sqlite3_errmsg(handle))
    let code = sqlite3_errcode(handle)
    let advice =
      switch code {
      case SQLITE_NOTADB: "it is no SQLite file; choose another with --file"
      case SQLITE_BUSY: "another process writes to it; try again when that is done"
      default: words
      }
    return HistoryError(
      file: path, reason: "the history cannot be used: \(advice)",
      isLackOfRoom: code == SQLITE_FULL || code == SQLITE_IOERR)
  }
}
