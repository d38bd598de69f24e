// One commit against a baseline: what is sure to be worse, and what cannot be said.

import FaultlineAnalysis
import FaultlineMeasures
import Testing

struct `A commit` {
  /// A run in which one reading of some passes is more.
  private func run(
    passes: ClosedRange<Int> = 0...1, reading: Int = 0, more: Int, judgements: [Judgement] = []
  ) -> RunResult {
    var run = Bench.run()
    for pass in passes {
      run.scenarios[0].trials[0].samples[pass].checkpoints[1].readings[reading].quantity =
        .integer(4 + more)
    }
    run.scenarios[0].judgements = judgements
    return run
  }

  private func judged(_ run: RunResult, by measure: CommitMeasure = CommitMeasure())
    -> CommitJudgement
  {
    let comparison = Comparison(
      base: Bench.run(), head: run, baseFacts: ["pairs": Bench.facts],
      headFacts: ["pairs": Bench.facts])
    return measure.judgement(comparison, of: run)
  }

  private func judgement(_ outcome: Judgement.Outcome) -> Judgement {
    Judgement(
      that: "objects.live@end <= 4", place: SourcePlace(file: "pairs.yaml", line: 7, column: 9),
      outcome: outcome, detail: "",
      asks: [Judgement.Asked(metric: "objects.live", checkpoint: "end")],
      trials: ["pairs/let go"])
  }

  @Test func `is bad where every pass reads more, and undecided where the passes differ`() {
    #expect(judged(run(more: 0)) == .good)
    #expect(judged(run(more: 1)) == .bad(["pairs/let go objects.live@end 4 → 5"]))
    #expect(
      judged(run(passes: 0...0, more: 1))
        == .notJudged(["the passes differ in pairs/let go objects.live@end"]))
    #expect(judged(run(more: -1)) == .good)
    #expect(
      judged(run(more: -1), by: CommitMeasure(isStrict: true))
        == .bad(["pairs/let go objects.live@end 4 → 3"]))
  }

  @Test func `is bad for a broken expectation, unless the passes differ where it asks`() {
    #expect(
      judged(run(more: 0, judgements: [judgement(.broken)]))
        == .bad(["objects.live@end <= 4 (pairs.yaml:7:9) does not hold"]))
    let failureReason = judged(run(passes: 0...0, more: 1, judgements: [judgement(.broken)]))
    #expect(failureReason.status == .notJudged)
    #expect(
      judged(run(more: 0, judgements: [judgement(.unanswered)]))
        == .notJudged(["objects.live@end <= 4 has no answer"]))
    #expect(
      judged(
        run(more: 0, judgements: [judgement(.broken)]), by: CommitMeasure(metrics: ["bytes.*"]))
        == .good)
  }

  @Test func `is judged by the metrics that count alone`() {
    let worse = run(more: 1)
    #expect(
      judged(worse, by: CommitMeasure(metrics: ["bytes.*", "objects.live"])).status == .broken)
    #expect(judged(worse, by: CommitMeasure(metrics: ["bytes.*"])) == .good)
    #expect(
      judged(worse, by: CommitMeasure(metrics: ["nothing.*"]))
        == .notSearched([
          "the baseline keeps nothing that fits nothing.*; "
            + "name the metric under 'gate' and accept again, at a good commit"
        ]))
    let unknown = Bench.run([Bench.trial("other")])
    let comparison = Comparison(base: RunResult(scenarios: []), head: unknown)
    #expect(
      CommitMeasure().judgement(comparison, of: unknown)
        == .notJudged(["the baseline has nothing of what was read"]))
  }

  @Test func `names three reasons and counts the others`() {
    let judgement = CommitJudgement.bad(["a", "b", "b", "c", "d", "e"])
    #expect(judgement.sentence == "this commit is bad: a; b; c; and 2 more")
  }
}
