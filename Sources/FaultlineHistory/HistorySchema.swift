// The tables of a history. A step for each version: a file of any older version is brought up to date
// when it is opened, and one of a newer version is left alone.

/// The shape of a history's file, and how it came to be.
enum HistorySchema {
  /// Says that a file is a history: `FLTH` as a number.
  static let applicationID: Int64 = 0x464C_5448

  /// What makes version n of version n - 1; `PRAGMA user_version` says how many have been done.
  static let steps = [
    """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY, revision TEXT NOT NULL, recorded TEXT NOT NULL,
      machine TEXT NOT NULL);
    CREATE TABLE series (
      id INTEGER PRIMARY KEY, scenario TEXT NOT NULL, trial TEXT NOT NULL,
      checkpoint TEXT NOT NULL, metric TEXT NOT NULL, scale TEXT NOT NULL,
      polarity TEXT NOT NULL, hangs INTEGER NOT NULL, UNIQUE (trial, checkpoint, metric));
    -- A row stands only where a reading changed; where it is no longer read, the row has no quantity.
    CREATE TABLE reading (
      series INTEGER NOT NULL REFERENCES series, run INTEGER NOT NULL REFERENCES run,
      quantity NUMERIC, PRIMARY KEY (series, run)) WITHOUT ROWID;
    CREATE TABLE measured (
      run INTEGER NOT NULL REFERENCES run, trial TEXT NOT NULL,
      PRIMARY KEY (run, trial)) WITHOUT ROWID;
    """,
    """
    ALTER TABLE measured ADD COLUMN work TEXT NOT NULL DEFAULT '';
    """,
    """
    -- What a scenario's own table shows, in its order.
    CREATE TABLE shown (
      scenario TEXT NOT NULL, place INTEGER NOT NULL, title TEXT NOT NULL, metric TEXT NOT NULL,
      checkpoint TEXT NOT NULL, PRIMARY KEY (scenario, place)) WITHOUT ROWID;
    """,
  ]

  /// Brings a file up to date; an empty one becomes a history only where that is wanted.
  static func prepare(
    _ database: Database, _ file: String, isNew: Bool
  ) throws(HistoryError) {
    let version = try database.rows("PRAGMA user_version").first?.first?.integer ?? 0
    let owner = try database.rows("PRAGMA application_id").first?.first?.integer ?? 0
    let tables = try database.rows("SELECT count(*) FROM sqlite_schema").first?.first?.integer ?? 0
    guard isNew || tables > 0 else { throw .nothingYet(file) }
    guard owner == applicationID || tables == 0 else {
      throw HistoryError(
        file: file, reason: "this SQLite file is no history; choose another with --file")
    }
    guard version <= steps.count else {
      throw HistoryError(
        file: file,
        reason: "its version is \(version), and this faultline knows up to \(steps.count)")
    }
    guard version < steps.count else { return }
    try database.write { () throws(HistoryError) in
      try database.run("PRAGMA application_id = \(applicationID)")
      for step in steps.dropFirst(Int(version)) { try database.run(step) }
      try database.run("PRAGMA user_version = \(steps.count)")
    }
  }
}
