// Of which trials the peaks are to be lowered.

import FaultlineMeasures

/// Whose peaks a run gives advice on.
enum RemediedTrials: String, CaseIterable, Sendable {
  case reference, all

  /// What the command line and the surroundings ask for; nil for no advice.
  ///
  /// A build in CI is there for its numbers, and people wait for them.
  init?(_ arguments: ParsedArguments, isCI: Bool) throws(UsageError) {
    let against = [CommonOptions.noAdvice, CommonOptions.noExplain].first(where: arguments.has)
    if let against, arguments[CommonOptions.advice] != nil {
      throw UsageError(
        "--advice and --\(against.name) exclude each other: what to advise is found by the passes that explain peaks.",
        command: "run")
    }
    guard against == nil else { return nil }
    if let chosen = arguments[CommonOptions.advice] {
      self = chosen
    } else if isCI {
      return nil
    } else {
      self = .reference
    }
  }

  /// The numbers of the trials in their order; of several places the first.
  func places(in scenario: ScenarioResult) -> [Int] {
    let explained = scenario.trials.indices.filter { scenario.trials[$0].peak != nil }
    guard self == .reference else { return explained }
    let first = explained.first { scenario.trials[$0].variant == scenario.reference }
    return [first ?? explained.first].compactMap(\.self)
  }
}
