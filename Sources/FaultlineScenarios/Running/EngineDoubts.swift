// What the engine says of itself while a pass plays, which a program would have to ask for.

import Faultline
import FaultlineMeasures

/// Collects what a session's results controllers and stores writeError about, each complaint once.
struct EngineDoubts {
  private(set) var findings: [Finding] = []
  private var reported: Set<String> = []

  /// Asks every results controller whether it could follow the step that was played.
  mutating func look(at variables: Variables, after step: @autoclosure () -> String) {
    variables.forEachFailure { name, failure in
      let message =
        "The results controller '\(name)' could not follow a change: \(failure.message)"
      guard reported.insert(message).inserted else { return }
      findings.append(
        Finding(
          kind: .measurement, message: message,
          advice:
            "What is read of its results from here on may not be what the store holds; the app would find this in "
            + "FetchedResultsController.failure.",
          evidence: ["after the step \(step())"]))
    }
  }

  /// Asks the stores whether all of them have what was saved to several.
  mutating func look(at coordinator: PersistentStoreCoordinator) {
    for torn in coordinator.tornSaves where reported.insert(torn.description).inserted {
      findings.append(
        Finding(
          kind: .measurement, message: torn.description,
          advice:
            "What is read of these stores is not what one program has saved; begin with stores that belong together."
        ))
    }
  }
}
