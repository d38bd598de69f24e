// What differs from run to run: the machine, the revision, the times, and whatever only informs. It stands
// beside the result, so that the result can be compared byte by byte.

package import Foundation

/// The document that goes beside a run's result.
package struct RunSidecar: Sendable, Hashable {
  /// The version of the document's shape.
  package var schemaVersion: Int
  /// Where the run was measured.
  package var machine: Machine
  /// The program that measured, if that was noted.
  package var program: Program?
  /// A digest of what the program measures of its built-in workload, if that was measured.
  package var behavior: String?
  /// The revision of the working tree that was measured, if it is known.
  package var revision: String?
  /// The trials in the order of the result.
  package var trials: [Trial]

  /// What one trial took, and what it read that only informs.
  package struct Trial: Sendable, Hashable {
    /// The trial's id, as in the result.
    package var id: String
    /// The time from start to end of its process, if it was taken.
    package var seconds: Double?
    /// The informative readings of each pass.
    package var samples: [Sample]
    /// What the machine is called that played it, where several did.
    package var host: String?

    /// Gathers what one trial took and read.
    package init(id: String, seconds: Double?, samples: [Sample], host: String? = nil) {
      self.id = id
      self.host = host
      self.seconds = seconds
      self.samples = samples
    }
  }

  /// The version that this code writes.
  package static let currentSchemaVersion = 1

  /// Takes from a result what only informs; `seconds` holds durations by trial id.
  package init(
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
  package var json: String { StableJSON.text(of: self) }

  /// Reads a document, or throws a `ResultFileError`.
  package static func read(from file: URL) throws -> RunSidecar {
    try StableJSON.read(RunSidecar.self, from: file, newest: currentSchemaVersion)
  }

  /// Writes the document whole or not at all.
  package func write(to file: URL) throws {
    try StableJSON.write(json, to: file)
  }
}

extension RunSidecar: Codable {}

extension RunSidecar.Trial: Codable {
  private enum CodingKeys: String, CodingKey {
    case host, id, seconds, passes
  }

  /// Reads what one trial took and read.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let passes = try container.decode([SampleRecord].self, forKey: .passes)
    self.init(
      id: try container.decode(String.self, forKey: .id),
      seconds: try container.decodeIfPresent(Double.self, forKey: .seconds),
      samples: passes.map { ReadingOrder([]).sorted($0.sample) },
      host: try container.decodeIfPresent(String.self, forKey: .host))
  }

  /// Writes readings keyed by metric.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(host, forKey: .host)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(seconds, forKey: .seconds)
    try container.encode(samples.map(SampleRecord.init), forKey: .passes)
  }
}
