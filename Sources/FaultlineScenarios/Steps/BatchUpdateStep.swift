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
    let key: Node
    let value: Node
    let expression: PropertyExpression
    /// The names that may stand in it.
    let mentioned: [String]

    func filled(_ names: Names) throws(GraphError) -> PropertyExpression {
      try expression.substituting(names.bare(mentioned))
    }
  }

  private let target: BatchTarget
  private let columns: [Column]

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "batch update", keys: Self.keys)
    target = try BatchTarget(fields)
    var columns: [Column] = []
    for entry in try fields.required("set").entries() {
      let text = try entry.value.text()
      let expression = try entry.value.pointing { () throws(QueryMistake) in
        try PropertyExpression(entry.name, checking: text)
      }
      columns.append(
        Column(
          key: entry.key, value: entry.value, expression: expression,
          mentioned: try entry.value.variables()))
    }
    self.columns = columns
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try target.check(&rehearsal)
    for column in columns {
      guard case .attribute = try rehearsal.settable(column.key, of: entity) else {
        throw column.key.diagnostic(
          "'\(entity.name).\(column.expression.name)' leads to objects, and a batch sets attributes"
        )
      }
      let filled = (try? column.filled(rehearsal.names)) ?? column.expression
      try column.value.pointing { () throws(QueryMistake) in try filled.check(against: entity) }
    }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) { try target.weigh(&work) }

  package func run(on stage: Stage) throws(StepFailure) {
    let search = try target.request(stage.names)
    var request = BatchUpdateRequest(entityName: search.entityName, predicate: search.predicate)
    for column in columns {
      request.propertiesToUpdate[column.expression.name] = try engine { () throws(GraphError) in
        try column.filled(stage.names)
      }
    }
    try target.run(on: stage) { [request] (context) throws(GraphError) in
      try context.execute(request)
    }
  }
}
