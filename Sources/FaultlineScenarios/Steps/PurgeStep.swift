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
    - history token: seen
    - purge: {before: seen, author: sync}
    """
  package static let keys = [
    Key(
      "keep", .formula,
      "How many of the newest saves stay in the history of each store; 0 deletes all of it."),
    Key(
      "before", .name,
      "The token before whose transaction everything goes, as a reader purges what it has read; instead of 'keep'."
    ),
    Key(
      "author", .text,
      "Only transactions of contexts with this 'transactionAuthor' go; those of all if it is left out."
    ),
  ]

  /// What stays of the history.
  private enum Rest: Sendable {
    case newest(Formula)
    case since(TokenReference)
  }

  private let rest: Rest
  private let author: String?

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    author = try fields.optional("author")?.label()
    guard let token = fields.optional("before") else {
      rest = .newest(try scope.formula(try fields.required("keep")))
      return
    }
    if let keep = fields.key("keep") {
      throw keep.diagnostic("either 'keep' says what stays, or 'before' does")
    }
    rest = .since(try scope.variables.token(token))
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    if case .newest(let keep) = rest { _ = try estimate.count(keep) }
  }

  package func execute(in session: Session) throws {
    guard let newest = try session.coordinator.currentPersistentHistoryToken() else { return }
    var request = PersistentHistoryChangeRequest.deleteHistory(before: try limit(newest, session))
    request.author = author
    try session.context.execute(request)
  }

  /// Returns the token before which transactions go.
  private func limit(
    _ newest: PersistentHistoryToken, _ session: Session
  ) throws -> PersistentHistoryToken {
    switch rest {
    case .newest(let keep): return newest.keeping(try keep.count(in: session.names))
    case .since(let token):
      guard case .token(let place)? = session.variables[token.slot]?.content else {
        throw StepFailure("purge: the token '\(token.name)' was released.")
      }
      return place
    }
  }
}
