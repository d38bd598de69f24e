// Undocumented behaviors of Core Data, each played at its other value by itself; the result shows how far each measurement
// goes.

import FaultlineAnalysis
package import FaultlineMeasures
package import FaultlineScenarios

/// Decides when undocumented behaviors are played at their other values.
package enum RangePolicy: Sendable {
  /// Always.
  case always
  /// Only where a scenario runs in its quick size.
  case quickSizes

  package func plays(_ isQuick: Bool) -> Bool { self == .always || isQuick }
}

/// Plays a scenario once more for each undocumented behavior that it can meet.
package struct UndocumentedBehaviors: FollowUp {
  private let file: PlannedFile
  private let choices: Choices

  package init(_ file: PlannedFile, _ choices: Choices) {
    self.file = file
    var choices = choices
    // Counters are the same in every pass.
    choices.repeats = 1
    self.choices = choices
  }

  /// One behavior at its other value.
  private struct Other {
    let behavior: Behavior
    /// The trials that can meet it.
    let trials: [TrialResult]
    /// All trials; the others measure the same there.
    let all: [TrialResult]
    let judgements: [Judgement]
  }

  private func choices(at behavior: Behavior) -> Choices {
    var choices = choices
    choices.ends =
      choices.ends.filter { $0.band?.key != behavior.key } + [.init(behavior, atOtherEnd: true)]
    return choices
  }

  package func plays(
    after result: ScenarioResult, having played: [Played]
  ) throws(Diagnostic) -> [Play] {
    guard played.isEmpty else { return [] }
    var plays: [Play] = []
    for behavior in file.plan.metBehaviors {
      let choices = choices(at: behavior)
      let met = Set(file.plan.trials.filter { $0.meets(behavior) }.map(\.id))
      let plan = try Plan(file.plan.scenario, choosing: choices).keeping { met.contains($0.id) }
      plays.append(
        Play(
          "\(behavior.key) at '\(behavior.coreData)'", PlannedFile(text: file.text, plan: plan),
          choices))
    }
    return plays
  }

  package func merge(
    _ played: [Played], isComplete: Bool, into result: inout ScenarioResult
  ) {
    let others = zip(file.plan.metBehaviors, played).compactMap { behavior, played in
      other(behavior, played.result, result.trials)
    }
    for place in result.trials.indices {
      let id = result.trials[place].id
      let there = others.compactMap { other in
        other.trials.first { $0.id == id && $0.death == nil }.map { (other.behavior.key, $0) }
      }
      result.trials[place].ranges = result.trials[place].ranges(to: there, on: result.metrics)
    }
    let here = result
    for other in others {
      var there = here
      (there.trials, there.judgements) = (other.all, other.judgements)
      var summary = summary(other, here)
      summary.turned = here.turnedHeadlines(in: there)
      summary.otherBest = here.otherBest(in: there)
      result.bands.append(summary)
      result.elsewhere += AdviceElsewhere.all(
        other.behavior.key, other.behavior.coreData, of: there, beside: here)
    }
    for other in others { judge(other, &result) }
  }

  private func other(
    _ behavior: Behavior, _ played: ScenarioResult?, _ trials: [TrialResult]
  ) -> Other? {
    guard let played, let plan = try? Plan(file.plan.scenario, choosing: choices(at: behavior))
    else { return nil }
    // What cannot meet the behavior measures the same at both of its values.
    let all = trials.map { trial in played.trials.first { $0.id == trial.id } ?? trial }
    return Other(
      behavior: behavior, trials: played.trials, all: all,
      judgements: Runner.judgements(of: plan, after: all))
  }

  private func summary(_ other: Other, _ result: ScenarioResult) -> PlayedBehavior {
    let moved = other.trials.reduce(0) { sum, there in
      guard let here = result.trials.first(where: { $0.id == there.id }) else { return sum }
      return sum + here.ranges(to: [(other.behavior.key, there)], on: result.metrics).count
    }
    let crashed = other.trials.filter { $0.death != nil }
    return PlayedBehavior(
      key: other.behavior.key, end: other.behavior.guides, other: other.behavior.coreData,
      moved: moved,
      failureReason: crashed.isEmpty
        ? nil
        : "there \(crashed.map(\.id).joined(separator: ", ")) died: \(crashed[0].death?.sentence ?? "")"
    )
  }

  /// Judges expectations at the other value: one that fails only there is undecided, and fails nothing.
  private func judge(_ other: Other, _ result: inout ScenarioResult) {
    let value = "\(other.behavior.key): \(other.behavior.coreData)"
    for there in other.judgements {
      let place = result.judgements.firstIndex { $0.isOfTheSameExpectation(as: there) }
      guard there.outcome == .broken || place == nil else { continue }
      var judgement = there
      judgement.end = value
      if judgement.outcome.isFailure { judgement.outcome = .undecided }
      guard let place else {
        judgement.detail = "\(there.detail), if '\(value)'"
        result.judgements.append(judgement)
        continue
      }
      guard result.judgements[place].outcome == .held else { continue }
      judgement.detail =
        "\(there.detail), if '\(value)'; it holds at the default, '\(other.behavior.guides)'"
      result.judgements[place] = judgement
    }
  }
}

extension Judgement {
  /// Returns a Boolean value that indicates whether both are of one expectation and the same trials.
  fileprivate func isOfTheSameExpectation(as other: Judgement) -> Bool {
    that == other.that && place == other.place && variant == other.variant
  }
}
