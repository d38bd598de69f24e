// close: a context is let go.

/// Lets a context go; its objects live on where something holds them (R2, C1).
package struct CloseStep: Step {
  package static let keyword = "close"
  package static let value = Kind.name
  package static let meaning = "Let a context go; names go on holding its objects."
  package static let example = """
    - context: {name: editor}
    - in: editor
      steps:
        - fetch: {entity: Employee, into: copies}
    - close: editor
    - release: copies
    """

  private let context: ContextReference

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    context = try scope.contexts.context(text.value)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.contexts.close(context)
  }

  package func execute(in session: Session) throws { try session.close(context) }
}
