// What a scenario is held against: the exact readings of a run that was accepted, in a file
// that is kept with the code and whose differences are short to review. What the machine has a say in
// stands apart, once for each machine that it was accepted on.

public import Foundation

/// The accepted readings of one scenario.
public struct Baseline: Sendable, Hashable {
  /// The version of the document's shape.
  public var schemaVersion: Int
  /// The scenario's name, which names the file too.
  public var scenario: String
  /// The scenario's file, as a path that means the same in every copy of the repository; nil where there is none.
  public var file: String?
  /// What the work was made of, each part with its fingerprint.
  public var workload: [Setting]
  /// What each trial was set to, and what it reads on every machine.
  public var trials: [TrialResult]
  /// What it read on each machine besides.
  public var machines: [MachinePart]

  /// What one machine has a say in.
  public struct MachinePart: Sendable, Hashable {
    /// Where it was measured, if that is known.
    public var facts: KeyFacts?
    /// The checkpoints of each trial, by the trial's id.
    public var checkpoints: [String: [Checkpoint]]

    /// Gathers what one machine read.
    public init(facts: KeyFacts?, checkpoints: [String: [Checkpoint]]) {
      self.facts = facts
      self.checkpoints = checkpoints
    }
  }

  /// The version that this code writes.
  public static let currentSchemaVersion = 2

  /// Takes the exact readings out of a result; what died has none to take.
  public init(_ result: ScenarioResult, facts: KeyFacts?, file: String? = nil) {
    let exact = ExactMetrics(result.metrics)
    let hanging = Set(result.metrics.filter(\.dependsOnMachine).map(\.name))
    schemaVersion = Self.currentSchemaVersion
    scenario = result.name
    self.file = file
    workload = result.workload
    var machine = MachinePart(facts: facts, checkpoints: [:])
    trials = result.trials.filter { $0.death == nil }.map { trial in
      let all = exact.exactPart(of: Array(trial.samples.prefix(1))).map(\.withoutOrigins)
      machine.checkpoints[trial.id] = all.first?.keeping { hanging.contains($0.metric) }.checkpoints
      return TrialResult(
        trial.key, settings: trial.settings,
        samples: all.map { $0.keeping { !hanging.contains($0.metric) } })
    }
    machines = [machine]
  }

  /// The baseline as a result to hold another against, with the machine that is nearest to these
  /// facts and what is known of it.
  public func result(for facts: KeyFacts?) -> (result: ScenarioResult, facts: KeyFacts?) {
    let machine =
      machines.first { $0.facts == facts }
      ?? machines.min { $0.distance(to: facts) < $1.distance(to: facts) }
    let whole = trials.map { trial in
      var trial = trial
      let more = machine?.checkpoints[trial.id] ?? []
      trial.samples = trial.samples.map { $0.adding(more) }
      return trial
    }
    let result = ScenarioResult(
      name: scenario, title: "", file: file ?? "", reference: "", repeats: 1, metrics: [],
      columns: [],
      trials: whole, judgements: [], workload: workload)
    return (result, machine?.facts)
  }

  /// The document: sorted keys, a reading a line, a newline at the end.
  public var json: String { StableJSON.text(of: self) }

  /// Reads a baseline, or throws a `ResultFileError`.
  public static func read(from file: URL) throws -> Baseline {
    try StableJSON.read(Baseline.self, from: file, newest: currentSchemaVersion)
  }

  /// What a baseline says of itself: read where the rest does not matter.
  package struct Header: Decodable {
    package let baseline: String
    package let file: String?

    /// Reads it; nil for a document that is no baseline.
    package init?(in data: Data) throws {
      do {
        self = try JSONDecoder().decode(Header.self, from: data)
      } catch DecodingError.keyNotFound, DecodingError.typeMismatch, DecodingError.valueNotFound {
        return nil
      }
    }
  }

  /// Whether a file holds a baseline, or what was one and cannot be read any more.
  package static func isKept(at path: String) -> Bool {
    guard !WholeFile.isSpecial(path),
      let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe),
      // Results are long, and mostly have no such word.
      data.range(of: Data(#""baseline""#.utf8)) != nil
    else { return false }
    do { return try Header(in: data) != nil } catch { return true }
  }

  /// Writes the document whole or not at all.
  public func write(to file: URL) throws {
    try StableJSON.write(json, to: file)
  }
}

extension Baseline.MachinePart {
  /// How many facts differ.
  fileprivate func distance(to other: KeyFacts?) -> Int {
    guard let facts, let other else { return facts == other ? 0 : .max }
    return other.differences(from: facts).count
  }
}

extension Sample {
  /// The sample with further readings at the checkpoints of their names.
  fileprivate func adding(_ more: [Checkpoint]) -> Sample {
    let checkpoints = checkpoints.map { checkpoint in
      let further = more.first { $0.name == checkpoint.name }?.readings ?? []
      return Checkpoint(
        name: checkpoint.name, readings: checkpoint.readings + further,
        isPartial: checkpoint.isPartial)
    }
    return Sample(pass: pass, checkpoints: checkpoints)
  }
}
