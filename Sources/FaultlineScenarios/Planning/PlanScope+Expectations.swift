// What a step may expect here and now: readings of this moment, and of checkpoints before it.

import FaultlineMeasures
import FaultlineProfiler

extension PlanScope {
  /// Whether a condition can be answered at this step.
  func check(expected formula: Formula) throws(Diagnostic) {
    let metrics = Probes.metrics.map(\.name)
    for form in formula.root.metricForms {
      switch form {
      case .reading(_, _, nil), .peak(_, nil), .delta: break
      default:
        throw formula.diagnostic(
          "\(form) looks at more than this trial, which is asked of the whole run", at: form.metric,
          notes: ["the scenario's own 'expect' can ask it"])
      }
    }
    for mention in formula.mentions {
      switch mention.role {
      case .metric where !metrics.contains(mention.metricName):
        throw formula.unknown("metric", mention, known: metrics)
      case .checkpoint where !checkpoints.contains { $0.name.matches(mention.text) }:
        throw formula.unknown(
          "checkpoint before this step", mention, known: checkpoints.map(\.name.source),
          plural: "checkpoints before it")
      case .name where !names.known.contains(mention.text) && !metrics.contains(mention.metricName):
        throw formula.unknown("name", mention, known: names.known + metrics)
      default: break
      }
    }
    try vocabulary.check(formula, known: names.known + metrics)
    guard formula.root.isCondition else { throw formula.isNoCondition }
  }
}

extension Formula {
  /// The diagnostic for an expectation that is a value.
  var isNoCondition: Diagnostic {
    diagnostic(
      FormulaError(.wrongKind, "this is a value, and an expectation is a condition"),
      notes: ["compare it: \(self) == 0"])
  }
}
