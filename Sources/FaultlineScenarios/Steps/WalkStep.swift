// walk: along relationships, realizing what is passed.

import Faultline

/// Follows a key path from named objects; everything on the way is realized.
package struct WalkStep: Step {
  package static let keyword = "walk"
  package static let meaning = "Follow relationships from objects, and realize what is reached."
  package static let example = """
    - walk: {from: staff, path: manager.reports}
    - walk: {from: staff, path: manager, first: 1, count: 10}
    """
  package static let keys =
    [
      Key("from", .name, required: true, "The name of the objects to start at."),
      Key("path", .name, required: true, "Relationships, with dots between them."),
    ] + ListSlice.keys

  private let objects: Variable
  private let part: ListSlice
  private let path: WalkedPath

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    objects = try scope.variables.objects(try fields.required("from"), mayComeInBatches: true)
    part = try ListSlice(fields, in: scope)
    path = try WalkedPath(try fields.required("path"), from: objects.entity, in: scope)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.handle(objects, part, times: path.count)
  }

  package func opensTurns(in session: Session) -> Bool { session.scrolls(objects, part) }

  package func execute(in session: Session) throws {
    try session.forEachScreenful(of: objects, part) { try $0.forEach { try path.walk(from: $0) } }
  }
}

/// Relationships that are followed one after the other.
struct WalkedPath: Sendable {
  private let relationships: [(tie: Int, isToMany: Bool)]

  init(_ node: Node, from entity: EntityDescription, in scope: PlanScope) throws(Diagnostic) {
    relationships = try scope.path(node, from: entity)
  }

  /// How many relationships it has.
  var count: Int { relationships.count }

  /// Follows the path from an object; everything on the way is realized.
  func walk(from object: ManagedObject) throws { try walk(from: object, relationships[...]) }

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
