// Who learns of changes that went straight to the store.

import Faultline

/// The key `merge` of a step that changes stored objects past all contexts.
struct MergeTargets: Sendable {
  static let key = Key(
    "merge", .either([.name, .list(.name)]),
    "The contexts that merge what was done; no context learns of it if it is left out.")

  private let nodes: [Node]
  private let names: [String]

  init(_ fields: Fields) throws(Diagnostic) {
    guard let node = fields.optional(Self.key.name) else {
      (nodes, names) = ([], [])
      return
    }
    if case .list(let nodes) = node.value { self.nodes = nodes } else { nodes = [node] }
    var names: [String] = []
    for node in nodes { names.append(try node.identifier()) }
    self.names = names
  }

  func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    for node in nodes { try rehearsal.context(node) }
    if !nodes.isEmpty { rehearsal.listening.isCounted = true }
  }

  func weigh(_ work: Workload) throws(Diagnostic) {
    for node in nodes { _ = try work.contexts.context(node) }
  }

  /// Merges a result; contexts come in the order of their opening, parents before their children.
  func merge(_ result: BatchResult, on stage: Stage) throws(StepFailure) {
    var changes = SavedChanges()
    changes.updated = result.updatedObjectIDs
    changes.deleted = result.deletedObjectIDs
    for name in names { _ = try stage.bench(named: name) }
    for bench in stage.benches where names.contains(bench.name) {
      try stage.visit(bench) { () throws(StepFailure) in
        try bench.working { () throws(StepFailure) in
          try engine { () throws(GraphError) in try bench.context.merging(changes) }
        }
      }
    }
  }
}
