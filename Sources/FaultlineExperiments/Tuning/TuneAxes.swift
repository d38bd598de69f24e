// The axes of a search: the file's, those of the command line in their place or beside them, and the pool.

package import FaultlineAnalysis
package import FaultlineMeasures
package import FaultlineScenarios

/// A space of cells over a scenario.
package struct TuneAxes {
  /// One of the names of what is varied; the variant is always the first.
  package static let variant = "variant"

  /// The axes with their values, those with an order from the least to the most.
  package let axes: [SearchedAxis]
  package let space: SearchSpace
  /// What the search starts from to say what a setting is worth: the reference, and the first values as written.
  package let start: SearchCell
  /// The values of ranges under which nothing can be planned, such as a batch that does not divide the rows.
  package let refusals: [TuneDocument.Refusal]

  /// What is planned under some settings of a variant throws where they make no plan.
  package init(
    _ scenario: Scenario, _ query: TuneQuery, goals: [TuneGoal],
    planning plan: (String, [Setting]) throws -> Void
  ) throws {
    let wanted = query.choices.variants
    let known = scenario.variants.map(\.name)
    for name in wanted where !known.contains(name) {
      throw Diagnostic(
        "the scenario '\(scenario.name)' has no variant \(name.inQuotes)"
          + Spelling.question(for: name, among: known), file: scenario.file,
        notes: ["known variants: \(Spelling.list(known))"])
    }
    let variants = known.filter { wanted.isEmpty || wanted.contains($0) }
    var written = scenario.searchedAxes
    var ranges: Set<String> = []
    for setting in query.over {
      let axis = try SearchedAxis(over: setting)
      if SearchedAxis.range(setting.value.plain) != nil { ranges.insert(axis.name) }
      let isRange = ranges.contains(axis.name)
      for value in isRange ? [axis.values[0], axis.values[axis.values.count - 1]] : axis.values {
        try scenario.check(Setting(name: axis.name, value: value))
      }
      if let place = written.firstIndex(where: { $0.name == axis.name }) {
        written[place] = axis
      } else {
        written.append(axis)
      }
    }
    if !written.contains(where: { $0.name == "pool" }), !scenario.variesOrSets("pool") {
      written.append(SearchedAxis(name: "pool", values: ["true", "false"]))
    }
    let given = query.choices.parameters.map(\.name)
    if let axis = written.first(where: { given.contains($0.name) }) {
      throw RequestError(
        "'\(axis.name)' is searched and set: --set gives it one value, so leave one of both out.")
    }
    let reference = variants.contains(scenario.reference) ? scenario.reference : variants[0]
    var refusals: [TuneDocument.Refusal] = []
    for place in written.indices where ranges.contains(written[place].name) {
      let others = written.filter { $0.name != written[place].name }.map {
        Setting(name: $0.name, value: $0.values[0])
      }
      let (axis, refusal) = try Self.planned(written[place]) {
        try plan(reference, others + [$0])
      }
      written[place] = axis
      refusals += [refusal].compactMap(\.self)
    }
    self.refusals = refusals
    var axes = [SearchedAxis(name: Self.variant, values: variants)]
    var shapes = [SearchSpace.Axis(name: Self.variant, count: variants.count, isOrdered: false)]
    var start = [variants.firstIndex(of: scenario.reference) ?? 0]
    for axis in written {
      let order = axis.order
      let sorted = order.map { order in order.map { axis.values[$0] } } ?? axis.values
      axes.append(SearchedAxis(name: axis.name, values: sorted))
      shapes.append(
        SearchSpace.Axis(
          name: axis.name, count: sorted.count, isOrdered: order != nil,
          amounts: ranges.contains(axis.name) ? sorted.compactMap(Double.init) : nil))
      start.append(order?.firstIndex(of: 0) ?? 0)
    }
    self.axes = axes
    self.start = start
    space = SearchSpace(
      axes: shapes, goals: goals.count,
      budgets: goals.map { goal in goal.budget.map(goal.cost) })
  }

  /// A range without the values that make no plan.
  private static func planned(
    _ axis: SearchedAxis, _ plan: (Setting) throws -> Void
  ) throws -> (SearchedAxis, TuneDocument.Refusal?) {
    var stay: [String] = []
    var first: (value: String, diagnostic: Diagnostic)?
    for value in axis.values {
      do {
        try plan(Setting(name: axis.name, value: value))
        stay.append(value)
      } catch let diagnostic as Diagnostic { first = first ?? (value, diagnostic) }
    }
    guard let first else { return (axis, nil) }
    guard !stay.isEmpty else { throw first.diagnostic }
    let refusal = TuneDocument.Refusal(
      axis: axis.name, count: axis.values.count - stay.count,
      example: "\(axis.name)=\(first.value)", reason: first.diagnostic.message)
    return (SearchedAxis(name: axis.name, values: stay), refusal)
  }

  /// The axes that have more than one value.
  package var varied: [Int] { axes.indices.filter { axes[$0].values.count > 1 } }

  /// What a cell sets, beside its variant.
  package func settings(_ cell: SearchCell) -> [Setting] {
    axes.indices.dropFirst().map { Setting(name: axes[$0].name, value: axes[$0].values[cell[$0]]) }
  }

  package func value(_ cell: SearchCell, _ axis: Int) -> String { axes[axis].values[cell[axis]] }

  /// What a cell sets, in words: what has one value only goes without saying.
  package func name(of cell: SearchCell) -> String {
    name(of: [Setting(name: Self.variant, value: value(cell, 0))] + settings(cell))
  }

  /// The same of what a point sets, or some of it.
  package func name(of settings: [Setting]) -> String {
    let names = varied.map { axes[$0].name }
    let parts = settings.filter { names.contains($0.name) }.map(Self.words)
    return parts.isEmpty ? "the only cell" : parts.joined(separator: " · ")
  }

  private static func words(_ setting: Setting) -> String {
    setting.name == variant ? setting.value.plain : "\(setting.name)=\(shown(setting.value.plain))"
  }

  /// A number in groups, or a word.
  package static func shown(_ value: String) -> String {
    Int(value).map(NumberText.grouped) ?? value
  }
}
