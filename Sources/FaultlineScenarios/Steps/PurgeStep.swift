// purge: the older part of a store's history goes.

import Faultline

/// Deletes the history of the stores but for the newest saves.
package struct PurgeStep: Step {
  package static let keyword = "purge"
  package static let meaning =
    "Delete the older part of the history that stores keep with 'history: true'; pages become free, and no file becomes "
    + "smaller. In a variant without a history it does nothing."
  package static let example = """
    - purge: {keep: 1}
    """
  package static let keys = [
    Key(
      "keep", .formula, required: true,
      "How many of the newest saves stay in the history of each store; 0 deletes all of it.")
  ]

  private let keep: Formula

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    keep = try scope.formula(try text.fields(of: Self.self).required("keep"))
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    _ = try estimate.count(keep)
  }

  package func execute(in session: Session) throws {
    guard let newest = try session.coordinator.currentPersistentHistoryToken() else { return }
    let kept = try keep.count(in: session.names)
    try session.context.execute(.deleteHistory(before: newest.keeping(kept)))
  }
}
