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

  package init(_ text: StepText) throws(Diagnostic) {
    target = try BatchTarget(try Fields(text.value, of: "batch delete", keys: Self.keys))
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try target.check(&rehearsal)
    for member in rehearsal.model.entities where member.isKindOf(entity: entity) {
      for tie in member.layout.ties where tie.relationship.deleteRule == .deny {
        throw target.entityNode.diagnostic(
          "'\(member.name).\(tie.relationship.name)' denies deletions, which a batch cannot judge",
          notes: ["the step 'delete' deletes objects in a context"])
      }
    }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) { try target.weigh(&work) }

  package func run(on stage: Stage) throws(StepFailure) {
    let request = BatchDeleteRequest(fetchRequest: try target.request(stage.names))
    try target.run(on: stage) { (context) throws(GraphError) in try context.execute(request) }
  }
}
