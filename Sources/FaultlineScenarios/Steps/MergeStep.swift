// merge: what one context has saved comes to another.

import Faultline

/// Merges a context's last save into another one (N2).
package struct MergeStep: Step {
  package static let keyword = "merge"
  package static let meaning = "Merge what a context has saved last into another one."
  package static let example = """
    - context: {name: worker}
    - in: worker
      steps:
        - insert: {entity: Employee, set: {name: Newcomer}}
        - save: {}
    - merge: {from: worker, into: main}
    """
  package static let keys = [
    Key("from", .name, required: true, "The context that has saved."),
    Key("into", .name, "The context that merges; the one that steps play in, if it is left out."),
  ]

  private let fromNode: Node
  private let from: String
  private let intoNode: Node?
  private let into: String?

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "merge", keys: Self.keys)
    fromNode = try fields.required("from")
    from = try fromNode.identifier()
    intoNode = fields.optional("into")
    into = try intoNode?.identifier()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try rehearsal.context(fromNode)
    if let intoNode { try rehearsal.context(intoNode) }
    rehearsal.listening.isCounted = true
    if !rehearsal.listening.sources.contains(from) { rehearsal.listening.sources.append(from) }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    let source = try work.contexts.context(fromNode)
    let target = try work.contexts.contextOrCurrent(intoNode)
    guard source.number != target.number else {
      throw fromNode.diagnostic("what \(from.inQuotes) has saved is in it already")
    }
    try work.handleAll()
  }

  package func run(on stage: Stage) throws(StepFailure) {
    guard let changes = try stage.bench(named: from).latestSave else {
      throw StepFailure("merge: the context '\(from)' has saved nothing yet.")
    }
    let target = try into.map { name throws(StepFailure) in try stage.bench(named: name) }
    try stage.visit(target ?? stage.bench) { () throws(StepFailure) in
      try stage.bench.working { () throws(StepFailure) in
        try engine { () throws(GraphError) in try stage.context.merging(changes) }
      }
    }
  }
}
