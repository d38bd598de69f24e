// What a step is about that changes stored objects past all contexts, and who learns of it.

import Faultline

/// The keys `entity`, `where` and `merge` of a batch.
struct BatchTarget: Sendable {
  static let entityKey = Key("entity", .name, required: true, "The entity of the objects.")
  static let otherKeys = [SearchText.keys[0], MergeTargets.key]

  let entityNode: Node
  private let search: SearchText
  private let targets: MergeTargets

  init(_ fields: Fields) throws(Diagnostic) {
    entityNode = try fields.required(Self.entityKey.name)
    search = try SearchText(fields, hasOrder: false)
    targets = try MergeTargets(fields)
  }

  /// Checks all three keys, and says which entity it is.
  func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) -> EntityDescription {
    let entity = try rehearsal.entity(entityNode)
    try search.check(entity, rehearsal)
    try targets.check(&rehearsal)
    return entity
  }

  func weigh(_ work: inout Workload) throws(Diagnostic) {
    try work.fetch(entityNode.scalar?.text ?? "", from: 0, atMost: 0, into: nil)
    try targets.weigh(work)
  }

  /// Asks for the objects as they are to be found now.
  func request(_ names: Names) throws(StepFailure) -> FetchRequest {
    var request = FetchRequest(entityName: entityNode.scalar?.text ?? "")
    try search.apply(to: &request, names)
    return request
  }

  /// Carries a batch out, and lets those merge it who are to.
  func run(
    on stage: Stage, _ body: (ManagedObjectContext) throws(GraphError) -> BatchResult
  ) throws(StepFailure) {
    let context = stage.context
    let result = try engine { () throws(GraphError) in try body(context) }
    try targets.merge(result, on: stage)
  }
}
