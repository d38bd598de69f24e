// Trials of one size. A small trial and a large one of the same variant reach different rounds of a loop, and what
// the one holds would be a flat line beside the other: pictures along checkpoints show one size at a time.

import FaultlineMeasures
import Foundation

/// The trials of a scenario that have the same sizes.
struct SizeGroup {
  /// The sizes, such as `rows = 1,000`; empty where there is one group.
  let title: String
  /// The scenario with these trials alone; their ids do not tell the sizes any more.
  let scenario: ScenarioResult

  /// Fewer values of a parameter are two settings to compare, and no sizes.
  static let fewest = 3

  /// The groups in the order of the trials.
  static func all(in scenario: ScenarioResult) -> [SizeGroup] {
    let parameters = scenario.sizeParameters
    guard !parameters.isEmpty else { return [SizeGroup(title: "", scenario: scenario)] }
    var groups: [(title: String, trials: [TrialResult])] = []
    for trial in scenario.trials {
      let sizes = trial.numbers.filter { parameters.contains($0.parameter) }
      let title = sizes.map { "\($0.parameter) = \(NumberText.grouped($0.number))" }
        .joined(separator: " · ")
      let plain = trial.without(sizes.map(\.part))
      if let place = groups.firstIndex(where: { $0.title == title }) {
        groups[place].trials.append(plain)
      } else {
        groups.append((title, [plain]))
      }
    }
    return groups.map { group in
      var part = scenario
      part.trials = group.trials
      return SizeGroup(title: group.title, scenario: part)
    }
  }

  /// The words above what is shown of this group.
  func title(_ words: String) -> String { title.isEmpty ? words : "\(words), \(title)" }
}

extension ScenarioResult {
  /// The parameters that have three values or more.
  fileprivate var sizeParameters: [String] {
    var values: [(parameter: String, numbers: Set<Int>)] = []
    for found in trials.flatMap(\.numbers) {
      if let place = values.firstIndex(where: { $0.parameter == found.parameter }) {
        values[place].numbers.insert(found.number)
      } else {
        values.append((found.parameter, [found.number]))
      }
    }
    return values.filter { $0.numbers.count >= SizeGroup.fewest }.map(\.parameter)
  }
}

extension TrialResult {
  /// The whole numbers above 0 that parameters have in its place, and where each stands there: `rows=1000`.
  var numbers: [(parameter: String, number: Int, part: String)] {
    (place?.components(separatedBy: " · ") ?? []).compactMap { part in
      let words = part.components(separatedBy: "=")
      guard words.count == 2, let number = Int(words[1]), number > 0 else { return nil }
      return (words[0], number, part)
    }
  }

  /// The trial under an id without some parts of its place.
  fileprivate func without(_ parts: [String]) -> TrialResult {
    var plain = self
    for part in parts { plain.id = plain.id.replacing("/\(part)", with: "") }
    return plain
  }
}
