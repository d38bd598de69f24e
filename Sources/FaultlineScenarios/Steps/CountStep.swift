// count: how many objects there are, without making one.

import Faultline

/// Counts objects, and may say how many there must be.
package struct CountStep: Step {
  package static let keyword = "count"
  package static let meaning = "Count the objects that a fetch would find, without making one."
  package static let example = """
    - count: {entity: Employee, where: name BEGINSWITH "Report"}
    - count: {entity: Employee, includesPendingChanges: false}
    """
  package static let keys =
    [Key("entity", .name, required: true, "The entity of the objects.")] + SearchText.keys.prefix(1)
    + RequestReach.keys
    + [Key("is", .formula, "How many there must be; the trial fails if there are others.")]

  private let entity: EntityDescription
  private let search: SearchText
  private let reach: RequestReach
  private let wanted: Formula?

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    entity = try scope.entity(try fields.required("entity"))
    search = try SearchText(fields, of: entity, in: scope, hasOrder: false)
    reach = try RequestReach(fields)
    wanted = try scope.formula(fields.optional("is"))
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    if let wanted { _ = try estimate.count(wanted) }
  }

  package func execute(in session: Session) throws {
    var request = FetchRequest(entityName: entity.name)
    try search.apply(to: &request, session.names)
    reach.apply(to: &request)
    let count = try session.context.count(for: request)
    guard let wanted = try wanted?.count(in: session.names), wanted != count else { return }
    throw StepFailure("count: there are \(count) objects, and there should be \(wanted).")
  }
}
