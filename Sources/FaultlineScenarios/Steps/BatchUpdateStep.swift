// batch update: the store sets values, and no context learns of it.

import Faultline

/// Sets attributes of stored objects past all contexts.
package struct BatchUpdateStep: Step {
  package static let keyword = "batch update"
  package static let meaning =
    "Set attributes of stored objects straight in the store; no context learns of it by itself."
  package static let example = """
    - batch update: {entity: Employee, where: salary < $rows, set: {salary: salary + 100}, merge: main}
    """
  package static let keys =
    [
      BatchTarget.entityKey,
      Key(
        "set", .names(.text), required: true,
        "Values by attribute, in the language of predicates: salary * 2, or \"Boss\" in quotes; $NAME stands for a parameter."
      ),
    ] + BatchTarget.otherKeys

  /// One attribute with its expression.
  private struct Column: Sendable {
    let expression: PropertyExpression
    /// The names that stand in it.
    let mentioned: MentionedNames
  }

  private let target: BatchTarget
  private let columns: [Column]

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    target = try BatchTarget(fields, in: &scope)
    var columns: [Column] = []
    for entry in try fields.required("set").entries() {
      columns.append(try Self.column(entry, of: target.entity, in: scope))
    }
    self.columns = columns
  }

  private static func column(
    _ entry: Node.Entry, of entity: EntityDescription, in scope: PlanScope
  ) throws(Diagnostic) -> Column {
    let text = try entry.value.text()
    let expression = try entry.value.pointing { () throws(QueryMistake) in
      try PropertyExpression(entry.name, checking: text)
    }
    let mentioned = MentionedNames(try entry.value.variables(), in: scope.names)
    guard
      case .attribute(let slot) = try scope.settable(
        entry.key, of: entity, withRelationships: false),
      let attribute = entity.layout.slots[slot].attribute
    else {
      throw entry.key.diagnostic(
        "'\(entity.name).\(expression.name)' leads to objects, and a batch sets attributes")
    }
    let filled = (try? mentioned.filled(expression, scope.names)) ?? expression
    try entry.value.pointing { () throws(QueryMistake) in
      try filled.check(settingValuesOf: attribute, in: entity)
    }
    return Column(expression: expression, mentioned: mentioned)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try target.cost(in: &estimate)
  }

  package func execute(in session: Session) throws {
    let search = try target.request(session.names)
    var request = BatchUpdateRequest(entityName: search.entityName, predicate: search.predicate)
    request.resultType = target.resultType
    for column in columns {
      request.propertiesToUpdate[column.expression.name] = try column.mentioned.filled(
        column.expression, session.names)
    }
    try target.execute(in: session) { [request] (context) throws(GraphError) in
      try context.execute(request)
    }
  }
}
