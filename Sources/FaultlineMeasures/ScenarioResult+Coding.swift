// A scenario's result as JSON: exact readings only, and one list of checkpoints when all passes
// agree, so that two runs of the same scenario give the same bytes.

extension ScenarioResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, title, file, rules, notes, parameters, reference, repeats, metrics, columns
    case trials, judgements, workload, tolerances
  }

  /// Reads a scenario's result.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .name)
    let parameters = try container.decode([Setting].self, forKey: .parameters).retyped
    let metrics = try container.decode([Metric].self, forKey: .metrics)
    let records = try container.decode([TrialRecord].self, forKey: .trials)
    self.init(
      name: name,
      title: try container.decode(String.self, forKey: .title),
      file: try container.decode(String.self, forKey: .file),
      rules: try container.decode([String].self, forKey: .rules),
      notes: try container.decode([String].self, forKey: .notes),
      parameters: parameters,
      reference: try container.decode(String.self, forKey: .reference),
      repeats: try container.decode(Int.self, forKey: .repeats),
      metrics: metrics,
      columns: try container.decode([Column].self, forKey: .columns),
      trials: records.map { $0.trial(of: name, parameters, ordered: ReadingOrder(metrics)) },
      judgements: try container.decode([Judgement].self, forKey: .judgements),
      workload: try container.decodeIfPresent([Setting].self, forKey: .workload) ?? [],
      tolerances: try container.decodeIfPresent([Tolerance].self, forKey: .tolerances) ?? [])
  }

  /// Writes a scenario's result without what only informs.
  public func encode(to encoder: any Encoder) throws {
    let records = trials.map {
      TrialRecord($0, findings: findings(of: $0), exact: ExactMetrics(metrics))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(title, forKey: .title)
    try container.encode(file, forKey: .file)
    try container.encode(rules, forKey: .rules)
    try container.encode(notes, forKey: .notes)
    try container.encode(parameters, forKey: .parameters)
    try container.encode(reference, forKey: .reference)
    try container.encode(repeats, forKey: .repeats)
    try container.encode(metrics, forKey: .metrics)
    try container.encode(columns, forKey: .columns)
    try container.encode(records, forKey: .trials)
    try container.encode(judgements, forKey: .judgements)
    if !workload.isEmpty { try container.encode(workload, forKey: .workload) }
    if !tolerances.isEmpty { try container.encode(tolerances, forKey: .tolerances) }
  }
}
