// What a history shows first: the latest run, and of one run what a comparison would show first.

import FaultlineAnalysis
import FaultlineHistory
import FaultlineMeasures
import FaultlineReports
import Foundation
import Testing

struct `The steps of a history` {
  private static let metrics = [
    "objects.live", "objects.registered", "faults.fired", "undo.groups",
  ]
  .map { name in
    Metric(
      name: name, group: .objects, scale: .count, polarity: .less, exactness: .exact, meaning: "")
  }

  /// A run with batches and an end; each metric reads as many everywhere, but one place.
  private static func run(
    _ quantities: [String: Int], batches: Int = 3, columns: [Column] = [],
    but exceptions: [[String]: Int] = [:]
  ) -> RunResult {
    let names = (0..<batches).map { "batch-\($0)" } + ["end"]
    let checkpoints = names.map { name in
      Checkpoint(
        name: name,
        readings: metrics.compactMap { metric in
          (exceptions[[metric.name, name]] ?? quantities[metric.name]).map {
            Reading(metric: metric.name, quantity: .integer($0))
          }
        })
    }
    let trial = TrialResult(
      TrialKey(scenario: "import", variant: "plain"), settings: [],
      samples: [Sample(pass: 1, checkpoints: checkpoints)])
    return RunResult(scenarios: [
      ScenarioResult(
        name: "import", title: "", file: "", reference: "plain", repeats: 1, metrics: metrics,
        columns: columns, trials: [trial], judgements: [])
    ])
  }

  private static let columns = [
    Column(title: "groups", metric: "undo.groups", checkpoint: "end"),
    Column(title: "live", metric: "objects.live", checkpoint: "batch-1"),
  ]

  /// What a file gives back of these runs, which are called by letters.
  private func history(of runs: [RunResult]) throws -> History {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "faultline-steps-\(UInt64.random(in: .min ... .max)).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try HistoryFile(path, isNew: true)
    for (run, name) in zip(runs, "abcdefghijklmnopqrstuvwxyz") {
      try file.add(run, facts: [:], revision: "\(name)", at: Date(timeIntervalSince1970: 0))
    }
    return try file.history()
  }

  private func picture(_ history: History) -> [String] {
    history.stepGroups.map { group in
      let readings = group.pairs.map { "\($0.metric.name)@\($0.checkpoint)" }
      return "\(history.runs[group.run].revision): \(readings.joined(separator: " "))"
    }
  }

  private func terminal(_ history: History, isWhole: Bool = false) -> String {
    TerminalFormat(width: 160).render(ReportBuilder().report(history, isWhole: isWhole))
  }

  /// How many rows a table has of a revision.
  private func rows(_ page: String, of revision: String) -> Int {
    page.split(separator: "\n").count { $0.hasPrefix("\(revision) ") }
  }

  private static let before = [
    "objects.live": 10, "objects.registered": 10, "faults.fired": 10, "undo.groups": 10,
  ]
  private static let after = [
    "objects.live": 11, "objects.registered": 12, "faults.fired": 30, "undo.groups": 11,
  ]

  @Test func `begin with the scenario's columns, then the largest change, a line a metric`() throws
  {
    let history = try history(of: [
      Self.run(Self.before, columns: Self.columns), Self.run(Self.after, columns: Self.columns),
    ])
    #expect(
      picture(history) == [
        "b: undo.groups@end undo.groups@batch-0 undo.groups@batch-1 undo.groups@batch-2",
        "b: objects.live@batch-1 objects.live@batch-0 objects.live@batch-2 objects.live@end",
        "b: faults.fired@batch-0 faults.fired@batch-1 faults.fired@batch-2 faults.fired@end",
        "b: objects.registered@batch-0 objects.registered@batch-1 objects.registered@batch-2 "
          + "objects.registered@end",
      ])
  }

  @Test func `come in the order in which a comparison of the two runs has them`() throws {
    let base = Self.run(Self.before, columns: Self.columns)
    var head = Self.run(
      Self.after, columns: Self.columns,
      but: [["faults.fired", "end"]: 90, ["undo.groups", "end"]: 99])
    // A comparison shows what gates, and a history everything.
    head.scenarios[0].gate = Gate(
      Self.before.keys.map { Judgement.Asked(metric: $0, checkpoint: nil) })
    let groups = Comparison(base: base, head: head).groups([.worse]).map(\.pairs)
    #expect(try history(of: [base, head]).stepGroups.map(\.pairs) == groups)
    #expect(groups.count == 4)
  }

  @Test func `are grouped only where they went the same way`() throws {
    let history = try history(of: [
      Self.run(["faults.fired": 10]),
      Self.run(["faults.fired": 12], but: [["faults.fired", "end"]: 2]),
    ])
    #expect(
      picture(history) == [
        "b: faults.fired@end",
        "b: faults.fired@batch-0 faults.fired@batch-1 faults.fired@batch-2",
      ])
  }

  @Test func `show the latest run first, and forget columns that a scenario has no more`() throws {
    let history = try history(of: [
      Self.run(Self.before, columns: Self.columns), Self.run(Self.after, columns: Self.columns),
      Self.run(Self.before),
    ])
    #expect(history.columns.isEmpty)
    #expect(
      picture(history).map { $0.prefix { $0 != "@" } } == [
        "c: faults.fired", "c: objects.registered", "c: objects.live", "c: undo.groups",
        "b: faults.fired", "b: objects.registered", "b: objects.live", "b: undo.groups",
      ])
  }

  @Test func `are shown in one row a metric, with what is left out and how to see it`() throws {
    let history = try history(of: [
      Self.run(Self.before, columns: Self.columns), Self.run(Self.after, columns: Self.columns),
    ])
    let short = terminal(history)
    #expect(short.hasPrefix("HISTORY  2 runs · 16 readings · 16 steps\n"))
    #expect(short.contains("undo.groups@end and 3 more"))
    #expect(rows(short, of: "b") == 4)
    #expect(!short.contains("…"))
    let whole = terminal(history, isWhole: true)
    #expect(!whole.contains("and 3 more"))
    #expect(rows(whole, of: "b") == 16)
  }

  @Test func `of one run do not hide those of the run before`() throws {
    let many = (0..<30).map { number in
      Metric(
        name: "objects.m\(number)", group: .objects, scale: .count, polarity: .less,
        exactness: .exact, meaning: "")
    }
    func run(_ quantity: Int, last: Int) -> RunResult {
      var result = Self.run([:])
      result.scenarios[0].metrics = many
      result.scenarios[0].trials[0].samples[0].checkpoints = [
        Checkpoint(
          name: "end",
          readings: many.map {
            Reading(metric: $0.name, quantity: .integer($0 == many[29] ? last : quantity))
          })
      ]
      return result
    }
    let history = try history(of: [run(1, last: 1), run(1, last: 2), run(2, last: 2)])
    let short = terminal(history)
    #expect(rows(short, of: "c") == 10)
    #expect(rows(short, of: "b") == 1)
    #expect(short.contains("… 19 more steps; --all shows them, --only and --metric choose"))
    let whole = terminal(history, isWhole: true)
    #expect(rows(whole, of: "c") == 29)
    #expect(!whole.contains("…"))
  }

  @Test func `are drawn in the same order, and what is not drawn is counted`() throws {
    let batches = 20
    let history = try history(of: [
      Self.run(Self.before, batches: batches, columns: Self.columns),
      Self.run(Self.after, batches: batches, columns: Self.columns),
    ])
    let page = HTMLFormat().render(ReportBuilder().report(history))
    let titles = page.matches(of: /<figcaption dir="auto">([^<]*)/).map { String($0.1) }
    #expect(
      titles.prefix(4) == [
        "import/plain: undo.groups@end", "import/plain: objects.live@batch-1",
        "import/plain: faults.fired@batch-0", "import/plain: objects.registered@batch-0",
      ])
    #expect(titles.count == 60)
    #expect(
      page.contains("24 more readings stepped; --all draws them, --only and --metric choose."))
    let whole = HTMLFormat().render(ReportBuilder().report(history, isWhole: true))
    #expect(whole.matches(of: /<figcaption/).count == 84)
    #expect(!whole.contains("more readings stepped"))
  }
}
