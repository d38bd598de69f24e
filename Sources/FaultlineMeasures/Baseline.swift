// What a scenario is held against: the measurements of a run that was accepted, in a file that is kept with the code and
// whose differences are short to review. Each size and each kind of machine has a set of its own.

package import Foundation

/// The accepted measurements of one scenario.
package struct Baseline: Sendable, Hashable {
  /// The scenario's name, which names the file too.
  package var scenario: String
  /// The scenario's file, as a path that means the same in every copy of the repository; nil where there is none.
  package var file: String?
  /// What was accepted, at most one set for each size and kind of machine.
  package var sets: [AcceptedSet]

  /// The version that this code writes.
  package static let currentSchemaVersion = 3

  /// Gathers sets.
  package init(scenario: String, file: String?, sets: [AcceptedSet]) {
    self.scenario = scenario
    self.file = file
    self.sets = sets
  }

  /// Takes from a result what gates and what informs; a trial that crashed has nothing to take.
  package init(_ result: ScenarioResult, facts: KeyFacts?, file: String? = nil) {
    let exact = ExactMetrics(result.metrics)
    let gate = result.decidingGate
    let provenance = Provenance(result, facts: facts)
    let trials = result.trials.filter { $0.death == nil }.map { trial in
      var trial = trial
      trial.samples = exact.exactPart(of: Array(trial.samples.prefix(1)))
      return AcceptedTrial(trial, keeping: gate, provenance: provenance)
    }
    self.init(
      scenario: result.name, file: file,
      sets: [AcceptedSet(size: result.size ?? .quick, trials: trials)])
  }

  /// The set to hold a run of this size on this machine against: of the sets of the size, the one of the nearest machine.
  ///
  /// With no size every set will do; a set of a former format is of any size.
  package func accepted(for facts: KeyFacts?, size: RunSize? = nil) -> AcceptedScenario? {
    let fitting = sets.filter { size == nil || $0.size == nil || $0.size == size }
    let nearest = fitting.enumerated().min { one, other in
      (one.element.distance(to: facts), one.offset)
        < (other.element.distance(to: facts), other.offset)
    }
    return nearest.map { AcceptedScenario(name: scenario, file: file, set: $0.element) }
  }

  /// The document: sorted keys, the measurements of a checkpoint in a line, a newline at the end.
  package var json: String { BaselineLayout.text(of: self) }

  /// Reads a baseline, or throws a `ResultFileError`.
  package static func read(from file: URL) throws -> Baseline {
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
  package func write(to file: URL) throws {
    try StableJSON.write(json, to: file)
  }
}
