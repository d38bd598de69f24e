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

  private let objects: Variable
  private let target: ContextReference?
  private let copies: Variable

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    objects = try scope.variables.objects(try fields.required("objects"))
    target = try scope.contexts.context(fields.optional("to"))
    copies = try scope.variables.give(try fields.required("into"), objects.entity)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.pass(objects, to: try estimate.contexts.context(target), into: copies)
  }

  package func execute(in session: Session) throws {
    let target = try session.context(target)
    let source = try session.owner(of: objects)
    var ids: ContiguousArray<ManagedObjectID> = []
    try session.visit(source) {
      try source.working {
        for object in try session.objects(objects) { ids.append(object.objectID) }
      }
    }
    try session.visit(target) {
      try check(ids, from: source, to: target)
      try target.working {
        session.give(
          copies, .objects(ContiguousArray(ids.map { session.context.object(with: $0) })))
      }
    }
  }

  /// What was never saved only its own context knows, and those above which it stands.
  private func check(
    _ ids: ContiguousArray<ManagedObjectID>, from source: SessionContext,
    to target: SessionContext
  ) throws(StepFailure) {
    let unsaved = ids.count { $0.isTemporaryID }
    guard unsaved > 0, !target.stands(above: source) else { return }
    throw StepFailure(
      "pass IDs: \(unsaved) of the objects '\(objects.name)' were never saved, so '\(target.name)' has no way to "
        + "them; save '\(source.name)' first.")
  }
}
