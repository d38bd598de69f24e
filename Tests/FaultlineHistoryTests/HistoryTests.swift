// Histories: what is recorded comes back, every change is one step at its revision, and a file of
// another version or of somebody else is not harmed.

import CSQLite
import FaultlineAnalysis
import FaultlineHistory
import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

struct `A history` {
  private let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "faultline-history-\(UInt64.random(in: .min ... .max)).sqlite").path
  }

  private static let facts = KeyFacts(architecture: "x86_64", pageSize: 4096, swift: "6.3")
  private static let metrics = [
    metric("objects.live", .objects, .count), metric("bytes.live", .heap, .bytes),
  ]

  private static func metric(
    _ name: String, _ group: Metric.Group, _ scale: Metric.Scale
  ) -> Metric {
    Metric(
      name: name, group: group, scale: scale, polarity: .less, exactness: .exact, meaning: "")
  }

  private static func run(
    _ live: Int?, bytes: Int = 100, rows: Int = 3, death: Death? = nil
  ) -> RunResult {
    let readings =
      (live.map { [Reading(metric: "objects.live", quantity: .integer($0))] } ?? [])
      + [Reading(metric: "bytes.live", quantity: .integer(bytes))]
    let trial = TrialResult(
      TrialKey(scenario: "pairs", variant: "refresh"),
      settings: [Setting(name: "rows", value: rows)],
      samples: [Sample(pass: 1, checkpoints: [Checkpoint(name: "end", readings: readings)])],
      death: death)
    return RunResult(scenarios: [
      ScenarioResult(
        name: "pairs", title: "", file: "", reference: "refresh", repeats: 1, metrics: metrics,
        columns: [], trials: [trial], judgements: [])
    ])
  }

  private func file() throws -> HistoryFile { try HistoryFile(path, isNew: true) }

  /// Records a result; returns in how many scenarios it took the place of another.
  @discardableResult
  private func add(
    _ result: RunResult, _ revision: String, _ facts: KeyFacts = facts
  ) throws -> Int {
    try file().add(
      result, facts: ["pairs": facts], revision: revision, at: Date(timeIntervalSince1970: 0))
  }

  /// Every trend as `metric: value value …`, with the steps.
  private func picture(_ metrics: String = "*") throws -> [String] {
    let history = try file().history(metrics: metrics)
    return history.trends.map { trend in
      let points = trend.points.map { "\(history.runs[$0.run].revision)=\($0.quantity)" }
      let steps = trend.steps.map { step in
        "\(history.runs[step.after.run].revision)\(step.isOtherWork ? "*" : "")"
      }
      return "\(trend.metric): \(points.joined(separator: " ")) | \(steps.joined(separator: " "))"
    }
  }

  @Test func `gives back what was recorded, and each change at its revision`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    for (revision, live) in [("a", 4), ("b", 4), ("c", 5), ("d", 5), ("e", 4)] {
      try add(Self.run(live), revision)
    }
    #expect(
      try picture() == [
        "objects.live: a=4 b=4 c=5 d=5 e=4 | c e", "bytes.live: a=100 b=100 c=100 d=100 e=100 | ",
      ])
    let runs = try file().runs()
    #expect(runs.map(\.revision) == ["a", "b", "c", "d", "e"])
    #expect(runs[0].recorded == "1970-01-01 00:00:00")
    #expect(try file().trialCounts() == [1, 1, 1, 1, 1])
  }

  @Test func `writes a row only where something changed`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    for number in 0..<50 { try add(Self.run(4), "r\(number)") }
    #expect(try rows("SELECT count(*) FROM reading") == 2)
  }

  @Test func `records the latest revision again, and no other`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try add(Self.run(4), "a")
    try add(Self.run(5), "b")
    try add(Self.run(4), "b")
    #expect(try picture("objects.*") == ["objects.live: a=4 b=4 | "])
    let error = #expect(throws: HistoryError.self) { try add(Self.run(9), "a") }
    #expect(error?.reason.hasPrefix("the revision a has others after it") == true)
    #expect(try picture("objects.*") == ["objects.live: a=4 b=4 | "])
  }

  @Test func `says of how many scenarios it had recorded the revision`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try add(Self.run(4), "a") == 0)
    #expect(try add(Self.run(5), "b") == 0)
    #expect(try add(Self.run(4), "b") == 1)
    // Of a trial that died nothing is recorded.
    #expect(try add(Self.run(4, death: Death(cause: .silence)), "b") == 0)
    #expect(try rows("SELECT count(*) FROM measured") == 2)
  }

  @Test func `follows bytes on each machine by itself, and objects on all`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var other = Self.facts
    other.swift = "6.4"
    try add(Self.run(4, bytes: 100), "a")
    try add(Self.run(4, bytes: 300), "b", other)
    try add(Self.run(5, bytes: 101), "c")
    try add(Self.run(5, bytes: 300), "d", other)
    #expect(
      try picture() == [
        "objects.live: a=4 b=4 c=5 d=5 | c", "bytes.live: a=100 c=101 | c",
        "bytes.live: b=300 d=300 | ",
      ])
  }

  @Test func `knows other work, missing readings and trials that died`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try add(Self.run(4), "a")
    try add(Self.run(40, rows: 30), "b")
    try add(Self.run(nil, rows: 30), "c")
    try add(Self.run(1, death: Death(cause: .silence)), "d")
    try add(Self.run(41, rows: 30), "e")
    #expect(try picture("objects.*") == ["objects.live: a=4 b=40 e=41 | b* e"])
  }

  @Test func `keeps integers that no double can hold`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try add(Self.run(9_007_199_254_740_992), "a")
    try add(Self.run(9_007_199_254_740_993), "b")
    #expect(try picture("objects.*").first?.hasSuffix("| b") == true)
  }

  @Test func `brings a file of an older version up to date`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try add(Self.run(4), "a")
    // Version 1 did not know what work was done.
    try run("DROP TABLE shown; ALTER TABLE measured DROP COLUMN work; PRAGMA user_version = 1")
    try add(Self.run(5), "b")
    #expect(try rows("PRAGMA user_version") == 3)
    #expect(try picture("objects.*") == ["objects.live: a=4 b=5 | b*"])
  }

  @Test func `leaves newer files and those of others alone`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try run("CREATE TABLE mine (x); PRAGMA user_version = 1")
    #expect(throws: HistoryError.self) { try file() }
    #expect(try rows("SELECT count(*) FROM sqlite_schema") == 1)
    try run("DROP TABLE mine")
    for version in [99, -1] {
      try run("PRAGMA user_version = \(version)")
      let error = #expect(throws: HistoryError.self) { try file() }
      #expect(error?.reason == "its version is \(version), and this faultline knows 0 to 3")
    }
    try Data(repeating: 65, count: 4_096).write(to: URL(fileURLWithPath: path))
    let text = #expect(throws: HistoryError.self) { try file() }
    #expect(text?.reason.hasSuffix("it is no SQLite file; choose another with --file") == true)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: HistoryError.self) { try HistoryFile(path, isNew: false) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `is shown in a page and in a terminal, the latest step first`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let hash = String(repeating: "0123456789abcdef", count: 3).prefix(40)
    try add(Self.run(4), "v1")
    try add(Self.run(5, bytes: 90), "v2")
    try add(Self.run(6, bytes: 90), String(hash))
    let report = ReportBuilder().report(try file().history())
    expectText(
      TerminalFormat().render(report),
      is: """
        HISTORY  3 runs · 2 readings · 3 steps

        Steps, the latest first
                                                             before
        at            variant        reading                → after  change
        ─────────────────────────────────────────────────────────────────────────────
        0123456789ab  pairs/refresh  objects.live@end         5 → 6      +1  ▲ worse
        v2            pairs/refresh  objects.live@end         4 → 5      +1  ▲ worse
        v2            pairs/refresh  bytes.live@end    100 B → 90 B   -10 B  ▼ better

        """)
    let page = HTMLFormat().render(report)
    #expect(page.contains("<title>Faultline: a history</title>"))
    #expect(page.components(separatedBy: "<figure class=\"chart\">").count == 3)
  }

  // MARK: - The file behind it

  private func run(_ sql: String) throws {
    var handle: OpaquePointer?
    sqlite3_open(path, &handle)
    defer { sqlite3_close(handle) }
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  private func rows(_ sql: String) throws -> Int {
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    sqlite3_open(path, &handle)
    defer { sqlite3_close(handle) }
    sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    return Int(sqlite3_column_int64(statement, 0))
  }
}
