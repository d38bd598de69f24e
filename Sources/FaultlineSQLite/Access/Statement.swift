// A compiled statement: bound, stepped, read, and used again.

internal import CSQLite
internal import Faultline
import Foundation

/// One compiled statement of a connection.
final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection
  private static let keepsOwnCopy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ handle: OpaquePointer, on connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  // MARK: - Binding; places count from 1

  func bind(_ number: Int64, at place: Int) { sqlite3_bind_int64(handle, Int32(place), number) }

  func bind(_ number: Double, at place: Int) { sqlite3_bind_double(handle, Int32(place), number) }

  func bindNull(at place: Int) { sqlite3_bind_null(handle, Int32(place)) }

  /// Binds text; the bytes must stay where they are until the statement was run.
  func bindText(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    sqlite3_bind_text(
      handle, Int32(place), bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? emptyText,
      Int32(bytes.count), nil)
  }

  /// Binds bytes; they must stay where they are until the statement was run.
  func bindBytes(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    if let base = bytes.baseAddress {
      sqlite3_bind_blob(handle, Int32(place), base, Int32(bytes.count), nil)
    } else {
      sqlite3_bind_zeroblob(handle, Int32(place), 0)
    }
  }

  /// Binds text that SQLite copies.
  func bind(_ text: String, at place: Int) {
    sqlite3_bind_text(handle, Int32(place), text, -1, Self.keepsOwnCopy)
  }

  /// Binds bytes that SQLite copies.
  func bind(_ data: Data, at place: Int) {
    _ = data.withUnsafeBytes { bytes in
      sqlite3_bind_blob(
        handle, Int32(place), bytes.baseAddress, Int32(bytes.count), Self.keepsOwnCopy)
    }
  }

  private var emptyText: UnsafePointer<CChar> { UnsafePointer(sqlite3_libversion()) }

  // MARK: - Running

  /// Goes to the next row; false when there is none, and then the statement is ready to be used again.
  func step() throws(GraphError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      reset()
      return false
    default:
      let error = connection.refusal()
      reset()
      throw error
    }
  }

  /// Runs a statement that gives no rows.
  func run() throws(GraphError) {
    while try step() {}
  }

  /// Makes the statement ready to be used again.
  func reset() {
    connection.countStatement()
    sqlite3_reset(handle)
  }

  // MARK: - Reading; places count from 0

  func isNull(_ place: Int) -> Bool { sqlite3_column_type(handle, Int32(place)) == SQLITE_NULL }

  func integer(_ place: Int) -> Int64 { sqlite3_column_int64(handle, Int32(place)) }

  func double(_ place: Int) -> Double { sqlite3_column_double(handle, Int32(place)) }

  /// The bytes of a text value, valid until the next step.
  func text(_ place: Int) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_text(handle, Int32(place))
    return UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(handle, Int32(place))))
  }

  /// The bytes of a value, valid until the next step.
  func bytes(_ place: Int) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, Int32(place))
    return UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(handle, Int32(place))))
  }

  /// A text value of its own.
  func string(_ place: Int) -> String { String(decoding: text(place), as: UTF8.self) }
}
