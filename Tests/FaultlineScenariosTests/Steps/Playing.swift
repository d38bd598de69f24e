// Steps played in this process without instruments: what matters here is the graph, not the heap.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport

@testable import FaultlineScenarios

/// Notes which checkpoints were taken, and how many objects each context had then.
final class CheckpointNotes: Instruments {
  private(set) var checkpoints: [String] = []
  private(set) var registered: [String] = []
  private(set) var turns = 0

  func willPlay(_ step: PlacedStep, in session: Session) {}
  func didPlay(_ step: PlacedStep, in session: Session) {}
  func willEndTurn(_ session: Session) { turns += 1 }
  func iterate(_ round: Int) {}
  func sample() {}
  func checkpoint(_ name: String, template: String, _ session: Session) throws(StepFailure) {
    checkpoints.append(name)
    let counts = session.contexts.map { context in
      var count = 0
      // Only the wait for oneself is an error, and no step waits here.
      try? context.working { count = context.context.registeredObjects.count }
      return "\(context.name) \(count)"
    }
    registered.append("\(name): \(counts.joined(separator: ", "))")
  }
}

extension Variables {
  /// The objects of the variable of a name.
  subscript(name: String) -> ContiguousArray<ManagedObject> {
    names.firstIndex(of: name).map { objects(of: $0) } ?? []
  }
}

/// A scenario in which two managers have a report each, all of them named and saved.
func companyScenario(
  _ steps: String, seed: Int = 0, undo: String = "none", queue: String = "confinement",
  store: String = "memory", settings: String = ""
) -> String {
  """
  faultline: 1
  name: company
  title: A company
  seed: \(seed)
  model:
    Employee:
      name: string
      salary: double
      manager: {to one: Employee, inverse: reports}
      reports: {to many: Employee, inverse: manager}
      peers: {fetch: Employee, where: manager == $FETCH_SOURCE.manager}
  parameters: {rows: {type: int, default: 2}}
  steps:
    - insert: {entity: Employee, count: rows, into: managers, set: {name: 'Manager {index}'}}
    - insert: {entity: Employee, count: rows, into: reports, set: {name: 'Report {index}'}}
    - relate: {objects: reports, by: manager, to: managers}
    - save: {}
    - fetch: {entity: Employee, into: staff}
  \(steps.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
  context: {queue: \(queue), undo: \(undo)\(settings.isEmpty ? "" : ", " + settings)}
  stores: [\(store)]
  """
}

/// The graph after some steps, drawn; or what is wrong with them, or what went wrong.
func playing(
  _ steps: String, seed: Int = 0, undo: String = "none", queue: String = "confinement",
  store: String = "memory", settings: String = "",
  drawing draw: (Session, CheckpointNotes) -> String
) -> String {
  do {
    let scenario = try ScenarioReader.scenario(
      companyScenario(
        steps, seed: seed, undo: undo, queue: queue, store: store, settings: settings),
      file: "company.yaml")
    let trial = try Plan(scenario, choosing: Choices()).trials[0]
    let notes = CheckpointNotes()
    let folder = trial.store.isOnDisk ? try FaultlineScenarios.StoreFolder() : nil
    let session = try Session(
      trial, folder: folder?.path ?? "", contents: StoreContents(), instruments: notes)
    try session.play(trial.steps)
    return draw(session, notes)
  } catch {
    return "\(error)"
  }
}

/// The registered objects after some steps.
func graph(after steps: String, undo: String = "none", store: String = "memory") -> String {
  playing(steps, undo: undo, store: store) { session, _ in drawing(of: session.context) }
}
