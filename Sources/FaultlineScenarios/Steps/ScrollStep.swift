// scroll: a list passes by, a screenful a turn.

import Faultline

/// Scrolls a list as an app does: each screenful is a pass through the run loop.
package struct ScrollStep: Step {
  package static let keyword = "scroll"
  package static let meaning =
    "Scroll a list as a table view does (UITableView, UICollectionView, List): the rows of each screenful are read in a "
    + "turn of their own, after which its pool is drained. Within 'turn' all of them are read in that one."
  package static let example = """
    - watch: {entity: Employee, sort: name, batch: 2, as: list}
    - scroll: {list: list, screen: 2, to: end}
    - scroll: {list: list, from: end, to: 0, properties: name}
    - release: list
    """
  private static let edge = Kind.either([.choice([ListSlice.end]), .formula])
  package static let keys = [
    Key(
      "list", .name, required: true,
      "The name of the list: fetched objects, or a results controller."),
    Key(
      "screen", .formula,
      "How many rows are on the screen; the list's batch size if it is left out, or \(ListSlice.usualScreen) without one."
    ),
    Key("from", edge, "The number of rows above the first one; 0 if it is left out."),
    Key(
      "to", edge,
      "The number of rows above the place where it ends, with a smaller one than 'from' upwards; "
        + "'\(ListSlice.end)' if it is left out."),
    Key(
      "properties", NamedProperties.kind,
      "Attributes and to-one relationships that each row shows; everything if it is left out."),
    Key("path", .name, "Relationships that each row follows, with dots between them."),
  ]

  private let list: Variable
  private let part: ListSlice
  private let properties: NamedProperties
  private let path: WalkedPath?

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    list = try scope.variables.objects(try fields.required("list"), mayComeInBatches: true)
    part = try ListSlice(
      from: fields.optional("from"), to: fields.optional("to"), screen: fields.optional("screen"),
      in: scope)
    let named = fields.optional("properties")
    for node in named?.items ?? [] { try TouchStep.checkOwn(node, of: list) }
    properties = try NamedProperties(named, of: list.entity)
    guard let steps = fields.optional("path") else {
      path = nil
      return
    }
    path = try WalkedPath(steps, from: list.entity, in: scope)
    if let named {
      throw named.diagnostic(
        "a row that follows 'path' reads all of its object",
        notes: ["leave 'properties' out, or scroll once with each"])
    }
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.handle(list, part, times: 1 + (path?.count ?? 0))
  }

  package func opensTurns(in session: Session) -> Bool { session.scrolls(list, part) }

  package func execute(in session: Session) throws {
    try session.forEachScreenful(of: list, part) { screenful in
      try screenful.forEach { object in
        if let path { try path.walk(from: object) } else { try properties.read(object) }
      }
    }
  }
}
