// What a scenario asks for must exist: metrics, checkpoints, parameters, variants.

import FaultlineMeasures
import FaultlineProfiler

/// The checks of columns and expectations against what a run will read.
struct PlanChecks {
  private let scenario: Scenario
  private let checkpoints: [NameText]
  private static let metrics = Probes.metrics.map(\.name)

  init(_ scenario: Scenario, checkpoints: [NameText]) {
    self.scenario = scenario
    self.checkpoints = checkpoints
  }

  /// Every column shows something that is read.
  func columns() throws(Diagnostic) {
    for node in scenario.columnNodes { try check(try Formula(node)) }
  }

  /// Every expectation asks for something that is read, and is a condition.
  func expectations() throws(Diagnostic) {
    for expectation in scenario.expectations {
      try refuseFits(expectation.that)
      try check(expectation.that)
      guard expectation.that.root.isCondition else {
        throw expectation.that.diagnostic(
          FormulaError(.wrongKind, "this is a value, and an expectation is a condition"),
          notes: ["compare it: \(expectation.that) == 0"])
      }
    }
  }

  private func refuseFits(_ formula: Formula) throws(Diagnostic) {
    for form in formula.root.metricForms {
      switch form {
      case .slope, .growth:
        throw formula.diagnostic(
          "\(form) needs sizes or loops to be fitted over, which this version does not have",
          at: form.metric)
      default: break
      }
    }
  }

  private func check(_ formula: Formula) throws(Diagnostic) {
    let parameters = scenario.parameters.map(\.name)
    for mention in formula.mentions {
      switch mention.role {
      case .metric where !Self.metrics.contains(mention.text):
        throw formula.unknown("metric", mention, known: Self.metrics)
      case .checkpoint where !exists(mention.text):
        let known = checkpoints.map(\.source) + [CheckpointNames.released, CheckpointNames.end]
        throw formula.unknown("checkpoint", mention, known: known)
      case .variant where !scenario.variants.contains { $0.name == mention.text }:
        throw formula.unknown("variant", mention, known: scenario.variants.map(\.name))
      case .name where !parameters.contains(mention.text) && !Self.metrics.contains(mention.text):
        throw formula.unknown("name", mention, known: parameters + Self.metrics)
      default: break
      }
    }
    try scenario.vocabulary.check(formula, known: parameters + Self.metrics)
  }

  private func exists(_ checkpoint: String) -> Bool {
    [CheckpointNames.released, CheckpointNames.end].contains(checkpoint)
      || checkpoints.contains { $0.matches(checkpoint) }
  }
}

extension FormulaTree {
  /// Whether it can be true or false; no parameter and no metric is.
  fileprivate var isCondition: Bool {
    switch kind {
    case .truth, .not: true
    case .binary(let sign, _, _): sign.isComparison || sign == .and || sign == .or
    case .number, .name, .negative, .call, .metric: false
    }
  }
}
