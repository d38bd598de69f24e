// pass IDs: another context finds the same records by their IDs.

import Faultline

/// Gives a name in another context to the records of a name's objects (P7, R6).
package struct PassIDsStep: Step {
  package static let keyword = "pass IDs"
  package static let meaning =
    "Pass the IDs of objects to another context, which has objects of its own for them: faults, if they are new."
  package static let example = """
    - context: {name: worker}
    - fetch: {entity: Employee, into: shown}
    - pass IDs: {objects: shown, to: worker, into: copies}
    - in: worker
      steps:
        - touch: copies
    """
  package static let keys = [
    Key("objects", .name, required: true, "The name of the objects, in whatever context."),
    Key("to", .name, "The context that gets IDs; the one that steps play in, if it is left out."),
    Key("into", .name, required: true, "The name that holds that context's objects."),
  ]

  private let objects: Node
  private let former: String
  private let toNode: Node?
  private let to: String?
  private let into: Node
  private let name: String

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "pass IDs", keys: Self.keys)
    objects = try fields.required("objects")
    former = try objects.identifier()
    toNode = fields.optional("to")
    to = try toNode?.identifier()
    into = try fields.required("into")
    name = try into.identifier()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try rehearsal.objects(objects)
    if let toNode { try rehearsal.context(toNode) }
    try rehearsal.give(into, entity)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    try work.pass(objects, to: try work.contexts.contextOrCurrent(toNode), into: name)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    let target = try to.map { name throws(StepFailure) in try stage.bench(named: name) }
    let source = try stage.owner(of: former)
    var ids: ContiguousArray<ManagedObjectID> = []
    try stage.visit(source) { () throws(StepFailure) in
      try source.working { () throws(StepFailure) in
        for object in try stage.objects(former) { ids.append(object.objectID) }
      }
    }
    try stage.visit(target ?? stage.bench) { () throws(StepFailure) in
      try check(ids, from: source, to: stage.bench)
      try stage.bench.working {
        stage.give(name, ContiguousArray(ids.map { stage.context.object(with: $0) }))
      }
    }
  }

  /// What was never saved only its own context knows, and those above which it stands.
  private func check(
    _ ids: ContiguousArray<ManagedObjectID>, from source: Workbench, to target: Workbench
  ) throws(StepFailure) {
    let unsaved = ids.count { $0.isTemporaryID }
    guard unsaved > 0, !target.stands(above: source) else { return }
    throw StepFailure(
      "pass IDs: \(unsaved) of the objects '\(former)' were never saved, so '\(target.name)' has no way to them; "
        + "save '\(source.name)' first.")
  }
}
