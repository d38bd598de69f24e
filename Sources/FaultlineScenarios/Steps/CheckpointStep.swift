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

  package init(_ text: StepText) throws(Diagnostic) {
    node = text.value
    _ = try node.label()
    name = try NameText(node)
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try rehearsal.checkpoint(name, at: node)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    work.take(name)
    guard work.contexts.isOnThread else { return }
    throw node.diagnostic(
      "with 'threads: true' others work while this is read, and no two runs would read the same",
      notes: ["take the checkpoint behind 'concurrently'"])
  }

  package func run(on stage: Stage) throws(StepFailure) {
    try stage.checkpoint(
      try evaluating { () throws(FormulaError) in try name.text(in: stage.names) },
      template: name.source)
  }
}
