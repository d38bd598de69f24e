// count: how many objects there are, without making one.

import Faultline

/// Counts objects, and may say how many there must be.
package struct CountStep: Step {
  package static let keyword = "count"
  package static let meaning = "Count the objects that a fetch would find, without making one."
  package static let example = """
    - count: {entity: Employee, where: name BEGINSWITH "Report"}
    """
  package static let keys =
    [Key("entity", .name, required: true, "The entity of the objects.")] + SearchText.keys.prefix(1)
    + [Key("is", .formula, "How many there must be; the trial fails if there are others.")]

  private let entityNode: Node
  private let search: SearchText
  private let wanted: Formula?

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "count", keys: Self.keys)
    entityNode = try fields.required("entity")
    search = try SearchText(fields, hasOrder: false)
    wanted = try fields.optional("is").map { node throws(Diagnostic) in try Formula(node) }
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try search.check(try rehearsal.entity(entityNode), rehearsal)
    if let wanted { try rehearsal.check(wanted) }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    if let wanted { _ = try work.count(wanted) }
  }

  package func run(on stage: Stage) throws(StepFailure) {
    var request = FetchRequest(entityName: entityNode.scalar?.text ?? "")
    try search.apply(to: &request, stage.names)
    let count = try engine { [request] () throws(GraphError) in
      try stage.context.count(for: request)
    }
    guard let wanted = try wanted?.count(in: stage.names), wanted != count else { return }
    throw StepFailure("count: there are \(count) objects, and there should be \(wanted).")
  }
}
