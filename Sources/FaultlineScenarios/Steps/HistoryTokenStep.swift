// history token: a place in the history of stores, from which a reader goes on.

import Faultline

/// Remembers the place behind all that was saved so far, under a name.
package struct HistoryTokenStep: Step {
  package static let keyword = "history token"
  package static let value = Kind.name
  package static let meaning =
    "Give a name to the place in the stores' history behind all that was saved so far; 'read history' goes on from it."
  package static let example = """
    - history token: seen
    - insert: {entity: Employee}
    - save: {}
    - read history: {since: seen}
    """

  private let token: Int

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    token = try scope.variables.giveToken(text.value)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    estimate.objects.release(token)
  }

  package func execute(in session: Session) throws {
    guard let newest = try session.coordinator.currentPersistentHistoryToken() else { return }
    session.variables.bind(token, to: .token(newest), of: session.current)
  }
}
