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

// What becomes of an older baseline when a run is accepted: what was run is replaced, and everything else stays.
extension Baseline {
  /// This baseline, of one run, put into an older one.
  ///
  /// Only the trials of the run's own size and kind of machine are replaced. All other trials keep their measurements: other
  /// variants, stores and cells, the other size, other machines. What a former format kept of a trial is cut down to what
  /// the gate keeps.
  package func replacing(_ older: Baseline, gate: Gate? = nil) -> Baseline {
    var whole = older
    whole.scenario = scenario
    whole.file = file ?? older.file
    for new in sets {
      guard let place = whole.sets.firstIndex(where: { $0.isOfSameKind(as: new) }) else {
        whole.sets.append(new)
        continue
      }
      whole.sets[place] = new.replacing(whole.sets[place])
    }
    let gate = gate ?? Gate(columns: [], asking: [])
    for place in whole.sets.indices {
      whole.sets[place].size = whole.sets[place].size ?? .quick
      whole.sets[place].trials = whole.sets[place].trials.map { $0.trimmed(to: gate) }
    }
    // A former format told machines of one kind apart by their libraries.
    for place in whole.sets.indices.reversed() {
      let set = whole.sets[place]
      if whole.sets[..<place].contains(where: { $0.isOfSameKind(as: set) }) {
        whole.sets.remove(at: place)
      }
    }
    return whole
  }

  /// The same without the trials that are gone, and the ids of those.
  ///
  /// In the size that was planned a trial is known by its id. In the other size, whose ids may name other sizes, and where
  /// nothing was planned, it is known by its variant.
  package func pruned(
    keeping ids: Set<String>?, of size: RunSize, variants: Set<String>
  ) -> (baseline: Baseline, removed: [String]) {
    var pruned = self
    var removed: [String] = []
    for place in sets.indices {
      let planned = (sets[place].size ?? .quick) == size ? ids : nil
      pruned.sets[place].trials.removeAll { trial in
        let isGone =
          planned.map { !$0.contains(trial.id) } ?? !variants.contains(trial.trial.variant)
        if isGone { removed.append(trial.id) }
        return isGone
      }
    }
    pruned.sets.removeAll(where: \.trials.isEmpty)
    return (pruned, removed.withoutRepeats)
  }
}

extension AcceptedSet {
  /// This set with the trials of an older one that it does not have.
  fileprivate func replacing(_ older: AcceptedSet) -> AcceptedSet {
    let new = Dictionary(trials.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(older.trials.map(\.id))
    var whole = self
    if !known.isSubset(of: new.keys) {
      whole.trials =
        older.trials.map { new[$0.id] ?? $0 } + trials.filter { !known.contains($0.id) }
    }
    return whole
  }
}
