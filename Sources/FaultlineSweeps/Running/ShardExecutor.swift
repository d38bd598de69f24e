// How a shard runs a trial: what is there already is not run, and what was run is kept before anything else happens.

package import FaultlineMeasures
package import FaultlineScenarios
import Synchronization
import FaultlineSystem

/// Runs the trials of a shard and keeps each of them.
package final class ShardExecutor: Executor {
  /// What became of the trials so far.
  package struct Tally: Sendable {
    /// Trials that were played now.
    package var played = 0
    /// Trials that were there.
    package var found = 0
    /// Trials of both sorts that have died.
    package var died = 0
    /// What is to be said: files that were not believed, and conflicts.
    package var remarks: [Diagnostic] = []
    /// Why a result could not be kept; nothing is run after that.
    package var unkept: Diagnostic?
    /// Why the folder cannot be worked on by this program; nothing is run after that.
    package var refused: Diagnostic?
  }

  private let inner: any Executor
  private let folder: TrialFolder
  private let plan: SweepPlan
  private let cells: [TrialKey: SweepCell]
  private let exact: ExactMetrics
  private let machine: Machine
  private let facts: TrialFacts
  private let attempts: [String: Int]
  private let retriesDeaths: Bool
  private let tally = Mutex(Tally())

  package init(
    _ inner: any Executor, _ folder: TrialFolder, _ plan: SweepPlan, scenario: Int,
    metrics: [Metric], machine: Machine, attempts: [String: Int], retriesDeaths: Bool
  ) {
    self.inner = inner
    self.folder = folder
    self.plan = plan
    cells = Dictionary(
      plan.scenarios[scenario].cells.map { ($0.trial, $0) }, uniquingKeysWith: { first, _ in first }
    )
    exact = ExactMetrics(metrics)
    self.machine = machine
    facts = TrialFacts(.current, on: KeyFacts(machine))
    self.attempts = attempts
    self.retriesDeaths = retriesDeaths
  }

  /// What became of the trials so far.
  package var sofar: Tally { tally.withLock { $0 } }

  private var isStopped: Bool { tally.withLock { $0.unkept != nil || $0.refused != nil } }

  package func run(
    _ trial: Trial, of plan: Plan, watching watch: (ProgressBoard) -> ChildProcess.Continuation
  ) -> TrialOutcome {
    let nothing = TrialResult(trial.key, samples: [])
    guard let cell = cells[trial.key], !isStopped else {
      return TrialOutcome(result: nothing, wasCancelled: true)
    }
    let found = result(of: cell)
    if isStopped { return TrialOutcome(result: nothing, wasCancelled: true) }
    if let found, found.death == nil || !retriesDeaths {
      count(found) { $0.found += 1 }
      return TrialOutcome(result: found)
    }
    do throws(Diagnostic) {
      let mark = try folder.begin(cell)
      let clock = ContinuousClock()
      let start = clock.now
      let outcome = inner.run(trial, of: plan) { board in
        mark.beat()
        return isStopped ? .stop : watch(board)
      }
      if outcome.wasCancelled { return outcome }
      try keep(
        outcome.result, of: cell, as: mark, after: start.duration(to: clock.now).seconds,
        inPlaceOfDeath: found != nil)
      count(outcome.result) { $0.played += 1 }
      return outcome
    } catch {
      tally.withLock { $0.unkept = $0.unkept ?? error }
      return TrialOutcome(result: nothing, wasCancelled: true)
    }
  }

  /// What is there of a cell, if it can be believed.
  private func result(of cell: SweepCell) -> TrialResult? {
    let path = folder.folder.trial(cell.key)
    switch TrialFile.read(path) {
    case .missing: return nil
    case .newer(let version):
      tally.withLock { tally in
        tally.refused = cell.isNewer(
          version, path, notes: ["use the same build of faultline on every machine"])
      }
      return nil
    case .broken(let reason):
      remark(
        "this file of '\(cell.id)' is not believed, and the trial is run again: \(reason)", path)
      return nil
    case .whole(let file):
      if let result = file.result() { return result }
      remark("this file of '\(cell.id)' is no trial's, and the trial is run again", path)
      return nil
    }
  }

  private func remark(_ sentence: String, _ path: String) {
    tally.withLock { $0.remarks.append(Diagnostic(sentence, file: path)) }
  }

  private func count(_ result: TrialResult, _ body: (inout Tally) -> Void) {
    tally.withLock { tally in
      body(&tally)
      if result.death != nil { tally.died += 1 }
    }
  }

  private func keep(
    _ result: TrialResult, of cell: SweepCell, as mark: TrialMark, after seconds: Double,
    inPlaceOfDeath: Bool
  ) throws(Diagnostic) {
    let file = TrialFile(TrialHeader(cell, of: plan, facts: facts), result, exact: exact)
    // First what stands beside it: a trial that is there has its machine.
    try folder.write(
      TrialMachine(
        key: cell.key, host: folder.host, pid: Int(getpid()),
        attempt: (attempts[cell.key] ?? 0) + 1, sha256: file.digest, machine: machine,
        trial: RunSidecar.Trial(
          id: cell.id, seconds: seconds, samples: exact.informativePart(of: result.samples))),
      of: cell)
    if case .conflict(let name) = try folder.keep(
      file, of: cell, as: mark, inPlaceOfDeath: inPlaceOfDeath)
    {
      remark("'\(cell.id)' was played elsewhere too, and read something else there", name)
    }
  }
}
