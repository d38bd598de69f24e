// in: steps on another context.

/// Plays steps in another context: what they give names to belongs to it.
package struct InStep: Step {
  package static let keyword = "in"
  package static let value = Kind.name
  package static let meaning =
    "Play steps in another context, on its queue; names that they give belong to it."
  package static let beside = [
    Key("steps", .steps, required: true, "What is played in the context.")
  ]
  package static let example = """
    - context: {name: editor}
    - in: editor
      steps:
        - fetch: {entity: Employee, into: copies}
        - set: {objects: copies, to: {salary: '1000'}}
        - save: {}
    """
  package static let hasOwnTurns = true

  private let context: ContextReference
  private let steps: [PlacedStep]

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    context = try scope.contexts.context(text.value)
    steps = try scope.steps(text.steps, in: context)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.contexts.enter(context)
    try estimate.play(steps)
    estimate.contexts.leave()
  }

  package func execute(in session: Session) throws {
    try session.visit(try session.context(context)) { try session.play(steps) }
  }
}
