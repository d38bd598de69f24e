// A second connection to a store's file, which knows nothing of the engine.

import CSQLite
import Foundation

/// Asks a file directly, as the `sqlite3` program would.
final class Database {
  private let handle: OpaquePointer?

  init(_ url: URL) {
    var handle: OpaquePointer?
    sqlite3_open_v2(url.path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    self.handle = handle
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements; says what went wrong.
  @discardableResult func run(_ sql: String) -> String? {
    sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
      ? nil : String(cString: sqlite3_errmsg(handle))
  }

  /// The answer as lines, columns parted by bars, written as SQL would quote them.
  func lines(_ sql: String) -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      return [String(cString: sqlite3_errmsg(handle))]
    }
    defer { sqlite3_finalize(statement) }
    var lines: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let columns = (0..<sqlite3_column_count(statement)).map { column in
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
      }
      lines.append(columns.joined(separator: "|"))
    }
    return lines
  }

  /// The answer as one text.
  func text(_ sql: String) -> String { lines(sql).joined(separator: "\n") }

  /// A table as it lies in the file, each value quoted.
  func dump(_ table: String, _ columns: String) -> String {
    let quoted = columns.split(separator: " ").map { "quote(\($0))" }.joined(separator: ", ")
    return text("SELECT \(quoted) FROM \(table) ORDER BY 1, 2")
  }
}
