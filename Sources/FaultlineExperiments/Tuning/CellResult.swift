// What one cell of a search came to: what it cost, and what speaks against it.

import FaultlineAnalysis
package import FaultlineMeasures

/// The result of one trial as a search keeps it.
package struct CellResult: Codable {
  /// What it costs in each exact metric; nil where it died.
  package var costs: [String: Quantity]?
  /// How it died.
  package var death: String?
  /// Why it is nothing to take, expectations aside.
  package var faults: [String] = []
  /// The expectations that it breaks, with their lines.
  package var broken: [String] = []

  /// Judges the one trial of a result, beside whose behaviour the reference shows: an app cannot choose another.
  package init?(_ scenario: ScenarioResult, on side: String) {
    guard let trial = scenario.trials.first else { return nil }
    guard trial.death == nil else {
      death = trial.death?.sentence
      return
    }
    costs = trial.costs(scenario.metrics)
    for fault in scenario.faults(of: trial, TrialJudgements(scenario), beside: side) {
      guard case .breaks(let expectations) = fault else {
        faults.append(fault.kind)
        continue
      }
      broken += expectations.map { "breaks '\($0.that)' of line \($0.place.line)" }
    }
  }

  /// One reason for which it is nothing to take.
  package struct Objection: Hashable {
    package let reason: String
    /// Whether it is an expectation of the file.
    package let isExpectation: Bool
  }

  /// Why it is nothing to take.
  package func objections(expecting: Bool) -> [Objection] {
    faults.map { Objection(reason: $0, isExpectation: false) }
      + (expecting ? broken.map { Objection(reason: $0, isExpectation: true) } : [])
  }
}

extension TrialResult {
  /// What a trial costs in each metric: the greatest reading at any checkpoint, or the last where more is better.
  fileprivate func costs(_ metrics: [Metric]) -> [String: Quantity] {
    var costs: [String: Quantity] = [:]
    for metric in metrics where metric.exactness == .exact {
      costs[metric.name] = metric.polarity == .more ? last(metric.name) : peak(metric.name)
    }
    return costs
  }

  private func last(_ metric: String) -> Quantity? {
    samples.first?.checkpoints.reversed().lazy.compactMap { $0[metric] }
      .first(where: \.double.isFinite)
  }
}
