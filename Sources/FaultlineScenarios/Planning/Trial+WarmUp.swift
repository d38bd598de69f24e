// What a trial plays before it measures.

import FaultlineMeasures

extension Trial {
  /// Whether a pass of it is more than a scenario may have that allows itself no more.
  var isLarge: Bool { operations > CostEstimate.usualLimit }

  /// What its passes play that are not measured: the trial itself, or the same at quick sizes where it is large.
  ///
  /// They are there for what the runtime builds once. That takes every step and not every object; but a step may be one
  /// that only a large size plays, so the sizes are the same where they cost little.
  package var warmUpTrial: Trial { isLarge ? atQuickSizes ?? self : self }

  /// The same cell at the sizes of a quick run; nil where it has none that are smaller, or they make no plan.
  private var atQuickSizes: Trial? {
    let quick = parameters.mapValues { name, value in
      guard let size = value.whole, let small = scenario.quickSize(of: name) else { return value }
      return FormulaValue(min(size, small))
    }
    let small = FilledCell(
      key: key, settings: settings, parameters: quick, shared: cell.shared, store: store)
    var passes = PreparedPasses(scenario)
    guard let pass = try? passes.pass(of: small), pass.operations < operations else { return nil }
    return Trial(scenario: scenario, cell: small, pass: pass, repeats: repeats, over: over)
  }
}

extension Scenario {
  /// The smallest value that a quick run gives a parameter; nil where it gives it none, or a word.
  fileprivate func quickSize(of name: String) -> Int? {
    let series = sizes.first { $0.parameter == name }?.quick?.first
    return series ?? parameters.first { $0.name == name }?.quick?.whole
  }
}
