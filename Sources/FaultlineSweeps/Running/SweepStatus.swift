// How far a sweep is: every file is looked at, for only a whole one is a result.

package import FaultlineScenarios

/// What became of the cells of a sweep.
package struct SweepStatus: Sendable {
  /// What can be said of a cell.
  package enum State: Sendable, Hashable, CaseIterable {
    case done, died, running, missing
  }

  /// How many cells of each shard are in each state, the first shard first.
  package let shards: [[State: Int]]
  /// Files that are not believed: their cells count as missing, or as running.
  package let broken: [Diagnostic]
  /// Cells of which two machines have read different things.
  package let conflicts: [Diagnostic]

  package init(_ plan: SweepPlan, _ folder: SweepFolder, host: String) throws(Diagnostic) {
    let listing = try TrialListing(folder, host: host)
    var shards = [[State: Int]](repeating: [:], count: plan.shards)
    var broken: [Diagnostic] = []
    var conflicts: [Diagnostic] = []
    for cell in plan.cells {
      let path = folder.trial(cell.key)
      var state = listing.running.contains(cell.key) ? State.running : .missing
      switch TrialFile.read(path) {
      case .missing: break
      case .newer(let version):
        broken.append(
          Diagnostic("this file of '\(cell.id)' has the newer format \(version)", file: path))
      case .broken(let reason):
        broken.append(
          Diagnostic("this file of '\(cell.id)' is not believed: \(reason)", file: path))
      case .whole(let file): state = file.death == nil ? .done : .died
      }
      for name in listing.conflicts[cell.key] ?? [] {
        conflicts.append(
          Diagnostic(
            "'\(cell.id)' was played twice, and read different things",
            file: FilePath.joined(folder.trials, name)))
      }
      shards[cell.shard - 1][state, default: 0] += 1
    }
    self.shards = shards
    self.broken = broken
    self.conflicts = conflicts
  }

  /// How many cells are in a state.
  package func count(_ state: State) -> Int { shards.reduce(0) { $0 + ($1[state] ?? 0) } }

  /// Whether every cell has a result.
  package var isComplete: Bool { count(.missing) + count(.running) == 0 }
}
