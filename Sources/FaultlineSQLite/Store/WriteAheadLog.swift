// The log beside a store's file, and the file's free pages: what is tidied up after a save.

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
  /// How many pages of the file were free after the last save; nil where nothing gives them back.
  private(set) var freePages: Int?
  /// How many free pages saves have given back.
  private(set) var pagesGivenBack = 0
  private lazy var freePagesQuery = try? connection.prepare("PRAGMA freelist_count")

  /// After a save: cuts the log to nothing if it has become too long, and gives back a part of the free pages.
  ///
  /// That is what Core Data was observed to do; a reader that needs the log prevents it, and nothing waits for that.
  func endSave() {
    guard file.mayShrinkLog else { return }
    let size = file.logSize
    longest = max(longest, size)
    guard let most = file.longestLog else { return }
    let patience = CInt(clamping: patience)
    sqlite3_busy_timeout(connection.handle, 0)
    defer { sqlite3_busy_timeout(connection.handle, patience) }
    if size > most { try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    giveBackPages()
  }

  private func giveBackPages() {
    let free = countFreePages()
    freePages = free
    let pages = Self.pagesToGiveBack(
      of: free, used: free == 0 ? 0 : number("PRAGMA page_count") - free)
    guard pages > 0 else { return }
    try? connection.run("PRAGMA incremental_vacuum(\(pages))")
    let left = countFreePages()
    pagesGivenBack += free - left
    freePages = left
  }

  private func countFreePages() -> Int {
    guard let query = freePagesQuery, (try? query.step()) == true else { return 0 }
    defer { query.reset() }
    return Int(query.integer(0))
  }

  /// How many of a file's free pages a save gives back: at least a fifth, and as many as leave no more free than used.
  ///
  /// The pairs that Core Data was seen to log fit it.
  static func pagesToGiveBack(of free: Int, used: Int) -> Int { max(free / 5, free - used) }

  /// Moves what is in a long log into the file, as far as no reader needs it.
  func moveIfLong() {
    guard mostPages > 0, file.logSize >= mostPages * pageSize else { return }
    sqlite3_wal_checkpoint_v2(
      connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }
}
