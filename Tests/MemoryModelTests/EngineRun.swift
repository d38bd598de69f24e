// A scenario played by the engine in this process, with the readings of every checkpoint.

import Faultline
import FaultlineMeasures
import FaultlineProfiler

@testable import FaultlineScenarios

/// Plays a scenario's text and reads the metrics of the graph at each checkpoint.
///
/// What other threads make does not count, so tests may run beside each other.
final class EngineRun: Instruments {
  /// A checkpoint and what was read there.
  typealias Checkpoint = (name: String, readings: [String: Int])

  private let moment = Population.now.onThisThread
  private let cycleWatch = CycleWatch()
  private let activity = ActivityLedger()
  private var checkpoints: [Checkpoint] = []

  /// Plays a scenario from its first step to the end of everything.
  static func checkpoints(of yaml: String) throws -> [Checkpoint] {
    let scenario = try ScenarioReader.scenario(yaml, file: "model.yaml")
    let trial = try Plan(scenario, choosing: Choices()).trials[0]
    let run = EngineRun()
    defer { Population.breakCyclesOfLeaked(since: run.moment) }
    do {
      try run.play(trial)
    } catch {
      run.checkpoints.append(("stopped: \(error)", [:]))
    }
    return run.checkpoints
  }

  private func play(_ trial: Trial) throws {
    let temporary = trial.store.isOnDisk ? try FaultlineScenarios.StoreFolder() : nil
    let cache = trial.store.isOnDisk ? try FaultlineScenarios.StoreFolder() : nil
    let contents = try StoreContents(trial, cache: InitialDataCache(at: cache?.path ?? ""))
    if let temporary { try contents.lay(in: temporary.path) }
    try play(trial, contents, in: temporary?.path ?? "")
    cycleWatch.stop()
    read("end", nil)
  }

  /// Plays the steps and lets go of everything; the session ends with this function.
  private func play(_ trial: Trial, _ contents: StoreContents, in folder: String) throws {
    let session = try Session(trial, folder: folder, contents: contents, instruments: self)
    try session.play(trial.steps)
    try session.inTurn { session.variables.releaseAll() }
    read("released", session)
  }

  // MARK: - What the session reports

  func willPlay(_ step: PlacedStep, in session: Session) {
    cycleWatch.begin(type(of: step.step).keyword, in: session.managedObjectContexts)
  }

  func didPlay(_ step: PlacedStep, in session: Session) {
    cycleWatch.end(in: session.managedObjectContexts)
  }

  func iterate(_ round: Int) {}
  var referenceWatcher: ReferenceWatcher? { cycleWatch.watcher }
  func activity(of context: String, _ model: ManagedObjectModel) -> ActivityCounts? {
    activity.counts(of: context, model)
  }

  func checkpoint(_ name: String, template: String, _ session: Session) throws(StepFailure) {
    read(name, session)
  }

  private func read(_ name: String, _ session: Session?) {
    let contexts = session?.managedObjectContexts ?? []
    let subject = Subject(
      contexts: contexts, former: session?.formerStatistics ?? ContextStatistics(),
      coordinator: session?.coordinator, moment: moment, heapBefore: HeapReading(),
      heap: HeapReading(), cycleWatch: cycleWatch, isEnd: session == nil,
      census: Census(of: contexts, since: moment, in: nil), events: session?.tally?.counts,
      activity: activity.counts)
    var readings: [Reading] = []
    var parts: [String: ReadingParts] = [:]
    for probe in Probes.graph { probe.read(subject, into: &readings) { parts[$0] = $1 } }
    var values: [String: Int] = [:]
    for reading in readings {
      if case .integer(let value) = reading.quantity { values[reading.metric] = value }
    }
    for (metric, parts) in parts {
      for list in [parts.contexts, parts.entities] {
        for (name, part) in list { values[MetricName.name(metric, of: [name])] = part }
      }
      if let problem = parts.problem(with: values[metric] ?? 0, of: metric) {
        checkpoints.append(("stopped: \(problem)", [:]))
      }
    }
    checkpoints.append((name, values))
  }
}

extension ReadingParts {
  /// The metrics of which one thing can concern several entities.
  private static let shared: Set<String> = [
    "store.roundtrips", "undo.groups", "redo.groups", "cycles.count", "cycles.broken",
  ]

  /// The metrics of which parts may have no context.
  private static let contextless: Set<String> = [
    "objects.live", "held.pool", "cycles.count", "cycles.objects", "cycles.broken", "cycles.freed",
  ]

  /// Returns why the parts do not make up a number; nil where they do.
  fileprivate func problem(with total: Int, of metric: String) -> String? {
    let byContext = contexts.values.reduce(0, +)
    let byEntity = entities.values.reduce(0, +)
    let isWholeByEntity =
      Self.shared.contains(metric)
      ? (entities.values.max() ?? 0) <= total && total <= byEntity : byEntity == total
    // Only what has lost its context belongs to none, and nothing is counted twice.
    let none = contexts[Self.none] ?? 0
    let isOwned = Self.contextless.contains(metric) ? none >= 0 : none == 0
    let isWhole =
      isOwned && byContext == total && isWholeByEntity
    return isWhole
      ? nil
      : "\(metric) is \(total), by context \(byContext) (\(none) of none), by entity \(byEntity)"
  }
}
