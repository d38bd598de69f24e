// Which contexts learn of changes that went straight to the store.

import Faultline

/// The key `merge` of a step that changes stored objects past all contexts.
struct MergeTargets: Sendable {
  static let key = Key(
    "merge", .either([.name, .list(.name)]),
    "The contexts that merge what was done; no context learns of it if it is left out.")

  private let contexts: [ContextReference]

  init(_ fields: Fields, in scope: inout PlanScope) throws(Diagnostic) {
    var contexts: [ContextReference] = []
    for node in fields.optional(Self.key.name)?.items ?? [] {
      contexts.append(try scope.contexts.context(node))
    }
    self.contexts = contexts
    if !contexts.isEmpty { scope.listening.isCounted = true }
  }

  /// What a batch has to say afterwards: the IDs of what it changed, where a context merges them.
  var resultType: BatchResultType { contexts.isEmpty ? .count : .objectIDs }

  /// Whether all of them are open.
  func check(in estimate: CostEstimate) throws(Diagnostic) {
    for context in contexts { try estimate.contexts.context(context) }
  }

  /// Merges a result; contexts come in the order of their opening, parents before their children.
  func merge(_ result: BatchResult, in session: Session) throws {
    var changes = SavedChanges()
    changes.updated = result.updatedObjectIDs
    changes.deleted = result.deletedObjectIDs
    for context in contexts { _ = try session.context(context) }
    for target in session.contexts where contexts.contains(where: { $0.slot == target.slot }) {
      try session.visit(target) {
        try target.working { try target.context.merging(changes) }
      }
    }
  }
}
