// What became of one scenario: every variant's trial, every expectation's answer.

/// A headline column that the scenario chose for its table.
package struct Column: Sendable, Codable, Hashable {
  /// The words above it, such as `live @end`.
  package var title: String
  /// The metric it shows.
  package var metric: String
  /// The checkpoint where it was read.
  package var checkpoint: String

  /// Chooses a column.
  package init(title: String, metric: String, checkpoint: String) {
    self.title = title
    self.metric = metric
    self.checkpoint = checkpoint
  }
}

/// The result of one scenario.
package struct ScenarioResult: Sendable, Hashable {
  /// The scenario's name.
  package var name: String
  /// One line that says what it shows.
  package var title: String
  /// The file it was read from.
  package var file: String
  /// The rules it shows.
  package var rules: [String]
  /// What its author explains.
  package var notes: [String]
  /// The parameters it ran with.
  package var parameters: [Setting]
  /// The name of the variant that the others are compared with.
  package var reference: String
  /// How many measured passes each trial was asked for.
  package var repeats: Int
  /// The definitions of all that was read, in table order.
  package var metrics: [Metric]
  /// The headline columns.
  package var columns: [Column]
  /// The trials in the order of the plan.
  package var trials: [TrialResult]
  /// The answers to the expectations.
  package var judgements: [Judgement]
  /// What the work is made of, such as the steps, each part with its fingerprint.
  package var workload: [Setting]
  /// What readings may differ by from a baseline.
  package var tolerances: [Tolerance]
  /// Whose behaviour it shows, such as `guides` or `core-data`; nil where that is not known.
  package var behaves: String?
  /// The ids of the trials that were planned and of which there is no result; empty where all have run.
  package var missing: [String]
  /// What nothing public settles and the scenario can meet, in the order in which it was played.
  package var bands: [PlayedBehavior] = []
  /// What is best elsewhere, as far as that was played.
  package var elsewhere: [AdviceElsewhere] = []
  /// The size it ran in, if that is known.
  package var size: RunSize?
  /// The measurements that gate, if that is known.
  package var gate: Gate?
  /// The question that its headline answers; nil for which variant has the lowest peak.
  package var goal: Goal?
  /// The parts of the scenario's file, with their lines.
  package var parts: [ScenarioPart] = []

  /// Gathers what became of a scenario.
  package init(
    name: String, title: String, file: String, rules: [String] = [], notes: [String] = [],
    parameters: [Setting] = [], reference: String, repeats: Int, metrics: [Metric],
    columns: [Column], trials: [TrialResult], judgements: [Judgement], workload: [Setting] = [],
    tolerances: [Tolerance] = [], behaves: String? = nil, missing: [String] = []
  ) {
    self.behaves = behaves
    self.name = name
    self.title = title
    self.file = file
    self.rules = rules
    self.notes = notes
    self.parameters = parameters
    self.reference = reference
    self.repeats = repeats
    self.metrics = metrics
    self.columns = columns
    self.trials = trials
    self.judgements = judgements
    self.workload = workload
    self.tolerances = tolerances
    self.missing = missing
  }

  /// Died if any trial died, else broken if an expectation failed or passes disagree, else incomplete if a
  /// trial is missing, else held.
  package var verdict: Verdict {
    if trials.contains(where: { $0.death != nil }) { return .died }
    guard judgements.allSatisfy({ !$0.outcome.isFailure }) else { return .broken }
    // An expectation reads one pass; where the passes differ, it would hold by luck.
    guard trials.allSatisfy({ $0.disagreements(on: metrics).isEmpty }) else { return .broken }
    return missing.isEmpty ? .held : .incomplete
  }

  /// The definition of a metric, if one was given.
  package func metric(_ name: String) -> Metric? {
    metrics.first { $0.name == name }
  }

  /// Whether a trial is one that others are compared with.
  package func isReference(_ trial: TrialResult) -> Bool {
    TrialReferences(self).isReference(trial)
  }

  /// What was noticed in a trial, with the finding about passes that do not agree.
  package func findings(of trial: TrialResult) -> [Finding] {
    let disagreements = trial.disagreements(on: metrics)
    guard let finding = Finding(disagreements, passes: trial.samples.count) else {
      return trial.findings
    }
    return trial.findings.filter { $0.kind != .disagreement } + [finding]
  }
}

/// The size in which scenarios run.
package enum RunSize: String, Sendable, Codable, Hashable, CaseIterable {
  /// The small sizes that scenarios name for a quick run.
  case quick
  /// The sizes that scenarios have otherwise.
  case full

  /// The option that asks for it.
  package var option: String { "--\(rawValue)" }
}

/// A question that the headline of a report answers first.
package enum Goal: Sendable, Hashable {
  /// Asks for the variant with the least of a reading: `least bytes.peak@end`, or of its greatest without a checkpoint.
  case least(Judgement.Asked)
  /// Asks which variants leak: `no leaks`.
  case noLeaks

  /// The metric that is to be least, if one is.
  package var metric: String? {
    if case .least(let asked) = self { asked.metric } else { nil }
  }

  private static let prefix = "least "

  /// Reads a goal; nil for a text that is none.
  package init?(_ text: String) {
    guard text != Goal.noLeaks.text else {
      self = .noLeaks
      return
    }
    guard text.hasPrefix(Self.prefix) else { return nil }
    let parts = text.dropFirst(Self.prefix.count).split(
      separator: "@", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    self = .least(Judgement.Asked(metric: parts[0], checkpoint: parts.count > 1 ? parts[1] : nil))
  }

  /// The goal as a file has it.
  package var text: String {
    switch self {
    case .noLeaks: "no leaks"
    case .least(let asked): Self.prefix + asked.words
    }
  }
}

extension Goal: Codable {
  /// Reads a goal from its text.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let goal = Goal(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "'\(text)' is no goal: 'least bytes.peak@end', or 'no leaks'")
    }
    self = goal
  }

  /// Writes the text of the goal.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
