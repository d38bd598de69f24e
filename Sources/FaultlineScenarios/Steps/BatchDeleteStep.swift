// batch delete: the store removes records, and no context learns of it.

import Faultline

/// Removes stored objects past all contexts.
package struct BatchDeleteStep: Step {
  package static let keyword = "batch delete"
  package static let meaning =
    "Remove stored objects straight from the store; no context learns of it by itself."
  package static let example = """
    - batch delete: {entity: Employee, where: name BEGINSWITH "Nolan", merge: main}
    """
  package static let keys = [BatchTarget.entityKey] + BatchTarget.otherKeys

  private let target: BatchTarget

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    target = try BatchTarget(fields, in: &scope)
    for member in scope.model.entities where member.isKindOf(entity: target.entity) {
      for tie in member.layout.ties where tie.relationship.deleteRule == .deny {
        throw try fields.required("entity").diagnostic(
          "'\(member.name).\(tie.relationship.name)' denies deletions, which a batch cannot judge",
          notes: ["the step 'delete' deletes objects in a context"])
      }
    }
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try target.cost(in: &estimate)
  }

  package func execute(in session: Session) throws {
    var request = BatchDeleteRequest(fetchRequest: try target.request(session.names))
    request.resultType = target.resultType
    try target.execute(in: session) { [request] (context) throws(GraphError) in
      try context.execute(request)
    }
  }
}
