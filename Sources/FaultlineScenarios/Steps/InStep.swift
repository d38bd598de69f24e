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

  private let node: Node
  private let name: String
  private var steps: [PlacedStep]

  package init(_ text: StepText) throws(Diagnostic) {
    node = text.value
    name = try node.identifier()
    steps = try text.steps()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try rehearsal.check(&steps, in: node)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    try work.contexts.enter(node)
    try work.play(steps)
    work.contexts.leave()
  }

  package func run(on stage: Stage) throws(StepFailure) {
    try stage.visit(try stage.bench(named: name)) { () throws(StepFailure) in
      try stage.play(steps)
    }
  }
}
