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
  package static let mayBreakCycles = true

  private let objects: Node
  private let name: String

  package init(_ text: StepText) throws(Diagnostic) {
    objects = text.value
    name = try objects.identifier()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    _ = try rehearsal.objects(objects)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) { _ = try work.handle(objects) }

  package func run(on stage: Stage) throws(StepFailure) {
    for object in try stage.objects(name) {
      try engine { () throws(GraphError) in try stage.context.deleting(object) }
    }
  }
}
