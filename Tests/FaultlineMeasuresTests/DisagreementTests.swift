// Repeats must be identical: where they are not, the result says so; and what a run comes to.

import FaultlineMeasures
import Foundation
import Testing

private typealias Results = `A run's result`

struct `Passes that do not agree` {
  @Test func `are found on exact metrics only`() {
    let trial = TrialResult(
      TrialKey(scenario: "pairs", variant: "let go"),
      samples: [
        Results.sample(1, live: 4), Results.sample(2, live: 6), Results.sample(3, live: 4),
      ])
    #expect(
      trial.disagreements(on: Results.scenario.metrics)
        == [Disagreement(checkpoint: "end", metric: "objects.live", values: [4, 6])])
  }

  @Test func `are one finding that names ten of them`() {
    let checkpoints = { (value: Int) in
      (1...12).map { number in
        Checkpoint(
          name: "c\(number)",
          readings: [Reading(metric: "objects.live", quantity: .integer(value))])
      }
    }
    let trial = TrialResult(
      TrialKey(scenario: "pairs", variant: "let go"),
      samples: [
        Sample(pass: 1, checkpoints: checkpoints(1)), Sample(pass: 2, checkpoints: checkpoints(2)),
      ])
    let findings = Results.scenario.findings(of: trial)
    #expect(findings.map(\.kind) == [.disagreement])
    #expect(
      findings.first?.message
        == "2 passes do not agree: objects.live@c1 was 1, 2 (and 11 more exact readings differ).")
    #expect(
      findings.first?.evidence
        == (1...10).map { "objects.live@c\($0) was 1, 2" } + ["… 2 more"])
  }

  @Test func `keep every sample in the document`() throws {
    var scenario = Results.scenario
    scenario.trials[0].samples[1] = Results.sample(2, live: 5)
    let text = RunResult(scenarios: [scenario]).json
    #expect(text.contains(#""identical" : false"#))
    #expect(text.contains(#""kind" : "disagreement""#))
    #expect(text.contains("\"objects.live\" : 9007199254740991"))
    #expect(text.contains("\"objects.live\" : 5"))
    #expect(!text.contains("time.wall\" :"))
  }

  @Test func `are not those that have read counters alone, as far as these agree`() {
    let live = Reading(metric: "objects.live", quantity: 4)
    let cycles = Reading(metric: "cycles.count", quantity: 2)
    let whole = Sample(pass: 1, checkpoints: [Checkpoint(name: "c", readings: [live, cycles])])
    func disagreements(_ later: Checkpoint) -> [String] {
      TrialResult(
        TrialKey(scenario: "pairs", variant: "let go"),
        samples: [whole, Sample(pass: 2, checkpoints: [later])]
      ).disagreements(on: Results.scenario.metrics).map(\.description)
    }
    #expect(disagreements(Checkpoint(name: "c", readings: [live], isPartial: true)) == [])
    #expect(
      disagreements(Checkpoint(name: "c", readings: [live]))
        == ["cycles.count@c was 2, nothing in 1 of the passes"])
    let other = Reading(metric: "objects.live", quantity: 5)
    #expect(
      disagreements(Checkpoint(name: "c", readings: [other], isPartial: true))
        == ["objects.live@c was 4, 5"])
  }

  @Test func `stand in the document with what was left out of them`() throws {
    var scenario = Results.scenario
    var samples = [Results.sample(1, live: 4), Results.sample(2, live: 5)]
    samples[1].checkpoints[0].isPartial = true
    scenario.trials[0].samples = samples
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try RunResult(scenarios: [scenario]).write(to: file)
    let read = try RunResult.read(from: file).scenarios[0].trials[0].samples
    #expect(read.map { $0.checkpoints.map(\.isPartial) } == [[false], [true]])
  }

  @Test func `include a pass that lost a reading, unless the trial died in it`() {
    var trial = TrialResult(
      TrialKey(scenario: "pairs", variant: "let go"),
      samples: [Results.sample(1, live: 4), Sample(pass: 2, checkpoints: [])])
    #expect(
      trial.disagreements(on: Results.scenario.metrics).map(\.description)
        == ["objects.live@end was 4, nothing in 1 of the passes"])
    trial.death = Death(cause: .signal(9))
    #expect(trial.disagreements(on: Results.scenario.metrics) == [])
  }
}

struct `A verdict` {
  @Test(arguments: [
    ([Judgement.Outcome.held], false, Verdict.held, Int32(0)), ([], false, .held, 0),
    ([.held, .broken], false, .broken, 2), ([.unanswered], false, .broken, 2),
    ([.broken], true, .died, 4), ([.held], true, .died, 4),
  ])
  func `puts deaths before broken expectations`(
    outcomes: [Judgement.Outcome], died: Bool, verdict: Verdict, status: Int32
  ) {
    var scenario = Results.scenario
    let judgement = scenario.judgements[0]
    scenario.judgements = outcomes.map { outcome in
      var judgement = judgement
      judgement.outcome = outcome
      return judgement
    }
    if died { scenario.trials[0].death = Death(cause: .silence) }
    let run = RunResult(scenarios: [Results.scenario, scenario])
    #expect(run.verdict == verdict)
    #expect(ExitStatus(run.verdict).rawValue == status)
  }

  @Test func `is broken where passes disagree, although every expectation held`() {
    var scenario = Results.scenario
    #expect(scenario.verdict == .held)
    scenario.trials[0].samples[1] = Results.sample(2, live: 5)
    #expect(scenario.judgements.map(\.outcome) == [.held])
    #expect(scenario.verdict == .broken)
    scenario.trials[0].death = Death(cause: .signal(9))
    #expect(scenario.verdict == .died)
  }

  @Test func `has a status for each story`() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 125, 128, 129, 130, 143])
  }
}

struct `A death` {
  @Test(arguments: [
    (Death.Cause.signal(11), "was killed by signal 11 (segmentation fault)"),
    (.signal(64), "was killed by signal 64"),
    (.exit(3), "exited with status 3 before its work was done"),
    (.timeout(seconds: 30), "did not end within 30.0 s and was stopped"),
    (
      .memory(limit: 536_870_912, reached: 600_000_000),
      "passed its memory limit of 512.0 MiB (it had 572.2 MiB) and was stopped; --memory-limit raises it"
    ),
    (.silence, "ended without an answer"),
  ])
  func `has its cause in a sentence`(cause: Death.Cause, sentence: String) {
    #expect(Death(cause: cause).sentence == sentence)
  }
}
