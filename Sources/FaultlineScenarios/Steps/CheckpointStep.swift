// checkpoint: every reading is taken, under a name.

/// Takes a checkpoint.
package struct CheckpointStep: Step {
  package static let keyword = "checkpoint"
  package static let value = Kind.name
  package static let meaning = "Take every reading, under a name."
  package static let example = "- checkpoint: imported"
  /// A turn of its own would drain nothing, and a reading must not change what it reads.
  package static let hasOwnTurns = true

  private let name: NameText
  private let node: Node

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    node = text.value
    name = try scope.checkpoint(node)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.take(name)
    guard estimate.contexts.isOnThread else { return }
    throw node.diagnostic(
      "with 'threads: true' others work while this is read, and no two runs would read the same",
      notes: ["take the checkpoint behind 'concurrently'"])
  }

  package func execute(in session: Session) throws {
    try session.checkpoint(try name.text(in: session.names), template: name.source)
  }
}
