// delete: objects are to be removed by the next save.

import Faultline

/// Deletes named objects; their names go on holding them.
package struct DeleteStep: Step {
  package static let keyword = "delete"
  package static let value = Kind.name
  package static let meaning = "Delete objects; the next save removes their records."
  package static let example = """
    - delete: reports
    """

  private let objects: Variable

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    objects = try scope.variables.objects(text.value)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    _ = try estimate.handle(objects)
  }

  package func execute(in session: Session) throws {
    for object in try session.objects(objects) { try session.context.deleting(object) }
  }
}
