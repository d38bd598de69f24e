// A journal that lies beside a file and belongs to another one.

internal import Faultline

/// The comparison of a file with what its journal makes of it.
///
/// SQLite cannot know: it lays the pages of a journal over whatever file it finds, and from then on that is what
/// the file is. Each store has an identifier, and a journal in which it is another belongs to another store.
enum StrangeJournal {
  /// Throws if the journal belongs to another store; says how many statements it took to know.
  ///
  /// File and journal are looked at together elsewhere, if nothing is to appear beside them.
  @discardableResult static func refuse(
    beside path: String, together: (path: String, mode: Connection.Mode)
  ) throws(GraphError) -> Int {
    var statements = 0
    guard let alone = try? identifier(path, .untouched, &statements) else { return statements }
    let other: String?
    do throws(GraphError) {
      other = try identifier(together.path, together.mode, &statements)
    } catch {
      throw GraphError(
        error.code,
        "The store '\(path)' cannot be read together with its journal '\(path)-wal': perhaps that "
          + "belongs to another file. Take it away to read the store as it was before.",
        underlying: error)
    }
    guard let other, other != alone else { return statements }
    throw GraphError(
      .open,
      "The journal '\(path)-wal' belongs to another store, with the identifier \(other); take it "
        + "away from '\(path)', whose own is \(alone).")
  }

  /// The identifier of a store; nil if there is none to be found.
  private static func identifier(
    _ path: String, _ mode: Connection.Mode, _ statements: inout Int
  ) throws(GraphError) -> String? {
    let connection = try Connection(path, mode)
    defer { statements += connection.statementsRun }
    try connection.distrust()
    let isThere = try connection.value(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'Z_METADATA'"
    ) { _ in true }
    guard isThere == true else { return nil }
    return try connection.value("SELECT Z_UUID FROM Z_METADATA LIMIT 1") { $0.string(0) }
  }
}
