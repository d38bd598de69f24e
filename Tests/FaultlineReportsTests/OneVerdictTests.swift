// One verdict, whatever the format: the word, the failures that programs count, and the exit status agree.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

struct `The verdict of a report` {
  private static let metrics = [
    ("objects.live", Metric.Polarity.less), ("cycles.broken", .more), ("rowcache.hits", .neutral),
    ("bytes.peak", .less),
  ].map { name, polarity in
    Metric(
      name: name, group: name.hasPrefix("bytes") ? .heap : .objects, scale: .count,
      polarity: polarity, exactness: .exact, meaning: "")
  }

  /// A random result; numbers move by little, so that much is the same.
  private static func scenario(_ name: String, _ random: inout SplitMix64) -> ScenarioResult {
    let variants = (0...Int.random(in: 0...2, using: &random)).map { "v\($0)" }
      .filter { _ in Int.random(in: 0...5, using: &random) > 0 }
    let trials = variants.map { variant in
      let checkpoints = ["saved", "end"].map { checkpoint in
        Checkpoint(
          name: checkpoint,
          readings: metrics.map {
            Reading(
              metric: $0.name,
              quantity: .integer(
                100 + ([0, 0, 0, 0, 0, 0, 0, 1, -1].randomElement(using: &random) ?? 0)))
          })
      }
      let isDead = Int.random(in: 0...19, using: &random) == 0
      return TrialResult(
        TrialKey(scenario: name, variant: variant),
        settings: [
          Setting(name: "rows", value: Int.random(in: 0...3, using: &random) == 0 ? 9 : 4)
        ],
        samples: [Sample(pass: 1, checkpoints: checkpoints)],
        death: isDead ? Death(cause: .silence) : nil)
    }
    let outcomes: [Judgement.Outcome] = [
      .held, .held, .held, .held, .held, .held, .held, .undecided, .undecided, .broken, .unanswered,
    ]
    var scenario = ScenarioResult(
      name: name, title: "A title", file: "\(name).yaml", reference: variants.first ?? "v0",
      repeats: 1, metrics: metrics, columns: [], trials: trials,
      judgements: (0..<Int.random(in: 0...2, using: &random)).map { place in
        Judgement(
          that: "objects.live@end == \(place)",
          place: SourcePlace(file: "\(name).yaml", line: place + 1, column: 1),
          outcome: outcomes.randomElement(using: &random) ?? .held, detail: "objects.live@end was 4"
        )
      })
    scenario.gate = Gate(
      metrics.filter { _ in Bool.random(using: &random) }
        .map { Judgement.Asked(metric: $0.name, checkpoint: nil) })
    scenario.parts = [
      ScenarioPart(
        kind: .expectation, name: "expect",
        text: "objects.live <= \(Int.random(in: 0...5, using: &random) == 0 ? 5 : 4)", line: 3)
    ]
    if Int.random(in: 0...19, using: &random) == 0 { scenario.missing = ["\(name)/lost"] }
    return scenario
  }

  private static func word(_ report: Report) -> String { report.verdict?.word ?? "" }

  /// Checks that every format says the same as the status.
  private static func expect(
    _ report: Report, _ status: FaultlineMeasures.ExitStatus, _ seed: UInt64
  ) {
    let word = word(report)
    let fails = status != .held
    let texts = [
      TerminalFormat(width: 100).render(report).hasPrefix(word),
      BriefFormat().render(report).hasPrefix("\(word)  "),
      MarkdownFormat().render(report).contains("### Faultline: \(word)\n"),
      HTMLFormat().render(report).contains("<strong>\(word)</strong>"),
      GitHubFormat().render(report).contains("faultline: \(word)  "),
      RunEventLine.verdict(report).json.contains("\"verdict\":\"\(word)\""),
    ]
    #expect(texts == Array(repeating: true, count: 6), "seed \(seed), \(word)")
    #expect((GitHubFormat().render(report).contains("::error ")) == fails, "seed \(seed), \(word)")
    let junit = JUnitFormat().render(report)
    #expect(
      (junit.contains("<failure ") || junit.contains("<error ")) == fails, "seed \(seed) \(word)")
    #expect(SARIFFormat().render(report).contains("\"ruleId\"") == fails, "seed \(seed) \(word)")
    #expect(report.cases.filter(\.isTrouble).isEmpty != fails, "seed \(seed) \(word)")
  }

  @Test(arguments: 0..<Effort.laws) func `of a run agrees in all formats with the exit status`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let run = RunResult(
      scenarios: (0...Int.random(in: 0...2, using: &random)).map {
        Self.scenario("s\($0)", &random)
      })
    Self.expect(ReportBuilder().report(run), FaultlineMeasures.ExitStatus(run.verdict), seed)
  }

  @Test(arguments: 0..<Effort.laws)
  func `of a check agrees in all formats and on each page with the exit status`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let facts = [
      KeyFacts(architecture: "x86_64", pageSize: 4_096, behavior: "01"),
      KeyFacts(architecture: "arm64", pageSize: 4_096, behavior: "01"),
    ]
    let here = facts[Int.random(in: 0...5, using: &random) == 0 ? 1 : 0]
    let names = (0...Int.random(in: 0...2, using: &random)).map { "s\($0)" }
    func some(_ random: inout SplitMix64) -> [ScenarioResult] {
      var all: [ScenarioResult] = []
      for name in names where Int.random(in: 0...7, using: &random) > 0 {
        all.append(Self.scenario(name, &random))
      }
      return all
    }
    let accepted = some(&random).compactMap { result in
      Baseline(result, facts: facts[0]).accepted(for: here)
    }
    let run = RunResult(scenarios: some(&random))
    let strict = Bool.random(using: &random)
    let across = AcrossChanges.allCases.randomElement(using: &random) ?? .fail
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: run,
      headFacts: Dictionary(uniqueKeysWithValues: names.map { ($0, here) }), accepted: accepted)
    let status = comparison.status(of: run, strict: strict, acrossChanges: across)
    let report = ReportBuilder().report(
      comparison, for: .check, of: run, strict: strict, acrossChanges: across)
    // With nothing to run and nothing accepted there is no case that could fail.
    guard !comparison.trials.isEmpty || !run.scenarios.isEmpty else { return }
    if !(comparison.trials.isEmpty && status == .nothingCompared) {
      Self.expect(report, status, seed)
    }
    // The statuses of the pages come to that of the whole.
    let pages = run.scenarios.map { scenario -> FaultlineMeasures.ExitStatus in
      let part = comparison.of(scenario.name)
      let alone = RunResult(scenarios: [scenario])
      let page = ReportBuilder().report(
        part, for: .check, of: alone, strict: strict, acrossChanges: across, isPage: true)
      let status = part.status(of: alone, strict: strict, acrossChanges: across)
      if !part.trials.isEmpty { Self.expect(page, status, seed) }
      return status
    }
    if status == .held { #expect(!pages.contains(.broken) && !pages.contains(.died)) }
  }
}
