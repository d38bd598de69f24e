// What differs from run to run: the machine, the revision, the times, and whatever only informs. It stands
// beside the result, so that the result can be compared byte by byte.

public import Foundation

/// The document that goes beside a run's result.
public struct RunSidecar: Sendable, Hashable {
  /// The version of the document's shape.
  public var schemaVersion: Int
  /// Where the run was measured.
  public var machine: Machine
  /// The program that measured, if that was noted.
  public var program: Program?
  /// A digest of what the program measures of its built-in workload, if that was measured.
  public var behavior: String?
  /// The revision of the working tree that was measured, if it is known.
  public var revision: String?
  /// The trials in the order of the result.
  public var trials: [Trial]

  /// What one trial took, and what it read that only informs.
  public struct Trial: Sendable, Hashable {
    /// The trial's id, as in the result.
    public var id: String
    /// The time from start to end of its process, if it was taken.
    public var seconds: Double?
    /// The informative readings of each pass.
    public var samples: [Sample]
    /// What the machine is called that played it, where several did.
    public var host: String?

    /// Gathers what one trial took and read.
    public init(id: String, seconds: Double?, samples: [Sample], host: String? = nil) {
      self.id = id
      self.host = host
      self.seconds = seconds
      self.samples = samples
    }
  }

  /// The version that this code writes.
  public static let currentSchemaVersion = 1

  /// Takes from a result what only informs; `seconds` holds durations by trial id.
  public init(
    _ result: RunResult, machine: Machine, program: Program? = nil, behavior: String? = nil,
    revision: String? = nil, seconds: [String: Double] = [:]
  ) {
    self.behavior = behavior
    schemaVersion = Self.currentSchemaVersion
    self.machine = machine
    self.program = program
    self.revision = revision
    trials = result.scenarios.flatMap { scenario in
      let exact = ExactMetrics(scenario.metrics)
      return scenario.trials.map { trial in
        Trial(
          id: trial.id, seconds: seconds[trial.id],
          samples: exact.informativePart(of: trial.samples))
      }
    }
  }

  /// The document: sorted keys and a newline at the end.
  public var json: String { StableJSON.text(of: self) }

  /// Reads a document, or throws a `ResultFileError`.
  public static func read(from file: URL) throws -> RunSidecar {
    try StableJSON.read(RunSidecar.self, from: file, newest: currentSchemaVersion)
  }

  /// Writes the document whole or not at all.
  public func write(to file: URL) throws {
    try StableJSON.write(json, to: file)
  }
}

extension RunSidecar: Codable {}

extension RunSidecar.Trial: Codable {
  private enum CodingKeys: String, CodingKey {
    case host, id, seconds, passes
  }

  /// Reads what one trial took and read.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let passes = try container.decode([SampleRecord].self, forKey: .passes)
    self.init(
      id: try container.decode(String.self, forKey: .id),
      seconds: try container.decodeIfPresent(Double.self, forKey: .seconds),
      samples: passes.map { ReadingOrder([]).sorted($0.sample) },
      host: try container.decodeIfPresent(String.self, forKey: .host))
  }

  /// Writes readings keyed by metric.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(host, forKey: .host)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(seconds, forKey: .seconds)
    try container.encode(samples.map(SampleRecord.init), forKey: .passes)
  }
}
