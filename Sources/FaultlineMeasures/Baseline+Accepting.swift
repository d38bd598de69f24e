// What is kept of an older baseline when a new one takes its place.

extension Baseline {
  /// This baseline in the place of an older one.
  ///
  /// Other machines keep what was accepted there, as long as the work is the same. Of a run of some
  /// variants, the other variants are kept as well.
  public func replacing(_ older: Baseline, isPartial: Bool) -> Baseline {
    var whole = self
    let isSameWork = workload == older.workload
    if isPartial && isSameWork {
      let new = Dictionary(trials.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let known = Set(older.trials.map(\.id))
      whole.trials =
        older.trials.map { new[$0.id] ?? $0 } + trials.filter { !known.contains($0.id) }
    }
    guard isSameWork else { return whole }
    let mine = Set(trials.map(\.id))
    let fingerprints = Dictionary(
      whole.trials.map { ($0.id, $0.fingerprint) }, uniquingKeysWith: { first, _ in first })
    let standing = Set(
      older.trials.filter { fingerprints[$0.id] == $0.fingerprint }.map(\.id))
    var machines = older.machines.map { machine in
      let isHere = self.machines.contains { $0.facts == machine.facts }
      return MachinePart(
        facts: machine.facts,
        checkpoints: machine.checkpoints.filter { id, _ in
          standing.contains(id) && !(isHere && mine.contains(id))
        })
    }
    for machine in self.machines {
      if let place = machines.firstIndex(where: { $0.facts == machine.facts }) {
        machines[place].checkpoints.merge(machine.checkpoints) { _, new in new }
      } else {
        machines.append(machine)
      }
    }
    whole.machines = machines.filter { !$0.checkpoints.isEmpty }
    return whole
  }
}
