// A result at the end of a history: a row for each reading that is not what it was.

package import FaultlineMeasures
package import Foundation

extension HistoryFile {
  /// Records results of a revision.
  ///
  /// The latest revision may be recorded again, and then takes the place of what was recorded of it: returns of how
  /// many scenarios it did.
  @discardableResult
  package func add(
    _ result: RunResult, facts: [String: KeyFacts], revision: String, at date: Date = Date()
  ) throws(HistoryError) -> Int {
    var replaced = 0
    try database.write { () throws(HistoryError) in
      for scenario in result.scenarios {
        let machine = Self.word(facts[scenario.name])
        let run = try run(of: revision, on: machine, at: date)
        var isThere = false
        for trial in scenario.trials where trial.death == nil {
          if try add(trial, of: scenario, to: run, on: machine) { isThere = true }
        }
        if isThere { replaced += 1 }
        try show(scenario.columns, of: scenario.name)
      }
    }
    return replaced
  }

  /// A word that differs when a fact does that readings hang on.
  static func word(_ facts: KeyFacts?) -> String {
    guard let facts else { return "unknown" }
    let listed = facts.listed.map { "\($0.0) \($0.1 ?? "?")" }
    return String(Fingerprint.of(listed).prefix(8))
  }

  private func run(
    of revision: String, on machine: String, at date: Date
  ) throws(HistoryError) -> Int64 {
    let known = try database.rows(
      "SELECT id, id = (SELECT max(id) FROM run) FROM run WHERE revision = ?1 AND machine = ?2",
      .text(revision), .text(machine))
    if let row = known.first {
      guard row[1].integer == 1 else {
        throw HistoryError(
          file: path,
          reason: "the revision \(revision) has others after it, and a history grows at its end")
      }
      return row[0].integer
    }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "yyyy-MM-dd HH:mm:ss"
    try database.rows(
      "INSERT INTO run (revision, recorded, machine) VALUES (?, ?, ?)", .text(revision),
      .text(format.string(from: date)), .text(machine))
    return try database.rows("SELECT last_insert_rowid()").first?.first?.integer ?? 0
  }

  /// Records what a scenario's table shows, in place of what it has shown before.
  private func show(_ columns: [Column], of scenario: String) throws(HistoryError) {
    try database.rows("DELETE FROM shown WHERE scenario = ?", .text(scenario))
    for (place, column) in columns.enumerated() {
      try database.rows(
        "INSERT INTO shown (scenario, place, title, metric, checkpoint) VALUES (?, ?, ?, ?, ?)",
        .text(scenario), .integer(Int64(place)), .text(column.title), .text(column.metric),
        .text(column.checkpoint))
    }
  }

  /// Records a trial; returns whether that took the place of what was recorded of it.
  private func add(
    _ trial: TrialResult, of scenario: ScenarioResult, to run: Int64, on machine: String
  ) throws(HistoryError) -> Bool {
    let isThere = try !database.rows(
      "SELECT 1 FROM measured WHERE run = ? AND trial = ?", .integer(run), .text(trial.id)
    ).isEmpty
    try database.rows(
      "DELETE FROM reading WHERE run = ?1 AND series IN (SELECT id FROM series WHERE trial = ?2)",
      .integer(run), .text(trial.id))
    let work = Fingerprint.of(
      [trial.fingerprint] + scenario.workload.flatMap { [$0.name, $0.value.plain] })
    try database.rows(
      "INSERT OR REPLACE INTO measured (run, trial, work) VALUES (?, ?, ?)", .integer(run),
      .text(trial.id), .text(String(work.prefix(8))))
    var last = try lastReadings(of: trial.id, on: machine)
    for checkpoint in trial.samples.first?.checkpoints ?? [] {
      for reading in checkpoint.readings {
        guard let metric = scenario.metric(reading.metric), metric.exactness == .exact,
          reading.quantity.double.isFinite
        else { continue }
        let key = [checkpoint.name, metric.name]
        let old = last.removeValue(forKey: key)
        guard old?.quantity != reading.quantity else { continue }
        let series: Int64
        if let old {
          series = old.series
        } else {
          series = try self.series(metric, checkpoint.name, trial, scenario)
        }
        try database.rows(
          "INSERT INTO reading (series, run, quantity) VALUES (?, ?, ?)", .integer(series),
          .integer(run), ColumnValue(reading.quantity))
      }
    }
    for (series, quantity) in last.values where quantity != nil {
      try database.rows(
        "INSERT INTO reading (series, run, quantity) VALUES (?, ?, NULL)", .integer(series),
        .integer(run))
    }
    return isThere
  }

  /// What was read last of every series of a trial, where it can be held against what is read here.
  private func lastReadings(
    of trial: String, on machine: String
  ) throws(HistoryError) -> [[String]: (series: Int64, quantity: Quantity?)] {
    let rows = try database.rows(
      """
      SELECT id, checkpoint, metric, (
        SELECT quantity FROM reading JOIN run ON run.id = reading.run
        WHERE series = series.id AND (hangs = 0 OR machine = ?2)
        ORDER BY run.id DESC LIMIT 1)
      FROM series WHERE trial = ?1
      """, .text(trial), .text(machine))
    return Dictionary(
      rows.map { row in
        ([row[1].text, row[2].text], (series: row[0].integer, quantity: row[3].quantity))
      }, uniquingKeysWith: { first, _ in first })
  }

  private func series(
    _ metric: Metric, _ checkpoint: String, _ trial: TrialResult, _ scenario: ScenarioResult
  ) throws(HistoryError) -> Int64 {
    try database.rows(
      """
      INSERT INTO series (scenario, trial, checkpoint, metric, scale, polarity, hangs)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .text(scenario.name), .text(trial.id), .text(checkpoint), .text(metric.name),
      .text(metric.scale.rawValue), .text(metric.polarity.rawValue),
      .integer(metric.dependsOnMachine ? 1 : 0))
    return try database.rows("SELECT last_insert_rowid()").first?.first?.integer ?? 0
  }
}
