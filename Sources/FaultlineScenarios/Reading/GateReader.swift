// What gates besides columns and expectations: the key `gate` of a scenario, and of the file faultline.yaml of a project.

package import FaultlineMeasures
import FaultlineProfiler

/// What a scenario or a project adds to the gate.
package struct GateSettings: Sendable {
  /// The measurements that gate.
  package var measurements: [Judgement.Asked] = []
  /// What gated measurements may differ by; what is said later counts.
  package var tolerances: [Tolerance] = []
  /// Limits that warn.
  package var limits: [Gate.SoftLimit] = []
  /// The checkpoints that it names, each with its place.
  var checkpoints: [(name: String, place: SourceRange)] = []
  /// The metrics with arguments that it names, each with its place.
  var parts: [(name: String, place: SourceRange)] = []

  /// Adds nothing.
  package init() {}

  /// These settings before others, which count where both say something.
  package func before(_ other: GateSettings) -> GateSettings {
    var all = self
    all.measurements += other.measurements
    all.tolerances += other.tolerances
    all.limits += other.limits
    all.checkpoints = other.checkpoints
    all.parts = other.parts
    return all
  }
}

/// Reads what is added to the gate.
package struct GateReader {
  static let keys = [
    Key(
      "metrics", .list(.text),
      "Measurements that gate beside columns and expectations: sql.statements, or bytes.live@saved."
    ),
    Key(
      "tolerances", .names(.either([.text, .table(ScenarioReader.toleranceKeys)])),
      "How much gated measurements may differ from the baseline, by metric or pattern: bytes.*: 2 %."
    ),
    Key(
      "warn", .names(.text),
      "Soft limits: a measurement above its limit is reported and fails nothing, as in bytes.peak: 8 MiB."
    ),
  ]
  /// The keys of the file of a project.
  static let projectKeys = [
    Key("faultline", .integer(1...1), required: true, "The version of the format: 1."),
    Key("gate", .table(keys), "What gates every scenario of the project."),
  ]
  /// The file of a project.
  package static let projectFile = "faultline.yaml"

  /// Reads what a project adds to the gate of each scenario.
  package static func project(_ text: String, file: String) throws(Diagnostic) -> GateSettings {
    let fields = try Fields(
      try YAMLReader.read(text, file: file), of: "a project", keys: projectKeys)
    _ = try fields.required("faultline").integer(in: 1...1)
    var settings = try GateReader().settings(fields.optional("gate"), [])
    // Not every scenario takes every checkpoint.
    settings.checkpoints = []
    return settings
  }

  /// Reads `gate` of a scenario with these variants.
  func settings(_ node: Node?, _ variants: [Variant]) throws(Diagnostic) -> GateSettings {
    var settings = GateSettings()
    guard let node else { return settings }
    let fields = try Fields(node, of: "gate", keys: Self.keys)
    for item in try fields.optional("metrics")?.list() ?? [] {
      settings.measurements.append(try measurement(item, &settings))
    }
    let reader = ToleranceReader(variants)
    for entry in try fields.optional("tolerances")?.entries() ?? [] {
      settings.tolerances.append(try reader.tolerance(of: entry.key, amount: entry.value))
    }
    for entry in try fields.optional("warn")?.entries() ?? [] {
      let asked = try measurement(entry.key, &settings)
      if Probes.metric(named: asked.metric)?.scale == .bytes { try entry.value.refuseBareUnit() }
      let most = try entry.value.number(hasUnits: true)
      settings.limits.append(
        Gate.SoftLimit(
          metric: asked.metric, checkpoint: asked.checkpoint,
          most: Int(exactly: most).map(Quantity.integer) ?? .real(most)))
    }
    return settings
  }

  /// Reads the goal of the headline; a checkpoint that it names is one that a trial must take.
  func goal(_ node: Node?, _ settings: inout GateSettings) throws(Diagnostic) -> Goal? {
    guard let node else { return nil }
    let text = try node.text()
    guard let goal = Goal(text) else {
      throw node.diagnostic(
        "\(text.inQuotes) is no goal",
        notes: ["a goal is 'least' and a metric, such as 'least bytes.peak@end', or 'no leaks'"])
    }
    guard case .least(let asked) = goal else { return goal }
    return .least(try measurement(node, &settings, saying: asked.words))
  }

  /// Reads `bytes.live@saved`, which is all that a node says if no text is given.
  private func measurement(
    _ node: Node, _ settings: inout GateSettings, saying part: String? = nil
  ) throws(Diagnostic) -> Judgement.Asked {
    let text = if let part { part } else { try node.text() }
    let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
    guard let metric = Probes.metric(named: parts.first ?? text) else {
      throw .unknown(
        "metric", parts.first ?? text, at: node.range, known: Probes.metrics.map(\.name))
    }
    guard metric.exactness == .exact else { throw node.onlyInforms(metric.name) }
    let checkpoint = parts.count > 1 ? parts[1].trimmed(of: "'") : nil
    if let checkpoint { settings.checkpoints.append((checkpoint, node.range)) }
    if MetricName.isPart(metric.name) { settings.parts.append((metric.name, node.range)) }
    return Judgement.Asked(metric: metric.name, checkpoint: checkpoint)
  }
}

extension Node {
  /// The diagnostic for a metric that differs from run to run.
  func onlyInforms(_ metric: String) -> Diagnostic {
    diagnostic(
      "\(metric.inQuotes) differs from run to run, so it informs and cannot gate",
      notes: ["'faultline list metrics' says which metrics are exact"])
  }
}

extension String {
  fileprivate func trimmed(of quote: Character) -> String {
    count > 1 && first == quote && last == quote ? String(dropFirst().dropLast()) : self
  }
}
