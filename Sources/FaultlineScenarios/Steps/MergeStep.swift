// merge: what one context has saved comes to another.

import Faultline

/// Merges a context's last save, or all since the last merge, into another one (N2).
package struct MergeStep: Step {
  package static let keyword = "merge"
  package static let meaning = "Merge what a context has saved into another one."
  package static let example = """
    - context: {name: worker}
    - in: worker
      steps:
        - insert: {entity: Employee, set: {name: Newcomer}, into: newcomers}
        - save: {}
        - set: {objects: newcomers, to: {salary: 2000}}
        - save: {}
    - merge: {from: worker, into: main, saves: all}
    """
  package static let keys = [
    Key("from", .name, required: true, "The context that has saved."),
    Key("into", .name, "The context that merges; the one that steps play in, if it is left out."),
    Key(
      "saves", .choice(Saves.allCases.map(\.rawValue)),
      "The last one, or all since this context merged all before, one after the other; last if it is left out."
    ),
  ]

  private enum Saves: String, CaseIterable {
    case all, last
  }

  private let fromNode: Node
  private let from: String
  private let intoNode: Node?
  private let into: String?
  private let saves: Saves

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "merge", keys: Self.keys)
    fromNode = try fields.required("from")
    from = try fromNode.identifier()
    intoNode = fields.optional("into")
    into = try intoNode?.identifier()
    saves = try fields.optional("saves")?.choice(of: Saves.self) ?? .last
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try rehearsal.context(fromNode)
    if let intoNode { try rehearsal.context(intoNode) }
    rehearsal.listening.isCounted = true
    rehearsal.listening.add(
      from: from, into: into ?? rehearsal.context.name, all: saves == .all)
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
    let target = try into.map { name throws(StepFailure) in try stage.bench(named: name) }
    let source = try stage.bench(named: from)
    if saves == .all {
      guard let saves = source.saves(unmergedBy: (target ?? stage.bench).name) else {
        throw nothing
      }
      for changes in saves { try merge(changes, into: target, on: stage) }
    } else {
      guard let changes = source.latestSave else { throw nothing }
      try merge(changes, into: target, on: stage)
    }
  }

  private var nothing: StepFailure {
    StepFailure("merge: the context '\(from)' has saved nothing yet.")
  }

  private func merge(
    _ changes: SavedChanges, into target: Workbench?, on stage: Stage
  ) throws(StepFailure) {
    try stage.visit(target ?? stage.bench) { () throws(StepFailure) in
      try stage.bench.working { () throws(StepFailure) in
        try engine { () throws(GraphError) in try stage.context.merging(changes) }
      }
    }
  }
}
