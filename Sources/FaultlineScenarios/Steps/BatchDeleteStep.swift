// batch delete: the store removes records, and no context learns of it.

import Faultline

/// Removes stored objects past all contexts.
package struct BatchDeleteStep: Step {
  package static let keyword = "batch delete"
  package static let meaning =
    "Remove stored objects straight from the store; no context learns of it by itself."
  package static let example = """
    - batch delete: {entity: Employee, where: name BEGINSWITH "Nobody", merge: main}
    """
  package static let keys = [
    Key("entity", .name, required: true, "The entity of the objects."),
    SearchText.keys[0],
    MergeTargets.key,
  ]

  private let entityNode: Node
  private let search: SearchText
  private let targets: MergeTargets

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "batch delete", keys: Self.keys)
    entityNode = try fields.required("entity")
    search = try SearchText(fields, hasOrder: false)
    targets = try MergeTargets(fields)
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try rehearsal.entity(entityNode)
    try search.check(entity, rehearsal)
    for member in rehearsal.model.entities where member.isKindOf(entity: entity) {
      for tie in member.layout.ties where tie.relationship.deleteRule == .deny {
        throw entityNode.diagnostic(
          "'\(member.name).\(tie.relationship.name)' denies deletions, which a batch cannot judge",
          notes: ["the step 'delete' deletes objects in a context"])
      }
    }
    try targets.check(&rehearsal)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    try work.fetch(entityNode.scalar?.text ?? "", from: 0, atMost: 0, into: nil)
    try targets.weigh(work)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    var search = FetchRequest(entityName: entityNode.scalar?.text ?? "")
    try self.search.apply(to: &search, stage.names)
    let result = try engine { [search] () throws(GraphError) in
      try stage.context.execute(BatchDeleteRequest(fetchRequest: search))
    }
    try targets.merge(result, on: stage)
  }
}
