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
      try check(expectation.that)
      for form in expectation.that.root.metricForms {
        switch form {
        case .slope, .growth:
          throw expectation.that.diagnostic(
            "\(form) needs sizes or loops to be fitted over, which this version does not have",
            at: form.metric)
        default: break
        }
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
  }

  private func exists(_ checkpoint: String) -> Bool {
    [CheckpointNames.released, CheckpointNames.end].contains(checkpoint)
      || checkpoints.contains { $0.matches(checkpoint) }
  }
}
