// What gates a scenario, and the parts of its file by which a report finds the line that changed.

package import FaultlineMeasures
import FaultlineProfiler

extension Scenario {
  /// The measurements that the scenario itself cares about, whether they are exact or not.
  private var asked: [Judgement.Asked] {
    let conditions = expectations.flatMap { $0.that.readings(at: CheckpointNames.end) }
    // What a step expects here and now is read at a moment that has no name of its own.
    let momentary = momentaryExpectations.flatMap {
      $0.that.readings(at: MomentaryExpectation.prefix)
    }
    .filter { $0.checkpoint != MomentaryExpectation.prefix }
    return conditions + momentary
  }

  /// The metrics that a tolerance names in full.
  private var namedByTolerances: [Judgement.Asked] {
    tolerances.map(\.metrics).filter { Probes.metric(named: $0) != nil }
      .map { Judgement.Asked(metric: $0, checkpoint: nil) }
  }

  /// What gates where these metrics are read.
  func decidingGate(of metrics: [Metric]) -> Gate {
    let exact = Set(metrics.filter { $0.exactness == .exact }.map(\.name))
    func isExact(_ metric: String) -> Bool { exact.contains(MetricName.base(of: metric)) }
    return Gate(
      columns: columns.filter { isExact($0.metric) }, asking: asked.filter { isExact($0.metric) },
      adding: (gate.measurements + namedByTolerances).filter { isExact($0.metric) },
      limits: gate.limits)
  }

  /// What gated measurements may differ by; what is said last counts.
  var allTolerances: [Tolerance] { gate.tolerances + tolerances }

  /// Whether a quick run of it is smaller than a full one.
  package var hasQuickSize: Bool {
    parameters.contains { $0.quick != nil && $0.quick != $0.usual }
      || sizes.contains { $0.quick != nil && $0.quick != $0.usual }
  }

  /// The size in which some trials were run, by their settings; nil where these do not say.
  package func size(of trials: [TrialResult]) -> RunSize? {
    var votes: Set<RunSize> = []
    for trial in trials {
      for parameter in parameters {
        guard let quick = parameter.quick, quick != parameter.usual,
          let value = trial.settings.first(where: { $0.name == parameter.name })?.value
        else { continue }
        if value.plain == quick.plain { votes.insert(.quick) }
        if value.plain == parameter.usual.plain { votes.insert(.full) }
      }
      for series in sizes {
        guard let quick = series.quick, let size = trial.key.size(of: series.parameter),
          quick.contains(size) != series.usual.contains(size)
        else { continue }
        votes.insert(quick.contains(size) ? .quick : .full)
      }
    }
    return votes.count == 1 ? votes.first : nil
  }
}

extension Plan {
  /// What gates the scenario.
  package var gate: Gate { scenario.decidingGate(of: metrics) }

  /// The names of all variants of the scenario.
  package var variantNames: [String] { scenario.variants.map(\.name) }

  /// The parts of the scenario's file, with the lines that count in this size.
  var parts: [ScenarioPart] {
    let quick = Dictionary(
      scenario.parts.filter { $0.name.hasPrefix(Self.quick) }.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    return scenario.parts.compactMap { part in
      guard !part.name.hasPrefix(Self.quick) else { return nil }
      guard size == .quick, let small = quick["\(Self.quick)\(part.name)"] else { return part }
      var part = part
      part.line = small.line
      return part
    }
  }

  /// What the name of a value of quick runs begins with.
  static let quick = "quick "
}

/// Takes a scenario's file apart.
struct ScenarioParts {
  private(set) var parts: [ScenarioPart] = []

  /// Adds the settings under a key, such as those of the context.
  mutating func addSettings(of owner: String, _ node: Node?) {
    guard let entries = try? node?.entries() else { return }
    for entry in entries {
      add(.setting, "\(owner): \(entry.name)", entry.key)
    }
  }

  /// Adds the variants, each with what it sets.
  mutating func addVariants(_ node: Node?) {
    guard let entries = try? node?.entries() else { return }
    for entry in entries {
      add(.setting, "variant \(entry.name)", entry.key)
      addSettings(of: "variant \(entry.name)", entry.value.isBlank ? nil : entry.value)
    }
  }

  /// Adds the values of parameters, those of quick runs apart.
  mutating func addParameters(_ node: Node?) {
    guard let entries = try? node?.entries() else { return }
    for entry in entries {
      let values = (try? entry.value.entries()) ?? []
      let name = "parameter: \(entry.name)"
      let usual = values.first { $0.name == "default" }
      add(.setting, name, usual?.key ?? entry.key)
      if let quick = values.first(where: { $0.name == "quick" }) {
        add(.setting, "\(Plan.quick)\(name)", quick.key)
      }
    }
  }

  /// Adds steps, those within others behind them.
  mutating func addSteps(_ node: Node) {
    for item in (try? node.list()) ?? [] where !item.onlyExplains {
      let inner = item.innerSteps
      add(
        .step, (try? item.entries().first?.name) ?? "", item,
        text: String(item.withoutInnerSteps.fingerprint.prefix(8)))
      for node in inner { addSteps(node) }
    }
  }

  /// Adds the conditions under `expect`.
  mutating func addExpectations(_ expectations: [Expectation], _ node: Node?) {
    let items = ((try? node?.list()) ?? []).filter { item in
      ((try? item.entries()) ?? []).contains { $0.name == "that" }
    }
    for (expectation, item) in zip(expectations, items) {
      let when = (try? item.entries())?.first { $0.name == "when" }?.value.short
      add(
        .expectation, "expect", item,
        text: expectation.that.description + (when.map { " when \($0)" } ?? ""))
    }
  }

  private mutating func add(
    _ kind: ScenarioPart.Kind, _ name: String, _ node: Node, text: String = ""
  ) {
    parts.append(ScenarioPart(kind: kind, name: name, text: text, line: node.range.line))
  }
}

extension Node {
  /// The value in a line.
  fileprivate var short: String {
    switch value {
    case .scalar(let scalar): scalar.text
    case .list(let items): "[\(items.map(\.short).joined(separator: ", "))]"
    case .mapping(let entries):
      "{\(entries.map { "\($0.name): \($0.value.short)" }.joined(separator: ", "))}"
    }
  }

  /// Whether it is a list of mappings, as steps are.
  private var looksLikeSteps: Bool {
    guard case .list(let items) = value, !items.isEmpty else { return false }
    return items.allSatisfy { if case .mapping = $0.value { true } else { false } }
  }

  /// The lists of steps within a step.
  fileprivate var innerSteps: [Node] {
    guard case .mapping(let entries) = value else { return [] }
    return entries.flatMap { $0.value.looksLikeSteps ? [$0.value] : $0.value.innerSteps }
  }

  /// The step without the steps within it.
  fileprivate var withoutInnerSteps: Node {
    guard case .mapping(let entries) = value else { return self }
    return Node(
      .mapping(
        entries.filter { !$0.value.looksLikeSteps }.map {
          Entry(key: $0.key, value: $0.value.withoutInnerSteps)
        }), at: range)
  }
}
