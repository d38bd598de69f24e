// What the choices of a question ask for must be there in a replay, which counts and measures no bytes.

import FaultlineMeasures
import FaultlineProfiler

extension PlanChecks {
  /// The metrics that a replay reads.
  private static let filmed = Probes.filmed.map(\.name)

  /// Every choice asks for something that a replay reads, of its own trial, and is a condition.
  func questions() throws(Diagnostic) {
    for choice in scenario.questions.flatMap(\.choices) {
      let formula = choice.isRight
      for form in formula.root.metricForms {
        switch form {
        case .reading(_, _, nil), .delta: break
        default:
          throw formula.diagnostic(
            "\(form) looks at more than a moment of this trial, which is all that a choice can ask",
            at: form.metric, notes: ["metric@checkpoint and delta(metric, from, to) can be asked"])
        }
      }
      try check(formula, also: [OfferedQuestion.asked])
      let metrics = Set(Probes.metrics.map(\.name))
      for mention in formula.mentions
      where metrics.contains(mention.metricName) && !Self.filmed.contains(mention.metricName) {
        throw formula.diagnostic(
          "\(mention.text.inQuotes) is not read in a replay, which judges the choices", at: mention,
          notes: ["read there: \(Spelling.list(Self.filmed))"])
      }
      guard formula.root.isCondition else {
        throw formula.diagnostic(
          FormulaError(.wrongKind, "this is a value, and a choice is right if a condition holds"),
          notes: ["compare it: \(formula) == 0"])
      }
    }
  }
}
