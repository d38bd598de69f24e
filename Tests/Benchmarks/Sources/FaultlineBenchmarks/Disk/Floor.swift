// SQLite by hand: prepared statements, explicit keys, no objects. Nothing that keeps rows can be faster.

import CSQLiteByHand
import Foundation

/// A refusal of SQLite on the floor's side.
struct FloorError: Error, CustomStringConvertible {
  let description: String
}

/// One connection of the floor, with the tables that a careful programmer would make.
final class Floor {
  private let handle: OpaquePointer?

  init(_ url: URL, _ format: FloorFormat) throws {
    var handle: OpaquePointer?
    sqlite3_open(url.path, &handle)
    self.handle = handle
    // Another connection may write: a careful programmer waits for it.
    sqlite3_busy_timeout(handle, 60_000)
    for pragma in format.preparation { try run(pragma) }
    try run("PRAGMA journal_mode = WAL")
    try run("PRAGMA synchronous = NORMAL")
    try run(format.schema)
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw refusal() }
  }

  func prepare(_ sql: String) throws -> FloorStatement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw refusal()
    }
    return FloorStatement(statement)
  }

  private func refusal() -> FloorError {
    FloorError(description: String(cString: sqlite3_errmsg(handle)))
  }
}

/// A compiled statement of the floor.
final class FloorStatement {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  func bind(_ number: Int, _ place: Int32) { sqlite3_bind_int64(handle, place, Int64(number)) }

  func bind(_ number: Double, _ place: Int32) { sqlite3_bind_double(handle, place, number) }

  /// Binds text; nothing is copied, so it must stay where it is until the statement was run.
  func bind(_ text: UnsafeBufferPointer<UInt8>, _ place: Int32) {
    text.withMemoryRebound(to: CChar.self) {
      _ = sqlite3_bind_text(handle, place, $0.baseAddress, Int32($0.count), nil)
    }
  }

  /// Goes to the next row.
  @inline(__always) func step() -> Bool { sqlite3_step(handle) == SQLITE_ROW }

  func integer(_ place: Int32) -> Int { Int(sqlite3_column_int64(handle, place)) }

  func double(_ place: Int32) -> Double { sqlite3_column_double(handle, place) }

  /// The bytes of a text.
  func text(_ place: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, place)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, place)))
  }

  func run() {
    _ = sqlite3_step(handle)
    sqlite3_reset(handle)
  }

  func reset() { sqlite3_reset(handle) }
}
