// A scenario's result as JSON: exact readings only, and one list of checkpoints when all passes
// agree, so that two runs of the same scenario give the same bytes.

extension ScenarioResult: Codable {
  /// All that a document says of a scenario: a new field is a property with a usual value, and a line here.
  static let fields: [Field<ScenarioResult>] = [
    Field("name", \.name, .text),
    Field("title", \.title, .text),
    Field("file", \.file, .text),
    Field(ifKnown: "behaves", \.behaves, .text),
    Field(unlessEmpty: "bands", \.bands, .list(.named("playedBand"))),
    Field(unlessEmpty: "elsewhere", \.elsewhere, .list(.named("adviceElsewhere"))),
    Field(unlessEmpty: "workload", \.workload, .named("settings")),
    Field("rules", \.rules, .texts),
    Field("notes", \.notes, .texts),
    Field(ifKnown: "goal", \.goal, .text),
    Field("parameters", \.parameters, .named("settings")),
    Field("reference", \.reference, .text),
    Field("repeats", \.repeats, .whole(from: 0)),
    Field("metrics", \.metrics, .list(.named("metric"))),
    Field("columns", \.columns, .list(.named("column"))),
    Field("trials", \.trials, .list(.named("trial"))),
    Field("judgements", \.judgements, .list(.named("judgement"))),
    Field(unlessEmpty: "tolerances", \.tolerances, .list(.named("tolerance"))),
    Field(unlessEmpty: "missing", \.missing, .texts),
    Field(ifKnown: "size", \.size, .word(RunSize.self)),
    Field(ifKnown: "gate", \.gate, .named("gate")),
    Field(unlessEmpty: "parts", \.parts, .list(.named("scenarioPart"))),
  ]

  /// Reads a scenario's result.
  package init(from decoder: any Decoder) throws {
    self.init(
      name: "", title: "", file: "", reference: "", repeats: 0, metrics: [], columns: [],
      trials: [], judgements: [])
    try Self.fields.read(into: &self, from: decoder)
    let order = ReadingOrder(metrics)
    for place in trials.indices {
      trials[place].key.scenario = name
      trials[place].samples = trials[place].samples.map(order.sorted)
    }
  }

  /// Writes a scenario's result without what only informs.
  package func encode(to encoder: any Encoder) throws {
    let exact = ExactMetrics(metrics)
    var written = self
    written.trials = trials.map { trial in
      var exactly = TrialResult(
        trial.key, settings: trial.settings, samples: exact.exactPart(of: trial.samples),
        findings: findings(of: trial), death: trial.death, peak: trial.peak,
        tried: trial.tried)
      exactly.ranges = trial.ranges
      return exactly
    }
    try Self.fields.write(written, to: encoder)
  }
}

extension TrialResult: Codable {
  /// All that a document says of a trial beside its id and its passes.
  static let fields: [Field<TrialResult>] = [
    Field("variant", \.key.variant, .text),
    Field(unlessEmpty: "axes", \.key.axes, .named("settings")),
    Field(unlessEmpty: "sizes", \.key.sizes, .named("settings")),
    Field(ifKnown: "store", \.key.store, .text),
    Field("settings", \.settings, .named("settings")),
    Field("findings", \.findings, .list(.named("finding"))),
    Field(ifKnown: "death", \.death, .named("death")),
    Field(ifKnown: "peak", \.peak, .named("peak")),
    Field(ifKnown: "tried", \.tried, .named("tried")),
    Field(unlessEmpty: "ranges", \.ranges, .list(.named("range"))),
  ]

  /// The id is a view of the fields, and written for those who look a trial up.
  private struct Filed: Codable {
    let id: String
  }

  /// Reads a trial.
  package init(from decoder: any Decoder) throws {
    self.init(TrialKey(scenario: "", variant: ""), samples: [])
    try Self.fields.read(into: &self, from: decoder)
    let id = try Filed(from: decoder).id
    // Where neither is written, nothing is varied, or the document is an older one.
    let plain = TrialKey(id: id, variant: variant, store: store)
    if key.axes.isEmpty, key.sizes.isEmpty { key = plain }
    key.scenario = plain.scenario
    samples = try PassesRecord(from: decoder).passes(at: decoder.codingPath)
  }

  /// Writes a trial with all of its readings.
  package func encode(to encoder: any Encoder) throws {
    try Filed(id: id).encode(to: encoder)
    try Self.fields.write(self, to: encoder)
    try PassesRecord(samples).encode(to: encoder)
  }
}
