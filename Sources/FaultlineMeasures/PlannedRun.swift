// What a run would do, as a document: the trials of each scenario with their settings and their work, none of them played.

/// The plan of a run.
package struct PlannedRun: Sendable, Hashable {
  /// The version of the document that this program writes.
  package static let currentSchemaVersion = 1

  /// The scenarios, in the order in which they would run.
  package var scenarios: [PlannedScenario]

  /// Describes a plan.
  package init(scenarios: [PlannedScenario]) { self.scenarios = scenarios }

  /// The plan as JSON, the same bytes for the same plan.
  package var json: String { StableJSON.text(of: self) }
}

/// The trials of one scenario.
package struct PlannedScenario: Sendable, Hashable {
  /// The scenario's name.
  package var name: String
  /// One line that says what it shows.
  package var title: String
  /// The path of its file.
  package var file: String
  /// The parameters as every variant starts from them.
  package var parameters: [Setting]
  /// The trials, in the order in which they would run.
  package var trials: [PlannedTrial]
  /// What is known of its numbers already.
  package var findings: [Finding]

  /// Describes a scenario's trials.
  package init(
    name: String, title: String, file: String, parameters: [Setting] = [],
    trials: [PlannedTrial] = [], findings: [Finding] = []
  ) {
    self.name = name
    self.title = title
    self.file = file
    self.parameters = parameters
    self.trials = trials
    self.findings = findings
  }
}

/// What one process would do.
package struct PlannedTrial: Sendable, Hashable {
  /// Which trial it is.
  package var key: TrialKey
  /// What it is set to, its store first.
  package var settings: [Setting]
  /// How many passes would be played before anything is measured.
  package var warmup: Int
  /// How many passes would be measured.
  package var repeats: Int
  /// The steps and objects of one pass.
  package var operations: Int
  /// Those of a pass before anything is measured, where it is a smaller one.
  package var warmupOperations: Int?
  /// What is known of its numbers already.
  package var findings: [Finding]

  /// Describes a trial.
  package init(
    _ key: TrialKey, settings: [Setting] = [], warmup: Int = 0, repeats: Int = 0,
    operations: Int = 0, warmupOperations: Int? = nil, findings: [Finding] = []
  ) {
    self.key = key
    self.settings = settings
    self.warmup = warmup
    self.repeats = repeats
    self.operations = operations
    self.warmupOperations = warmupOperations
    self.findings = findings
  }

  /// The id under which its result would be filed.
  package var id: String { key.id }
}

// MARK: - As a document

extension PlannedRun: Encodable {
  /// Writes the plan with the version of its shape.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(
      Self.currentSchemaVersion, forKey: FieldName(stringValue: "schemaVersion"))
    try container.encode(scenarios, forKey: FieldName(stringValue: "scenarios"))
  }
}

extension PlannedScenario: Codable {
  static let fields: [Field<PlannedScenario>] = [
    Field("name", \.name, .text),
    Field("title", \.title, .text),
    Field("file", \.file, .text),
    Field("parameters", \.parameters, .named("settings")),
    Field("trials", \.trials, .list(.named("trial"))),
    Field("findings", \.findings, .list(.named("finding"))),
  ]

  /// Reads a scenario's trials.
  package init(from decoder: any Decoder) throws {
    self.init(name: "", title: "", file: "")
    try Self.fields.read(into: &self, from: decoder)
    for place in trials.indices { trials[place].key.scenario = name }
  }

  /// Writes a scenario's trials.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

extension PlannedTrial: Codable {
  static let fields: [Field<PlannedTrial>] = [
    Field("variant", \.key.variant, .text),
    Field(unlessEmpty: "axes", \.key.axes, .named("settings")),
    Field(unlessEmpty: "sizes", \.key.sizes, .named("settings")),
    Field(ifKnown: "store", \.key.store, .text),
    Field("settings", \.settings, .named("settings")),
    Field("warmup", \.warmup, .whole(from: 0)),
    Field("repeats", \.repeats, .whole(from: 1)),
    Field("operations", \.operations, .whole(from: 0)),
    Field(ifKnown: "warmupOperations", \.warmupOperations, .whole(from: 0)),
    Field("findings", \.findings, .list(.named("finding"))),
  ]

  /// Reads a trial; its scenario is named by what it stands in.
  package init(from decoder: any Decoder) throws {
    self.init(TrialKey(scenario: "", variant: ""))
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a trial; the id is a view of the fields, by which a trial is looked up.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(id, forKey: FieldName(stringValue: "id"))
    try Self.fields.write(self, to: encoder)
  }
}
