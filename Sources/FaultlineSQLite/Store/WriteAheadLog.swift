// The log beside a store's file: when what is in it is moved into the file.

internal import CSQLite
internal import Faultline

/// The log of a connection that writes; SQLite moves it into the file at the end of a save that makes it long.
///
/// While several stores end one save that would take too long: so it is done before the next one begins.
final class WriteAheadLog {
  private let file: StoreFile
  private let connection: Connection
  /// How many pages make it long; as SQLite has it, or the store's options.
  private lazy var mostPages = number("PRAGMA wal_autocheckpoint")
  private lazy var pageSize = number("PRAGMA page_size")

  init(of file: StoreFile, _ connection: Connection) {
    self.file = file
    self.connection = connection
  }

  private func number(_ sql: String) -> Int {
    (try? connection.value(sql) { Int($0.integer(0)) }) ?? 0
  }

  /// Whether SQLite is to leave the log alone at the end of a save.
  var waits = false {
    didSet {
      guard waits != oldValue, mostPages > 0 else { return }
      sqlite3_wal_autocheckpoint(connection.handle, waits ? 0 : CInt(mostPages))
    }
  }

  /// The most bytes that it was seen to have when a save had ended; looked at only where something makes it shorter.
  private(set) var longest = 0
  /// How many milliseconds the connection waits for others.
  private lazy var patience = number("PRAGMA busy_timeout")
  private static let partOfFreePages = 5

  /// After a save: cuts the log to nothing if it has become too long, and gives back a part of the free pages.
  ///
  /// That is what Core Data was observed to do; a reader that needs the log prevents it, and nothing waits for that.
  func endSave() {
    guard file.mayShrinkLog else { return }
    let size = file.logSize
    longest = max(longest, size)
    guard let most = file.longestLog, size > most else { return }
    let patience = CInt(clamping: patience)
    sqlite3_busy_timeout(connection.handle, 0)
    defer { sqlite3_busy_timeout(connection.handle, patience) }
    try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let free = number("PRAGMA freelist_count")
    if free > 0 {
      try? connection.run("PRAGMA incremental_vacuum(\(max(1, free / Self.partOfFreePages)))")
    }
  }

  /// Moves what is in a long log into the file, as far as no reader needs it.
  func moveIfLong() {
    guard mostPages > 0, file.logSize >= mostPages * pageSize else { return }
    sqlite3_wal_checkpoint_v2(
      connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }
}
