// The trials of a run, each checked before any is run.

package import FaultlineMeasures
import FaultlineProfiler

/// What a user chose on the command line.
package struct Choices: Sendable {
  /// The variants to run; empty for all.
  package var variants: [String]
  /// The kinds of stores to run on; empty for all that the scenario names.
  package var stores: [String]
  /// Parameters that were given other values, in order.
  package var parameters: [Setting]
  /// Whether the small sizes are wanted.
  package var quick: Bool
  /// How often to measure, instead of what the scenario says.
  package var repeats: Int?

  /// Makes choices; with none given, everything is as the scenario says.
  package init(
    variants: [String] = [], stores: [String] = [], parameters: [Setting] = [],
    quick: Bool = false, repeats: Int? = nil
  ) {
    self.variants = variants
    self.stores = stores
    self.parameters = parameters
    self.quick = quick
    self.repeats = repeats
  }
}

/// Everything that a run of one scenario will do; running it cannot fail for a reason known before.
package struct Plan: Sendable {
  package let scenario: Scenario
  package let trials: [Trial]
  /// The parameters as every variant starts from them.
  package let parameters: [Setting]
  package let repeats: Int
  /// What expectations about several variants can name: no variant's own values.
  let names: Names
  /// Expectations that need a variant that was not chosen.
  let skipped: [Int]

  package init(_ scenario: Scenario, choosing choices: Choices) throws(Diagnostic) {
    self.scenario = scenario
    let base = try Self.parameters(of: scenario, choices)
    names = Names(base)
    parameters = base.map { Setting(name: $0.name, value: $0.value.description) }
    repeats = choices.repeats ?? scenario.measure.repeats
    var trials: [Trial] = []
    var checkpoints: [NameText] = []
    let stores = try Self.stores(of: scenario, choices)
    for variant in try Self.variants(of: scenario, choices) {
      // What the command line says goes before what a variant says.
      let given = Set(choices.parameters.map(\.name))
      let values = base.map { name, value in
        (name: name, value: given.contains(name) ? value : variant.parameters[name] ?? value)
      }
      var steps = scenario.steps
      var rehearsal = Rehearsal(scenario.model, Names(values), scenario.vocabulary)
      try steps.check(&rehearsal)
      var work = Workload(scenario.model, Names(values), limit: scenario.mostOperations)
      try work.play(steps)
      checkpoints = rehearsal.checkpoints.map(\.name)
      for store in stores {
        // One kind of store needs no telling; the name must not depend on what was chosen.
        let storeName = scenario.stores.count > 1 ? store.name : nil
        let path = [scenario.name, variant.name, storeName].compactMap(\.self)
        trials.append(
          Trial(
            id: path.joined(separator: "/"), variant: variant.name, storeName: storeName,
            settings: variant.settings, parameters: values, model: scenario.model, store: store,
            seed: scenario.seed, steps: steps, streams: rehearsal.streams,
            stepTitles: scenario.stepTitles, repeats: repeats, warmup: scenario.measure.warmup,
            operations: work.operations))
      }
    }
    self.trials = trials
    let checks = PlanChecks(scenario, checkpoints: checkpoints)
    try checks.columns()
    try checks.expectations()
    let chosen = Set(trials.map(\.variant))
    let chosenStores = Set(stores.map(\.name))
    skipped = scenario.expectations.indices.filter { index in
      let expectation = scenario.expectations[index]
      let named = expectation.that.mentions.filter { $0.role == .variant }.map(\.text)
      return !chosen.isSuperset(of: named)
        || !expectation.variants.isEmpty && chosen.isDisjoint(with: expectation.variants)
        || !expectation.stores.isEmpty && chosenStores.isDisjoint(with: expectation.stores)
    }
  }

  private static func variants(
    of scenario: Scenario, _ choices: Choices
  ) throws(Diagnostic) -> [Variant] {
    let known = scenario.variants.map(\.name)
    for name in choices.variants where !known.contains(name) {
      throw Diagnostic(
        "the scenario '\(scenario.name)' has no variant \(name.inQuotes)"
          + Spelling.question(for: name, among: known),
        file: scenario.file, notes: ["known variants: \(Spelling.list(known))"])
    }
    return scenario.variants.filter {
      choices.variants.isEmpty || choices.variants.contains($0.name)
    }
  }

  private static func stores(
    of scenario: Scenario, _ choices: Choices
  ) throws(Diagnostic) -> [StoreKind] {
    let known = scenario.stores.map(\.name)
    for name in choices.stores where !known.contains(name) {
      throw Diagnostic(
        "the scenario '\(scenario.name)' does not run on the store \(name.inQuotes)"
          + Spelling.question(for: name, among: known),
        file: scenario.file, notes: ["its stores: \(Spelling.list(known))"])
    }
    return scenario.stores.filter { choices.stores.isEmpty || choices.stores.contains($0.name) }
  }

  private static func parameters(
    of scenario: Scenario, _ choices: Choices
  ) throws(Diagnostic) -> [(name: String, value: FormulaValue)] {
    var values = scenario.parameters.map { parameter in
      (
        name: parameter.name,
        value: choices.quick ? parameter.quick ?? parameter.usual : parameter.usual
      )
    }
    for choice in choices.parameters {
      let known = scenario.parameters.map(\.name)
      guard let index = known.firstIndex(of: choice.name) else {
        throw Diagnostic(
          "the scenario '\(scenario.name)' has no parameter \(choice.name.inQuotes)"
            + Spelling.question(for: choice.name, among: known),
          file: scenario.file,
          notes: [known.isEmpty ? "it has none" : "known parameters: \(Spelling.list(known))"])
      }
      let source = SourceText(name: "--set \(choice.name)", text: choice.value)
      let node = Node(
        .scalar(.init(text: choice.value, style: .plain)),
        at: source.range(0, choice.value.unicodeScalars.count))
      values[index].value = try scenario.parameters[index].value(node)
    }
    return values
  }
}
