// What a trial plays before it measures.

import FaultlineMeasures

extension Trial {
  /// Whether a pass of it is more than a scenario may have that allows itself no more.
  var isLarge: Bool { operations > PassLimits.standard.operations }

  /// The same cell at the sizes of a quick run, which a large trial plays before it measures; nil where it plays itself.
  ///
  /// Passes that are not measured are there for what the runtime builds once. That takes every step and not every object;
  /// but a step may be one that only a large size plays, so the sizes are the same where they cost little. They are the
  /// same, too, where a quick run has none that are smaller, or where those make no plan.
  package var smallWarmUp: Trial? {
    guard isLarge else { return nil }
    var quick = parameters
    for parameter in parameters.settings {
      guard let size = parameter.value.whole, let small = scenario.quickSize(of: parameter.name)
      else { continue }
      quick[parameter.name] = .whole(min(size, small))
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
