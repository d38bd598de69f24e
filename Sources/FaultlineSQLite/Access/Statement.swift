// A compiled statement: bound, stepped, read, and used again.

internal import CSQLite
internal import Faultline
import Foundation

/// One compiled statement of a connection.
final class Statement {
  let handle: OpaquePointer
  /// Not held, and not counted either, since every row passes here: a connection outlives the statements that its
  /// store keeps.
  private let connection: Unmanaged<Connection>
  private let handsUpRows: Bool
  static let keepsOwnCopy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ handle: OpaquePointer, on connection: Connection, handsUpRows: Bool) {
    self.handle = handle
    self.connection = .passUnretained(connection)
    self.handsUpRows = handsUpRows
  }

  deinit { sqlite3_finalize(handle) }

  // MARK: - Binding; places count from 1

  func bind(_ number: Int64, at place: Int32) { sqlite3_bind_int64(handle, place, number) }

  func bind(_ number: Double, at place: Int32) { sqlite3_bind_double(handle, place, number) }

  func bindNull(at place: Int32) { sqlite3_bind_null(handle, place) }

  /// Binds text; the bytes must stay where they are until the statement was run.
  func bindText(_ bytes: UnsafeRawBufferPointer, at place: Int32) {
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    // Without an address there is no text, which is not the same as an empty one.
    sqlite3_bind_text(
      handle, place, start ?? UnsafePointer(sqlite3_libversion()), Int32(bytes.count), nil)
  }

  /// Binds bytes; they must stay where they are until the statement was run.
  func bindBytes(_ bytes: UnsafeRawBufferPointer, at place: Int32) {
    if let base = bytes.baseAddress, bytes.count > 0 {
      sqlite3_bind_blob(handle, place, base, Int32(bytes.count), nil)
    } else {
      sqlite3_bind_zeroblob(handle, place, 0)
    }
  }

  /// Binds text that SQLite copies.
  func bind(_ text: String, at place: Int32) {
    sqlite3_bind_text(handle, place, text, -1, Self.keepsOwnCopy)
  }

  /// Binds text that SQLite copies to its last byte, zeros included.
  func bindWhole(_ text: String, at place: Int32) {
    var text = text
    _ = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // Without an address there is no text, which is not the same as an empty one.
        sqlite3_bind_text(
          handle, place, characters.baseAddress ?? UnsafePointer(sqlite3_libversion()),
          Int32(characters.count), Self.keepsOwnCopy)
      }
    }
  }

  /// Binds bytes that SQLite copies.
  func bind(_ bytes: some ContiguousBytes, at place: Int32) {
    _ = bytes.withUnsafeBytes { bytes in
      sqlite3_bind_blob(handle, place, bytes.baseAddress, Int32(bytes.count), Self.keepsOwnCopy)
    }
  }

  // MARK: - Running

  /// Goes to the next row; false when there is none, and then the statement is ready to be used again.
  func step() throws(GraphError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW:
      if handsUpRows { connection._withUnsafeGuaranteedRef { $0.countRow() } }
      return true
    case SQLITE_DONE:
      reset()
      return false
    default:
      let error = connection._withUnsafeGuaranteedRef { $0.refusal() }
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
    connection._withUnsafeGuaranteedRef { $0.countStatement() }
    sqlite3_reset(handle)
  }

  // MARK: - Reading; places count from 0

  func isNull(_ place: Int32) -> Bool { sqlite3_column_type(handle, place) == SQLITE_NULL }

  func integer(_ place: Int32) -> Int64 { sqlite3_column_int64(handle, place) }

  /// The key of a row.
  ///
  /// Keys are packed with their entities into eight bytes: one that does not fit would become another.
  @inline(__always) func key() throws(GraphError) -> Int64 {
    let key = sqlite3_column_int64(handle, 0)
    guard ForeignKey.isKey(key) else { throw strangeKey(key) }
    return key
  }

  /// The version of a row.
  @inline(__always) var version: Int32 { Int32(truncatingIfNeeded: integer(1)) }

  private func strangeKey(_ key: Int64) -> GraphError {
    reset()
    let path = connection._withUnsafeGuaranteedRef { $0.path }
    return GraphError(
      .open,
      "The store '\(path)' is damaged: it has a row with the key \(key). Restore it from a copy."
    )
  }

  func double(_ place: Int32) -> Double { sqlite3_column_double(handle, place) }

  /// The bytes of a text or data value, valid until the next step; nil where there is no value.
  ///
  /// Text is read as bytes too: as text, SQLite would copy it to put a zero behind it.
  func bytes(_ place: Int32) -> UnsafeRawBufferPointer? { Self.bytes(handle, place) }

  /// The same by the statement's handle.
  ///
  /// The value is looked up once for all that is asked of it. SQLite allows that where no other thread uses the
  /// connection meanwhile, and none does.
  @inline(__always)
  static func bytes(_ handle: OpaquePointer, _ place: Int32) -> UnsafeRawBufferPointer? {
    let value = sqlite3_column_value(handle, place)
    if let start = sqlite3_value_blob(value) {
      return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }
    let isNull = sqlite3_value_type(value) == SQLITE_NULL
    return isNull ? nil : UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// A text value of its own; empty where there is none.
  func string(_ place: Int32) -> String {
    bytes(place).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
