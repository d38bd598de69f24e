// The SQLite that the program is linked with: results on disk are keyed by it.

internal import CSQLite

/// The linked SQLite library.
public enum SQLiteLibrary {
  /// Its version, such as `3.40.1`.
  public static var version: String { String(cString: sqlite3_libversion()) }

  /// Lets SQLite keep no statistics of its memory, unless the program has used it before: they are not used
  /// here, and a lock for each block is one part in twenty of a save.
  static func skipStatistics() { withoutStatistics }

  private static let withoutStatistics: Void = faultline_sqlite_skip_statistics()
}
