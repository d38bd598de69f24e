// Changes of a scenario that may lower a peak, each played, so that only what has helped is advised.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Tries remedies against the peak of one trial.
struct RemedyRun {
  /// So many changes are tried for one peak.
  static let mostTried = 6
  /// A remedy that removes so much of what it is about needs no second one beside it.
  private static let enough = 0.8

  private let file: PlannedFile
  private let choices: Choices
  private let trial: TrialResult
  private let scenario: ScenarioResult
  /// Plays the one trial of a text; nil where a signal came before its end.
  private let play: (PlannedFile, Choices, String) -> ScenarioResult?

  init(
    _ file: PlannedFile, _ choices: Choices, against trial: TrialResult,
    in scenario: ScenarioResult,
    playing play: @escaping (PlannedFile, Choices, String) -> ScenarioResult?
  ) {
    self.file = file
    var choices = choices
    // Counters are the same in every pass, and nothing but this trial is asked.
    choices.repeats = 1
    choices.only = []
    choices.variants = []
    choices.stores = []
    choices.cell = trial.id
    self.choices = choices
    self.trial = trial
    self.scenario = scenario
    self.play = play
  }

  /// What has been played so far.
  private struct Attempt {
    let result: TriedRemedy
    let text: String
    /// What held the memory then.
    let peak: PeakExplanation?
  }

  /// Tries what may help.
  func tried() -> TriedRemedies {
    guard let peak = trial.peak else { return TriedRemedies(doubt: "its peak is not explained") }
    if trial.death != nil { return TriedRemedies(doubt: "the trial died") }
    if let doubt = peak.doubt { return TriedRemedies(doubt: doubt) }
    var attempts: [Attempt] = []
    for remedy in remedies(against: peak, in: file.text) where attempts.count < Self.mostTried {
      guard let planned = planned(remedy.text) else { continue }
      guard let attempt = attempt(remedy, planned, of: peak) else { return cut(attempts) }
      attempts.append(attempt)
    }
    // Where one thing helps a little, what holds the rest may be let go as well.
    let helpful = attempts.filter { [.helps, .little].contains($0.result.outcome) }
    let best = helpful.min { ($0.result.peak ?? 0) < ($1.result.peak ?? 0) }
    if let best, let rest = best.peak, !isEnough(best.result, of: peak) {
      for remedy in remedies(against: rest, in: best.text) where attempts.count < Self.mostTried {
        guard let planned = planned(remedy.text) else { continue }
        let both = Remedy(
          name: "\(best.result.name)+\(remedy.name)",
          advice: "\(best.result.advice), and: \(remedy.advice)", part: best.result.part,
          text: remedy.text)
        guard let attempt = attempt(both, planned, of: peak) else { return cut(attempts) }
        // What the second one adds nothing to is the first one again.
        guard !isTied(attempt.result.peak, best.result.peak) else { continue }
        attempts.append(attempt)
      }
    }
    return TriedRemedies(attempts.map(\.result))
  }

  private func cut(_ attempts: [Attempt]) -> TriedRemedies {
    TriedRemedies(attempts.map(\.result), doubt: "a signal ended it before all was tried")
  }

  private func isEnough(_ remedy: TriedRemedy, of peak: PeakExplanation) -> Bool {
    Double(remedy.removed) >= Self.enough * Double(peak.parts[remedy.part].bytes)
  }

  private func isTied(_ one: Int?, _ other: Int?) -> Bool {
    guard let one, let other else { return false }
    return Tie.areTied(.integer(one), .integer(other))
  }

  private func remedies(against peak: PeakExplanation, in text: String) -> [Remedy] {
    let pool = trial.settings.first { $0.name == "pool" }?.value.plain
    return Remedies.remedies(
      against: peak, in: text, variant: trial.variant, hasPool: pool != "false")
  }

  /// A change that makes no plan was never advice.
  private func planned(_ text: String) -> PlannedFile? {
    guard let planned = try? file.planned(text, choosing: choices),
      planned.plan.trials.count == 1
    else { return nil }
    return planned
  }

  /// Plays a change; nil where a signal came before its end.
  private func attempt(
    _ remedy: Remedy, _ planned: PlannedFile, of peak: PeakExplanation
  ) -> Attempt? {
    guard let played = play(planned, choices, remedy.name) else { return nil }
    var result = TriedRemedy(
      name: remedy.name, advice: remedy.advice, part: remedy.part, outcome: .failed,
      change: Remedies.change(from: file.text, to: remedy.text))
    guard let after = played.trials.first, after.death == nil else {
      result.reason = played.trials.first?.death?.output.first ?? "the trial died"
      return Attempt(result: result, text: remedy.text, peak: nil)
    }
    let lowered = after.peak
    guard let lowered, lowered.doubt == nil else {
      result.reason = lowered?.doubt
      return Attempt(result: result, text: remedy.text, peak: nil)
    }
    result.peak = lowered.bytes
    result.removed = removed(remedy.part, of: peak, now: lowered)
    result.roundTrips = difference(MetricName.roundTrips, after)
    result.statements = difference(MetricName.statements, after)
    result.pace = pace(of: after)
    (result.outcome, result.reason) = judged(lowered, of: peak, after, in: played)
    if result.outcome == .helps, result.removed * 2 < peak.parts[remedy.part].bytes {
      result.outcome = .little
    }
    return Attempt(result: result, text: remedy.text, peak: lowered)
  }

  private func judged(
    _ lowered: PeakExplanation, of peak: PeakExplanation, _ after: TrialResult,
    in played: ScenarioResult
  ) -> (TriedRemedy.Outcome, String?) {
    if let metric = MetricName.work.first(where: { end($0, after) != end($0, trial) }) {
      return (.otherWork, "\(metric) is not what it was")
    }
    let before = scenario.judgements.filter { $0.outcome != .held }.map(\.that)
    if let broken = played.judgements.first(where: {
      $0.outcome == .broken && !before.contains($0.that)
    }) {
      return (.breaks, broken.that)
    }
    guard lowered.bytes < peak.bytes, !isTied(lowered.bytes, peak.bytes) else {
      return (.nothing, nil)
    }
    return (.helps, nil)
  }

  /// How much of a part is gone: no more than the peak has come down, and not what one of its holders still holds alone.
  private func removed(_ number: Int, of peak: PeakExplanation, now: PeakExplanation) -> Int {
    let part = peak.parts[number]
    let same = now.parts.filter {
      $0.kind == part.kind && $0.entity == part.entity && $0.operation == part.operation
        && ($0.holders == part.holders
          || !$0.holders.isEmpty && Set($0.holders).isSubset(of: part.holders))
    }
    let rest = same.reduce(0) { $0 + $1.bytes }
    return max(0, min(part.bytes - rest, peak.bytes - now.bytes))
  }

  /// The last reading; stores are read for the last time before they are closed.
  private func end(_ metric: String, _ trial: TrialResult) -> Quantity? {
    trial.samples.first?.checkpoints.reversed().lazy.compactMap { $0[metric] }.first
  }

  private func difference(_ metric: String, _ after: TrialResult) -> Int? {
    guard let now = end(metric, after), let before = end(metric, trial) else { return nil }
    return Int(saturating: now.double - before.double)
  }

  /// The quickest pass of those before is what one pass is held against.
  private func pace(of after: TrialResult) -> Double? {
    let before = trial.samples.compactMap { $0.checkpoints.last?[MetricName.processorTime]?.double }
      .min()
    guard let before, before > 0,
      let now = after.samples.first?.checkpoints.last?[MetricName.processorTime]?.double
    else { return nil }
    return now / before
  }
}
