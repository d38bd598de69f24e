// A baseline that cannot be used, as a report shows it.

import FaultlineAnalysis
import FaultlineMeasures

extension BaselineProblem {
  /// The problem as one answer among others.
  var answer: Report.Case {
    Report.Case(
      scenario: scenario, kind: .baseline, name: "the baseline can be used",
      question: "the baseline can be used", variant: nil, outcome: .error,
      message: "this baseline cannot be used: \(reason)", details: remedies, place: place)
  }

  /// The problem in a list.
  var item: Report.Item {
    Report.Item(
      label: "unusable", tone: .worse, text: "\(scenario): \(reason)",
      details: [line.map { "\(file):\($0)" } ?? file] + remedies)
  }
}
