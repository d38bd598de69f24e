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
