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
