// Changes of a scenario that may lower a peak, each tried, so that only what has helped is advised.

import FaultlineAnalysis
package import FaultlineMeasures
package import FaultlineScenarios

/// The trials that advice is computed for.
package enum AdvisedTrials: String, CaseIterable, Sendable {
  case reference, all

  /// Returns the places of the trials in their order; of several places of the reference, the first.
  package func places(in scenario: ScenarioResult) -> [Int] {
    let explained = scenario.trials.indices.filter { scenario.trials[$0].peak != nil }
    guard self == .reference else { return explained }
    let first = explained.first { scenario.trials[$0].variant == scenario.reference }
    return [first ?? explained.first].compactMap(\.self)
  }
}

/// Tries suggested changes against the peak of one trial.
package struct SuggestedChanges: FollowUp {
  /// The greatest number of changes that are tried for one peak.
  static let mostTried = 6
  /// The share of a part that a change has to remove so that no second one is tried beside it.
  private static let enough = 0.8

  private let file: PlannedFile
  private let choices: Choices
  /// The place of the trial in the result.
  private let place: Int
  private let trial: TrialResult
  private let scenario: ScenarioResult
  /// The changes to try first.
  private var single: [Change] = []
  /// The changes to try beside the best of the first.
  private var paired: [Change] = []
  private var isPrepared = false
  private var isPaired = false

  /// A change with its plan.
  private struct Change {
    let remedy: SuggestedChange
    let file: PlannedFile
  }

  package init(
    _ file: PlannedFile, _ choices: Choices, at place: Int, in scenario: ScenarioResult
  ) {
    self.file = file
    self.place = place
    self.scenario = scenario
    trial = scenario.trials[place]
    var choices = choices
    // Counters are the same in every pass, and nothing but this trial is asked.
    choices.repeats = 1
    choices.only = []
    choices.variants = []
    choices.stores = []
    choices.cell = trial.id
    self.choices = choices
  }

  /// A change that was tried.
  private struct Attempt {
    let result: TriedChange
    let text: String
    /// What held the memory then.
    let peak: PeakExplanation?
  }

  /// Why nothing can be tried; nil where something can.
  private var reason: String? {
    guard let peak = trial.peak else { return "its peak is not explained" }
    return trial.death != nil ? "the trial died" : peak.failureReason
  }

  package mutating func plays(after result: ScenarioResult, having played: [Played]) -> [Play] {
    guard reason == nil, let peak = trial.peak else { return [] }
    if !isPrepared {
      isPrepared = true
      single = Array(changes(against: peak, in: file.text).prefix(Self.mostTried))
    }
    if played.count < single.count { return single.map(play) }
    let (attempts, best) = attempts(played)
    if !isPaired {
      isPaired = true
      // Where one thing helps a little, what holds the rest may be let go as well.
      if let best, let rest = best.peak, !isEnough(best.result, of: peak) {
        paired = changes(against: rest, in: best.text).map { change in
          Change(
            remedy: SuggestedChange(
              name: "\(best.result.name)+\(change.remedy.name)",
              advice: "\(best.result.advice), and: \(change.remedy.advice)",
              part: best.result.part, text: change.remedy.text),
            file: change.file)
        }
      }
    }
    let next = played.count - single.count
    guard attempts.count < Self.mostTried, next < paired.count else { return [] }
    return [play(paired[next])]
  }

  private func play(_ change: Change) -> Play {
    Play(
      "\(trial.cell) · trying \(change.remedy.name)", change.file, choices,
      for: .measurements(explainingPeaks: true))
  }

  package func merge(
    _ played: [Played], isComplete: Bool, into result: inout ScenarioResult
  ) {
    if let reason {
      result.trials[place].tried = TriedChanges(failureReason: reason)
      return
    }
    let attempts = attempts(played).all.map(\.result)
    result.trials[place].tried =
      isComplete
      ? TriedChanges(attempts)
      : TriedChanges(attempts, failureReason: "a signal ended it before all was tried")
  }

  /// Returns the changes that were tried, and the best of the single ones.
  private func attempts(_ played: [Played]) -> (all: [Attempt], best: Attempt?) {
    guard let peak = trial.peak else { return ([], nil) }
    var attempts = zip(single, played).compactMap { change, played in
      played.result.map { attempt(change.remedy, $0, of: peak) }
    }
    let helpful = attempts.filter { [.helps, .little].contains($0.result.outcome) }
    let best = helpful.min { ($0.result.peak ?? 0) < ($1.result.peak ?? 0) }
    for (change, played) in zip(paired, played.dropFirst(single.count)) {
      guard let result = played.result else { continue }
      let attempt = attempt(change.remedy, result, of: peak)
      // What the second one adds nothing to is the first one again.
      guard !isTied(attempt.result.peak, best?.result.peak) else { continue }
      attempts.append(attempt)
    }
    return (attempts, best)
  }

  private func isEnough(_ remedy: TriedChange, of peak: PeakExplanation) -> Bool {
    Double(remedy.removed) >= Self.enough * Double(peak.parts[remedy.part].bytes)
  }

  private func isTied(_ one: Int?, _ other: Int?) -> Bool {
    guard let one, let other else { return false }
    return Tie.areTied(.integer(one), .integer(other))
  }

  /// Returns the suggested changes that make a plan.
  private func changes(against peak: PeakExplanation, in text: String) -> [Change] {
    let pool = trial.settings.first { $0.name == "pool" }?.value.plain
    return ChangeSuggestions.remedies(
      against: peak, in: text, variant: trial.variant, hasPool: pool != "false"
    ).compactMap { remedy in
      guard let planned = try? file.planned(remedy.text, choosing: choices),
        planned.plan.trials.count == 1
      else { return nil }
      return Change(remedy: remedy, file: planned)
    }
  }

  private func attempt(
    _ remedy: SuggestedChange, _ played: ScenarioResult, of peak: PeakExplanation
  ) -> Attempt {
    var result = TriedChange(
      name: remedy.name, advice: remedy.advice, part: remedy.part, outcome: .failed,
      change: ChangeSuggestions.change(from: file.text, to: remedy.text))
    guard let after = played.trials.first, after.death == nil else {
      result.reason = played.trials.first?.death?.output.first ?? "the trial died"
      return Attempt(result: result, text: remedy.text, peak: nil)
    }
    let lowered = after.peak
    guard let lowered, lowered.failureReason == nil else {
      result.reason = lowered?.failureReason
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
  ) -> (TriedChange.Outcome, String?) {
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
