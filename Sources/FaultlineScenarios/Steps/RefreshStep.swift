// refresh: objects become faults again, or are brought up to date.

import Faultline

/// Refreshes named objects, or all.
package struct RefreshStep: Step {
  package static let keyword = "refresh"
  package static let meaning = "Turn objects into faults, or merge the store's values into them."
  package static let example = """
    - refresh: {objects: staff, merge: false}
    """
  package static let keys = [
    Key("objects", .name, "The name of the objects; all registered ones if it is left out."),
    Key("merge", .flag, "Whether changes are kept and values merged; false if it is left out."),
  ]

  private let objects: Variable?
  private let merges: Bool

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    merges = try fields.optional("merge")?.flag() ?? false
    objects = try fields.optional("objects").map { node throws(Diagnostic) in
      try scope.variables.objects(node)
    }
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    if let objects { _ = try estimate.handle(objects) } else { try estimate.handleAll() }
  }

  package func execute(in session: Session) throws {
    let objects =
      try objects.map { try session.objects($0) }
      ?? ContiguousArray(session.context.registeredObjects)
    for object in objects { try session.context.refreshing(object, mergeChanges: merges) }
  }
}
