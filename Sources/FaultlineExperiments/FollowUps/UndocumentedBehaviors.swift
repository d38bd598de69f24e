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
  private let text: String
  private let others: [Other]

  /// One behavior at its other value.
  private struct Other {
    let behavior: Behavior
    let choices: Choices
    /// The plan there, or why there is none.
    let plan: Result<Plan, Diagnostic>
    /// The trials that can meet the behavior, by their IDs; the others measure the same there.
    let met: Set<String>
  }

  /// What was measured at the other value.
  private struct Measured {
    let behavior: Behavior
    /// The trials that can meet the behavior.
    let trials: [TrialResult]
    let all: [TrialResult]
    let judgements: [Judgement]
  }

  package init(_ file: PlannedFile, _ choices: Choices) {
    text = file.text
    let scenario = file.plan.scenario
    others = file.plan.metBehaviors.map { behavior in
      var there = choices
      // Counters are the same in every pass.
      there.repeats = 1
      there.ends.removeAll { $0.band?.key == behavior.key }
      there.ends.append(.init(behavior, atOtherEnd: true))
      let plan: Result<Plan, Diagnostic>
      do throws(Diagnostic) {
        plan = .success(try Plan(scenario, choosing: there))
      } catch {
        plan = .failure(error)
      }
      return Other(
        behavior: behavior, choices: there, plan: plan,
        met: Set(file.plan.trials.filter { $0.meets(behavior) }.map(\.id)))
    }
  }

  package func plays(after result: ScenarioResult, having played: [Played]) -> [Play] {
    guard played.isEmpty else { return [] }
    return others.compactMap { other in
      guard case .success(let plan) = other.plan else { return nil }
      return Play(
        "\(other.behavior.key) at '\(other.behavior.coreData)'",
        PlannedFile(text: text, plan: plan.keeping { other.met.contains($0.id) }), other.choices)
    }
  }

  package func merge(
    _ played: [Played], isComplete: Bool, into result: inout ScenarioResult
  ) {
    var results = played.lazy.compactMap(\.result).makeIterator()
    var measured: [Measured] = []
    for other in others {
      switch other.plan {
      case .success(let plan):
        if let there = results.next() {
          measured.append(Self.measured(other.behavior, plan, there, beside: result.trials))
        }
      case .failure(let error):
        result.bands.append(
          PlayedBehavior(
            key: other.behavior.key, end: other.behavior.guides, other: other.behavior.coreData,
            failureReason: "it cannot be planned there: \(error.message)"))
      }
    }
    for place in result.trials.indices {
      let id = result.trials[place].id
      let there = measured.compactMap { other in
        other.trials.first { $0.id == id && $0.death == nil }.map { (other.behavior.key, $0) }
      }
      result.trials[place].ranges = result.trials[place].ranges(to: there, on: result.metrics)
    }
    let here = result
    for other in measured {
      var there = here
      (there.trials, there.judgements) = (other.all, other.judgements)
      var summary = summary(other, here)
      summary.turned = here.turnedHeadlines(in: there)
      summary.otherBest = here.otherBest(in: there)
      result.bands.append(summary)
      result.elsewhere += AdviceElsewhere.all(
        other.behavior.key, other.behavior.coreData, of: there, beside: here)
    }
    for other in measured { judge(other, &result) }
  }

  private static func measured(
    _ behavior: Behavior, _ plan: Plan, _ there: ScenarioResult, beside trials: [TrialResult]
  ) -> Measured {
    // What cannot meet the behavior measures the same at both of its values.
    let all = trials.map { trial in there.trials.first { $0.id == trial.id } ?? trial }
    return Measured(
      behavior: behavior, trials: there.trials, all: all,
      judgements: Runner.judgements(of: plan, after: all))
  }

  private func summary(_ other: Measured, _ result: ScenarioResult) -> PlayedBehavior {
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
  private func judge(_ other: Measured, _ result: inout ScenarioResult) {
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
