// walk: along relationships, realizing what is passed.

import Faultline

/// Follows a key path from named objects; everything on the way is realized.
package struct WalkStep: Step {
  package static let keyword = "walk"
  package static let meaning = "Follow relationships from objects, and realize what is reached."
  package static let example = """
    - walk: {from: staff, path: manager.reports}
    """
  package static let keys = [
    Key("from", .name, required: true, "The name of the objects to start at."),
    Key("path", .name, required: true, "Relationships, with dots between them."),
  ]

  private let objects: Variable
  private let path: [(tie: Int, isToMany: Bool)]

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    objects = try scope.variables.objects(try fields.required("from"), mayComeInBatches: true)
    path = try scope.path(try fields.required("path"), from: objects.entity)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    _ = try estimate.handle(objects, times: path.count)
  }

  package func execute(in session: Session) throws {
    try session.forEach(objects) { try walk(from: $0, path[...]) }
  }

  private func walk(
    from object: ManagedObject, _ rest: ArraySlice<(tie: Int, isToMany: Bool)>
  ) throws {
    try object.realize()
    guard let next = rest.first else { return }
    if next.isToMany {
      for member in try object.members(next.tie).objects {
        try walk(from: member, rest.dropFirst())
      }
    } else if let destination = try object.destination(next.tie) {
      try walk(from: destination, rest.dropFirst())
    }
  }
}
