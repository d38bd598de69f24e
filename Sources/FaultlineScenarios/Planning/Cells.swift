// The product: every variant with every row of the matrix, every size and every store.

import FaultlineMeasures

/// A cell with what is set in it; which steps it plays is found out later.
struct FilledCell: Sendable {
  let key: TrialKey
  var settings: ContextSettings
  let parameters: Names
  /// The parameters without what the variant says, as all variants in the same place share them.
  let shared: Names
  let store: StoreSet
}

/// Enumerates the cells of a run.
struct Cells {
  private let scenario: Scenario
  private let choices: Choices
  /// The parameters as every variant starts from them.
  let base: Names
  /// The parameters that the command line gives values, which go before all others.
  private let given: Set<String>

  init(_ scenario: Scenario, _ choices: Choices) throws(Diagnostic) {
    self.scenario = scenario
    self.choices = choices
    given = Set(choices.parameters.map(\.name))
    var base = Names(
      scenario.parameters.map { parameter in
        Setting(
          name: parameter.name,
          value: choices.quick ? parameter.quick ?? parameter.usual : parameter.usual)
      })
    for choice in choices.parameters {
      let known = scenario.parameters.map(\.name)
      guard let index = known.firstIndex(of: choice.name) else {
        throw Diagnostic(
          "the scenario '\(scenario.name)' has no parameter \(choice.name.inQuotes)"
            + Spelling.question(for: choice.name, among: known),
          file: scenario.file,
          notes: [known.isEmpty ? "it has none" : "known parameters: \(Spelling.list(known))"])
      }
      let node = Node(argument: choice.value.plain, of: "--set \(choice.name)")
      base[choice.name] = try scenario.parameters[index].kind.value(node)
    }
    self.base = base
  }

  /// Every cell of the variants and stores, in the order of the file.
  func all(
    _ variants: [Variant], on stores: [StoreSet], taking ends: [BehaviorChoice] = []
  ) throws(Diagnostic) -> [FilledCell] {
    try checkCount(variants, stores)
    var cells: [FilledCell] = []
    var keys: Set<TrialKey> = []
    let included = Dictionary(grouping: scenario.matrix.included, by: \.variant)
    for variant in variants {
      for row in rows() {
        for sizes in sizes() {
          for store in stores {
            let filled = try cell(variant, row, sizes, store)
            if !scenario.matrix.excluded.contains(where: {
              $0.matches(filled.key, filled.settings.behaviours)
            }) {
              cells.append(filled)
              if !included.isEmpty { keys.insert(filled.key) }
            }
          }
        }
      }
      for extra in included[variant.name] ?? [] {
        for sizes in sizes() {
          for store in stores {
            let filled = try cell(variant, extra.overrides, sizes, store)
            guard keys.insert(filled.key).inserted else {
              throw extra.node.diagnostic("the cell '\(filled.key.title)' is there already")
            }
            cells.append(filled)
          }
        }
      }
    }
    // Which cells there are must not depend on what is not settled.
    for place in ends.isEmpty ? 0..<0 : cells.indices { try cells[place].settings.close(ends) }
    return cells
  }

  /// Refuses a product that would fill the memory before it is reported.
  private func checkCount(_ variants: [Variant], _ stores: [StoreSet]) throws(Diagnostic) {
    let factors =
      [variants.count, stores.count] + scenario.matrix.axes.map(\.values.count)
      + scenario.sizes.map { max($0.usual.count, $0.quick?.count ?? 0) }
    var count = 1
    for factor in factors {
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: factor)
      count = isTooLarge ? .max : product
      guard count > Matrix.mostCells else { continue }
      let message =
        "variants, matrix, sizes and stores come to more than \(Matrix.mostCells) trials"
      guard let node = scenario.matrix.node else { throw Diagnostic(message, file: scenario.file) }
      throw node.diagnostic(message)
    }
  }

  /// The product of the axes; one row without overrides where a scenario has none.
  ///
  /// A scenario that names only cells to include runs its variants as they are, too.
  private func rows() -> [[Override]] {
    var rows: [[Override]] = [[]]
    for axis in scenario.matrix.axes {
      // What the command line sets is no more varied.
      let values = given.contains(axis.name) ? Array(axis.values.prefix(1)) : axis.values
      rows = rows.flatMap { row in values.map { row + [$0] } }
    }
    return rows
  }

  private func sizes() -> [[(name: String, size: Int)]] {
    var rows: [[(name: String, size: Int)]] = [[]]
    for series in scenario.sizes {
      let sizes: [Int]
      if given.contains(series.parameter) {
        sizes = [base[series.parameter]?.whole ?? 0]
      } else {
        sizes = choices.quick ? series.quick ?? series.usual : series.usual
      }
      rows = rows.flatMap { row in sizes.map { row + [(series.parameter, $0)] } }
    }
    return rows
  }

  private func cell(
    _ variant: Variant, _ overrides: [Override], _ sizes: [(name: String, size: Int)],
    _ store: StoreSet
  ) throws(Diagnostic) -> FilledCell {
    var settings = variant.settings
    var shared = base
    var axes: [Setting] = []
    for override in overrides {
      try override.apply(to: &settings)
      if let value = override.bound, !given.contains(override.name) {
        shared[override.name] = value
      }
      axes.append(
        Setting(name: override.name, value: shared[override.name] ?? override.value))
    }
    for size in sizes { shared[size.name] = .whole(size.size) }
    let fixed = given.union(overrides.map(\.name)).union(sizes.map(\.name))
    var parameters = shared
    for (name, value) in variant.parameters where !fixed.contains(name) { parameters[name] = value }
    return FilledCell(
      key: TrialKey(
        scenario: scenario.name, variant: variant.name, axes: axes,
        sizes: sizes.map { Setting(name: $0.name, value: $0.size) },
        // The name must not depend on what was chosen for one run.
        store: scenario.stores.count > 1 ? store.name : nil),
      settings: settings, parameters: parameters, shared: shared, store: store)
  }
}
