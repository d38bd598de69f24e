// Trials of one size. A small trial and a large one of the same variant reach different rounds of a loop, and what
// the one holds would be a flat line beside the other: pictures along checkpoints show one size at a time.

package import FaultlineMeasures

/// The trials of a scenario that have the same sizes.
package struct SizeGroup {
  /// The sizes, such as `rows = 1,000`; empty where there is one group.
  package let title: String
  /// The scenario with these trials alone, which do not name their sizes any more.
  package let scenario: ScenarioResult

  /// The groups in the order of the trials.
  package static func all(in scenario: ScenarioResult) -> [SizeGroup] {
    let sizes = scenario.trials.map(\.key.sizes).withoutRepeats
    guard sizes.count > 1 else { return [SizeGroup(title: "", scenario: scenario)] }
    let groups = Dictionary(grouping: scenario.trials, by: \.key.sizes)
    return sizes.map { sizes in
      var part = scenario
      part.trials = groups[sizes] ?? []
      for place in part.trials.indices { part.trials[place].key.sizes = [] }
      return SizeGroup(title: sizes.map(\.description).joined(separator: " · "), scenario: part)
    }
  }

  /// The words above what is shown of this group.
  package func title(_ words: String) -> String { title.isEmpty ? words : "\(words), \(title)" }
}
