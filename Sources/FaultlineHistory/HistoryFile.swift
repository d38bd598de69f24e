// A history on disk: results go in at its end, and come out as runs and trends.

package import FaultlineAnalysis
import FaultlineMeasures
import Foundation

/// A file of recorded runs.
package final class HistoryFile {
  let path: String
  let database: Database

  /// Opens a history; one that is not there is made only if it is wanted new.
  package init(_ path: String, isNew: Bool) throws(HistoryError) {
    self.path = path
    guard isNew || FileManager.default.fileExists(atPath: path) else { throw .nothingYet(path) }
    guard !WholeFile.isSpecial(path) else {
      throw HistoryError(
        file: path, reason: "the history cannot be opened: it is no file of the disk")
    }
    if isNew { try? WholeFile.makeFolders(to: path) }
    let wasThere = FileManager.default.fileExists(atPath: path)
    do throws(HistoryError) {
      database = try Database(path, isNew: isNew)
      try HistorySchema.prepare(database, path, isNew: isNew)
    } catch {
      // A new file with nothing in it would look like a history.
      if !wasThere { WholeFile.removeIfEmpty(path) }
      throw error
    }
  }

  /// The runs in their order.
  package func runs() throws(HistoryError) -> [HistoryRun] {
    try database.rows("SELECT revision, recorded, machine FROM run ORDER BY id").map { row in
      HistoryRun(revision: row[0].text, recorded: row[1].text, machine: row[2].text)
    }
  }

  /// The names of all scenarios that were ever recorded, in order.
  package func scenarios() throws(HistoryError) -> [String] {
    try database.rows("SELECT DISTINCT scenario FROM series ORDER BY scenario").map { $0[0].text }
  }

  /// The names of all metrics that were ever recorded, in order.
  package func metrics() throws(HistoryError) -> [String] {
    try database.rows("SELECT DISTINCT metric FROM series ORDER BY metric").map { $0[0].text }
  }

  /// How many trials each run measured, in the order of the runs.
  package func trialCounts() throws(HistoryError) -> [Int] {
    let rows = try database.rows(
      "SELECT (SELECT count(*) FROM measured WHERE run = id) FROM run ORDER BY id")
    return rows.map { Int($0[0].integer) }
  }

  /// The whole history of the readings whose scenario and metric fit the patterns.
  package func history(
    scenarios: String = "*", metrics: String = "*"
  ) throws(HistoryError) -> History {
    let series = try database.rows(
      """
      SELECT id, scenario, trial, checkpoint, metric, scale, polarity, hangs FROM series ORDER BY id
      """)
    let (ofScenarios, ofMetrics) = (Wildcard(scenarios), Wildcard(metrics))
    var trends: [Trend] = []
    let places = try self.places()
    for row in series
    where ofScenarios.matches(row[1].text) && ofMetrics.matches(row[4].text) {
      let points = try points(
        of: row[0].integer, in: row[2].text, byMachine: row[7].integer != 0, places)
      trends += points.map { points in
        Trend(
          scenario: row[1].text, trial: row[2].text, checkpoint: row[3].text, metric: row[4].text,
          scale: Metric.Scale(rawValue: row[5].text) ?? .count,
          polarity: Metric.Polarity(rawValue: row[6].text) ?? .neutral, points: points,
          isByMachine: row[7].integer != 0)
      }
    }
    return History(runs: try runs(), trends: trends, columns: try columns())
  }

  /// What the table of each scenario shows.
  private func columns() throws(HistoryError) -> [String: [Column]] {
    let rows = try database.rows(
      "SELECT scenario, title, metric, checkpoint FROM shown ORDER BY scenario, place")
    return Dictionary(grouping: rows, by: \.[0].text).mapValues { rows in
      rows.map { Column(title: $0[1].text, metric: $0[2].text, checkpoint: $0[3].text) }
    }
  }

  private func places() throws(HistoryError) -> [Int64: Int] {
    let ids = try database.rows("SELECT id FROM run ORDER BY id").map { $0[0].integer }
    return Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
  }

  /// The points of a series; of what hangs on the machine, those of each machine by themselves.
  private func points(
    of series: Int64, in trial: String, byMachine: Bool, _ places: [Int64: Int]
  ) throws(HistoryError) -> [[Trend.Point]] {
    let rows = try database.rows(
      """
      SELECT run.id, run.machine, measured.work, reading.quantity, reading.run IS NOT NULL
      FROM measured JOIN run ON run.id = measured.run
      LEFT JOIN reading ON reading.run = run.id AND reading.series = ?1
      WHERE measured.trial = ?2 ORDER BY run.id
      """, .integer(series), .text(trial))
    var machines: [String] = []
    var last: [String: Quantity] = [:]
    var points: [String: [Trend.Point]] = [:]
    for row in rows {
      let machine = byMachine ? row[1].text : ""
      if !machines.contains(machine) { machines.append(machine) }
      if row[4].integer != 0 { last[machine] = row[3].quantity }
      guard let quantity = last[machine], let place = places[row[0].integer] else { continue }
      points[machine, default: []].append(
        Trend.Point(run: place, quantity: quantity, work: row[2].text))
    }
    return machines.compactMap { points[$0] }
  }
}

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
    guard (0...Int64(steps.count)).contains(Int64(version)) else {
      throw HistoryError(
        file: file,
        reason: "its version is \(version), and this faultline knows 0 to \(steps.count)")
    }
    guard version < steps.count else { return }
    try database.write { () throws(HistoryError) in
      try database.run("PRAGMA application_id = \(applicationID)")
      for step in steps.dropFirst(Int(version)) { try database.run(step) }
      try database.run("PRAGMA user_version = \(steps.count)")
    }
  }
}

/// A history that cannot be read or written.
package struct HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's path.
  package var file: String
  /// What is wrong, and what to do.
  package var reason: String
  /// A Boolean value that indicates whether the disk has no room for it, or is failing.
  package var isLackOfRoom = false

  /// Nothing was ever recorded in a file.
  static func nothingYet(_ file: String) -> HistoryError {
    HistoryError(
      file: file, reason: "there is no history yet; 'faultline history add RESULT' begins one")
  }

  /// The path and what is wrong there.
  package var description: String { "\(file): \(reason)" }
}
