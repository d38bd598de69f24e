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

  /// Moves what is in a long log into the file, as far as no reader needs it.
  func moveIfLong() {
    guard mostPages > 0, file.logSize >= mostPages * pageSize else { return }
    sqlite3_wal_checkpoint_v2(
      connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }
}
