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
  package static let mayBreakCycles = true

  private let node: Node
  private let name: String

  package init(_ text: StepText) throws(Diagnostic) {
    node = text.value
    name = try node.identifier()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try rehearsal.context(node)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) { try work.contexts.close(node) }

  package func run(on stage: Stage) throws(StepFailure) { try stage.close(name) }
}
