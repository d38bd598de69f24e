// What a step is about that changes stored objects past all contexts, and which contexts learn of it.

import Faultline

/// The keys `entity`, `where` and `merge` of a batch.
struct BatchTarget: Sendable {
  static let entityKey = Key("entity", .name, required: true, "The entity of the objects.")
  static let otherKeys = [SearchText.keys[0], MergeTargets.key]

  let entity: EntityDescription
  private let search: SearchText
  private let targets: MergeTargets

  init(_ fields: Fields, in scope: inout PlanScope) throws(Diagnostic) {
    entity = try scope.entity(try fields.required(Self.entityKey.name))
    search = try SearchText(fields, of: entity, in: scope, hasOrder: false)
    targets = try MergeTargets(fields, in: &scope)
  }

  func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.fetch(entity)
    try targets.check(in: estimate)
  }

  /// Asks for the objects as they are to be found now.
  func request(_ names: Names) throws(GraphError) -> FetchRequest {
    var request = FetchRequest(entityName: entity.name)
    try search.apply(to: &request, names)
    return request
  }

  /// What the batch has to say afterwards.
  var resultType: BatchResultType { targets.resultType }

  /// Carries a batch out, and lets the contexts merge it that are to.
  func execute(
    in session: Session, _ body: (ManagedObjectContext) throws(GraphError) -> BatchResult
  ) throws {
    try targets.merge(try body(session.context), in: session)
  }
}

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
    guard !contexts.isEmpty else { return }
    var changes = SavedChanges()
    changes.inserted = result.insertedObjectIDs
    changes.updated = result.updatedObjectIDs
    changes.deleted = result.deletedObjectIDs
    try merge(changes, in: session)
  }

  /// Merges changes, as those of a transaction.
  func merge(_ changes: SavedChanges, in session: Session) throws {
    for context in contexts { _ = try session.context(context) }
    for target in session.contexts where contexts.contains(where: { $0.slot == target.slot }) {
      try session.visit(target) {
        try target.working { try target.context.merging(changes) }
      }
    }
  }
}
