// refresh: objects become faults again, or are brought up to date.

import Faultline

/// Refreshes named objects, or all.
package struct RefreshStep: Step {
  package static let keyword = "refresh"
  package static let meaning =
    "Turn objects into faults; those with unsaved changes keep them. 'refresh: {}' is refreshAllObjects(), with which an "
    + "app answers a memory warning (didReceiveMemoryWarning)."
  package static let example = """
    - refresh: {}
    - refresh: {objects: staff, merge: false}
    """
  private static let mergeKey = Key(
    "merge", .flag,
    "As refresh(_:mergeChanges:) has it: true brings all of them up to date and keeps their changes, false makes faults of "
      + "all and drops their changes. If it is left out, only objects with changes are merged."
  )
  package static let keys = [
    Key("objects", .name, "The name of the objects; all registered ones if it is left out."),
    mergeKey,
  ]

  private let objects: Variable?
  /// Whether all are merged; nil where those with changes are.
  private let merges: Bool?

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    let merge = fields.optional(Self.mergeKey.name)
    merges = try merge?.flag()
    objects = try fields.optional("objects").map { node throws(Diagnostic) in
      try scope.variables.objects(node)
    }
    if let merge, objects == nil {
      throw (fields.key(Self.mergeKey.name) ?? merge).diagnostic(
        "'merge' is about objects that are named, and none are",
        notes: [
          "'refresh: {}' refreshes all objects: those with changes keep them, and all others become faults",
          "'objects' names those that 'merge' is about, such as 'refresh: {objects: staff, merge: false}'",
        ])
    }
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    if let objects { _ = try estimate.handle(objects) } else { try estimate.handleAll() }
  }

  package func execute(in session: Session) throws {
    guard let objects else { return try session.context.refreshingAllObjects() }
    for object in try session.objects(objects) {
      try session.context.refreshing(object, mergeChanges: merges ?? object.hasChanges)
    }
  }
}
