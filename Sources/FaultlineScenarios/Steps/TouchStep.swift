// touch: faults fire, unless they know what is read of them.

import Faultline

/// Reads named objects: all of each, or some properties.
package struct TouchStep: Step {
  package static let keyword = "touch"
  package static let value = Kind.either([.name, .table(keys)])
  package static let meaning = "Touch objects, so that those that are faults fire."
  package static let example = """
    - touch: staff
    - touch: {objects: reports, refused: false}
    - touch: {objects: staff, properties: name}
    - touch: {objects: staff, first: 1, count: rows / 2}
    """
  package static let keys =
    [
      Key("objects", .name, required: true, "The name of the objects."),
      Key(
        "properties", NamedProperties.kind,
        "Attributes and to-one relationships that alone are read, for which a fault that knows them does not fire; "
          + "everything if it is left out."),
      Refusal.key(
        "Whether the engine must refuse to fill each of them, because its row is gone"),
    ] + ListSlice.keys

  private let objects: Variable
  private let part: ListSlice
  private let properties: NamedProperties
  private let refusal: Refusal?

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    guard case .mapping = text.value.value else {
      objects = try scope.variables.objects(text.value, mayComeInBatches: true)
      refusal = nil
      part = try ListSlice(in: scope)
      properties = try NamedProperties(nil, of: objects.entity)
      return
    }
    let fields = try text.fields(of: Self.self)
    let refusal = try Refusal(fields)
    self.refusal = refusal
    objects = try scope.variables.objects(
      try fields.required("objects"), mayComeInBatches: !refusal.isExpected)
    part = try ListSlice(fields, in: scope)
    let named = fields.optional("properties")
    for node in named?.items ?? [] { try Self.checkOwn(node, of: objects) }
    properties = try NamedProperties(named, of: objects.entity)
  }

  /// What lies in other objects is not read by a touch.
  static func checkOwn(_ node: Node, of objects: Variable) throws(Diagnostic) {
    let path = try node.identifier().split(separator: ".")
    guard let name = path.first.map(String.init),
      let relationship = objects.entity.relationshipsByName[name],
      relationship.isToMany || path.count > 1
    else { return }
    let others = relationship.isToMany ? "many objects" : "another object"
    throw node.diagnostic(
      "'\(name)' of '\(objects.entity.name)' leads to \(others); a touch reads what an object's own row has: "
        + "attributes and to-one relationships",
      notes: ["'walk: {from: \(objects.name), path: \(name)}' goes to what it leads to"])
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.handle(objects, part)
  }

  package func opensTurns(in session: Session) -> Bool { session.scrolls(objects, part) }

  package func execute(in session: Session) throws {
    try session.forEachScreenful(of: objects, part) { screenful in
      guard let refusal, refusal.isExpected else {
        return try screenful.forEach { try properties.read($0) }
      }
      try screenful.forEach { object in
        try refusal.judge("touch") { () throws(GraphError) in try properties.read(object) }
      }
    }
  }
}
