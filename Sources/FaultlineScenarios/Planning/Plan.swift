// The trials of a run, each checked before any is run.

package import FaultlineMeasures
import FaultlineProfiler

/// What a user chose on the command line.
package struct Choices: Sendable, Codable, Hashable {
  /// The variants to run; empty for all.
  package var variants: [String]
  /// The kinds of stores to run on; empty for all that the scenario names.
  package var stores: [String]
  /// Parameters that were given other values, in order.
  package var parameters: [Setting]
  /// Limits that were given other values, in order.
  package var limits: [Setting]
  /// Whose behaviour is to be shown, instead of what the scenario says at its top, in order.
  package var behaves: [BehaviorChoice]
  /// The ends of bands to take where nothing else is said of them, after everything else.
  package var ends: [BehaviorChoice] = []
  /// Whether the small sizes are wanted.
  package var quick: Bool
  /// How often to measure, instead of what the scenario says.
  package var repeats: Int?
  /// The ids of the trials to run, with `*` and `?` in them; empty for all.
  package var only: [String]
  /// The id of the one trial to run, letter for letter.
  package var cell: String?
  /// For a single cell of a search, the value that it has on each axis, as a command line writes it.
  package var over: [Setting] = []

  /// Makes choices; with none given, everything is as the scenario says.
  package init(
    variants: [String] = [], stores: [String] = [], parameters: [Setting] = [],
    limits: [Setting] = [],
    behaves: [BehaviorChoice] = [], quick: Bool = false, repeats: Int? = nil, only: [String] = [],
    cell: String? = nil
  ) {
    self.behaves = behaves
    self.variants = variants
    self.stores = stores
    self.parameters = parameters
    self.limits = limits
    self.quick = quick
    self.repeats = repeats
    self.only = only
    self.cell = cell
  }

  /// The same for one cell of a search.
  package func of(_ variant: String, _ settings: [Setting]) -> Choices {
    var choices = self
    choices.variants = [variant]
    choices.over = settings
    return choices
  }

  /// A Boolean value that indicates whether some trials are left out.
  package var arePartial: Bool { !variants.isEmpty || !stores.isEmpty || !only.isEmpty }

  /// Whether everything is as the scenario says, in its full size.
  var areNone: Bool {
    variants.isEmpty && stores.isEmpty && parameters.isEmpty && behaves.isEmpty && !quick
      && only.isEmpty && cell == nil
  }
}

/// Everything that a run of one scenario will do; running it cannot fail for a reason known before.
package struct Plan: Sendable {
  package private(set) var scenario: Scenario
  package private(set) var trials: [Trial]
  /// The parameters as every variant starts from them.
  package let parameters: [Setting]
  package let repeats: Int
  /// The size in which it runs.
  package let size: RunSize
  /// The ids of all trials from which some may be chosen.
  package let ids: [String]
  /// Expectations that need a variant that was not chosen.
  private(set) var skipped: [Int]
  /// What is to be said of columns in which nothing will stand, by their titles.
  let emptyColumns: [String: Finding]

  /// Plans the trials of a scenario under these choices.
  ///
  /// Where `isChecked`, a run has planned the same before, and columns, expectations and questions are not checked again.
  package init(
    _ scenario: Scenario, choosing choices: Choices, isChecked: Bool = false
  ) throws(Diagnostic) {
    let scenario = try scenario.allowing(choices.limits).fixing(choices.over)
    self.scenario = scenario
    let product = try Cells(scenario, choices)
    parameters = product.base.settings
    repeats = choices.repeats ?? scenario.measure.repeats
    size = choices.quick ? .quick : .full
    let stores = try Self.stores(of: scenario, choices)
    let cells = try product.all(
      try Self.variants(of: scenario, choices), on: stores, taking: choices.ends)
    ids = cells.map(\.key.id)
    let patterns = choices.only.map(Wildcard.init)
    let chosen = cells.filter { filled in
      let id = filled.key.id
      if let cell = choices.cell { return id == cell }
      return patterns.isEmpty || patterns.contains { $0.matches(id) }
    }
    var trials: [Trial] = []
    var checkpoints: [PlanScope.TakenCheckpoint] = []
    var listens = false
    var searches: [CheckpointSearch] = []
    var passes = PreparedPasses(scenario)
    for filled in chosen {
      let pass = try passes.pass(of: filled)
      try filled.settings.routine.check(filled.parameters)
      try filled.settings.rules.check()
      try filled.settings.sharing.check(filled.settings.sharing.queue ?? .confinement)
      checkpoints = pass.checkpoints
      searches.append(pass.search)
      listens = pass.listening.isCounted
      trials.append(
        Trial(
          scenario: scenario, cell: filled, pass: pass, repeats: repeats, over: choices.over))
    }
    self.trials = trials
    guard !trials.isEmpty else {
      // Of several scenarios, those that a pattern does not name have nothing to run.
      skipped = Array(scenario.expectations.indices)
      emptyColumns = [:]
      guard choices.only.isEmpty else { return }
      let message = "the scenario '\(scenario.name)' has nothing to run: everything is excluded"
      guard let node = scenario.matrix.node else { throw Diagnostic(message, file: scenario.file) }
      throw node.diagnostic(message)
    }
    guard !isChecked else {
      (skipped, emptyColumns) = ([], [:])
      return
    }
    let checks = PlanChecks(scenario, checkpoints: checkpoints, listens: listens)
    emptyColumns = try checks.columns(searches, isWhole: choices.areNone)
    try checks.expectations()
    try checks.gate(trials.first?.metrics ?? Probes.metrics)
    try checks.questions()
    if choices.areNone { try checks.purges(in: trials) }
    let variants = Set(trials.map(\.key.variant))
    skipped = scenario.expectations.indices.filter { index in
      let expectation = scenario.expectations[index]
      let named = expectation.that.mentions.filter { $0.role == .variant }.map(\.text)
      return !variants.isSuperset(of: named)
        || !trials.contains { expectation.pattern.matches($0.key, $0.settings.behaviours) }
    }
  }

  /// Whose behaviour the trials show; "by variant" where they do not show the same.
  package var behaves: String {
    let words = Set(trials.map(\.settings.behaviours.words))
    return words.count > 1 ? "by variant" : words.first ?? ""
  }

  /// What is read of all trials; one that has threads takes the others' exactness with it.
  ///
  /// A metric with an argument is among them where the scenario names it.
  package var metrics: [Metric] {
    let hasThreads = trials.contains { $0.settings.threads }
    let named = scenario.metricsWithArguments
    return (Probes.metrics + named).map { hasThreads ? $0.ofThreads : $0 }
  }

  /// The same plan with what a project adds to the gate.
  package func adding(_ project: GateSettings) -> Plan {
    var plan = self
    plan.scenario.gate = project.before(scenario.gate)
    return plan
  }

  /// The same plan with some of its trials, to be played and not to be judged.
  package func keeping(_ isWanted: (Trial) -> Bool) -> Plan {
    var part = self
    part.trials = trials.filter(isWanted)
    return part
  }

  /// The same plan with the trials of others behind its own.
  ///
  /// What compares the trials of one plan with those of another is not judged: none of the plans alone can say it.
  package func joined(with others: some Sequence<Plan>) -> Plan {
    var whole = self
    var skipped = Set(skipped)
    for other in others {
      whole.trials += other.trials
      skipped.formIntersection(other.skipped)
    }
    whole.skipped = skipped.sorted()
    return whole
  }

  /// What is known of the run before it begins, and will be said of its result.
  package var remarks: [Finding] {
    scenario.columns.compactMap { emptyColumns[$0.title] }
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
  ) throws(Diagnostic) -> [StoreSet] {
    let known = scenario.stores.map(\.name)
    for name in choices.stores where !known.contains(name) {
      throw Diagnostic(
        "the scenario '\(scenario.name)' does not run on the store \(name.inQuotes)"
          + Spelling.question(for: name, among: known),
        file: scenario.file, notes: ["its stores: \(Spelling.list(known))"])
    }
    return scenario.stores.filter { choices.stores.isEmpty || choices.stores.contains($0.name) }
  }
}

extension Scenario {
  /// The metrics with arguments that the scenario names, each once.
  var metricsWithArguments: [Metric] {
    let names =
      columns.map(\.metric)
      + (expectations.map(\.that) + momentaryExpectations.map(\.that)).flatMap(\.mentions)
      .map(\.text) + gate.measurements.map(\.metric) + gate.limits.map(\.metric)
      + [goal?.metric].compactMap { $0 } + tolerances.map(\.metrics)
    return Set(names).sorted().filter { MetricName.base(of: $0) != $0 }
      .compactMap(Probes.metric(named:))
  }
}

// A plan as other programs read it.
extension Plan {
  /// The plan of the scenario as a document has it.
  package var planned: PlannedScenario {
    PlannedScenario(
      name: scenario.name, title: scenario.title, file: scenario.file, parameters: parameters,
      trials: trials.map(\.planned), findings: remarks)
  }
}

extension Trial {
  /// The trial as a document has it.
  package var planned: PlannedTrial {
    PlannedTrial(
      key, settings: [Setting(name: "store", value: store.name)] + listed, warmup: warmup,
      repeats: repeats, operations: operations,
      warmupOperations: smallWarmUp?.operations, findings: remarks)
  }
}
