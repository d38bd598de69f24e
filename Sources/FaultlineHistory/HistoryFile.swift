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
