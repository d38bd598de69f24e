// Trials of one size. A small trial and a large one of the same variant reach different rounds of a loop, and what
// the one holds would be a flat line beside the other: pictures along checkpoints show one size at a time.

import FaultlineMeasures

/// The trials of a scenario that have the same sizes.
struct SizeGroup {
  /// The sizes, such as `rows = 1,000`; empty where there is one group.
  let title: String
  /// The scenario with these trials alone, which do not tell their sizes any more.
  let scenario: ScenarioResult

  /// The groups in the order of the trials.
  static func all(in scenario: ScenarioResult) -> [SizeGroup] {
    var sizes: [[Setting]] = []
    for trial in scenario.trials where !sizes.contains(trial.key.sizes) {
      sizes.append(trial.key.sizes)
    }
    guard sizes.count > 1 else { return [SizeGroup(title: "", scenario: scenario)] }
    return sizes.map { sizes in
      var part = scenario
      part.trials = scenario.trials.filter { $0.key.sizes == sizes }
      for place in part.trials.indices { part.trials[place].key.sizes = [] }
      return SizeGroup(title: sizes.map(\.description).joined(separator: " · "), scenario: part)
    }
  }

  /// The words above what is shown of this group.
  func title(_ words: String) -> String { title.isEmpty ? words : "\(words), \(title)" }
}
