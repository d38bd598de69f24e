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
  package static let keys = [
    Key("entity", .name, required: true, "The entity of the objects."),
    SearchText.keys[0],
    Key(
      "set", .names(.text), required: true,
      "Values by attribute, in the language of predicates: salary * 2, or \"Boss\" in quotes; $NAME stands for a parameter."
    ),
    MergeTargets.key,
  ]

  /// One attribute with its expression.
  private struct Column: Sendable {
    let key: Node
    let value: Node
    let expression: PropertyExpression
  }

  private let entityNode: Node
  private let search: SearchText
  private let columns: [Column]
  private let targets: MergeTargets

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "batch update", keys: Self.keys)
    entityNode = try fields.required("entity")
    search = try SearchText(fields, hasOrder: false)
    targets = try MergeTargets(fields)
    var columns: [Column] = []
    for entry in try fields.required("set").entries() {
      let text = try entry.value.text()
      let expression = try entry.value.pointing { () throws(QueryMistake) in
        try PropertyExpression(entry.name, checking: text)
      }
      columns.append(Column(key: entry.key, value: entry.value, expression: expression))
    }
    self.columns = columns
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try rehearsal.entity(entityNode)
    try search.check(entity, rehearsal)
    for column in columns {
      guard case .attribute = try rehearsal.settable(column.key, of: entity) else {
        throw column.key.diagnostic(
          "'\(entity.name).\(column.expression.name)' leads to objects, and a batch sets attributes"
        )
      }
      let filled = (try? column.expression.substituting(rehearsal.names.bare)) ?? column.expression
      try column.value.pointing { () throws(QueryMistake) in try filled.check(against: entity) }
    }
    try targets.check(&rehearsal)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    try work.fetch(entityNode.scalar?.text ?? "", from: 0, atMost: 0, into: nil)
    try targets.weigh(work)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    var search = FetchRequest(entityName: entityNode.scalar?.text ?? "")
    try self.search.apply(to: &search, stage.names)
    var request = BatchUpdateRequest(entityName: search.entityName, predicate: search.predicate)
    for column in columns {
      request.propertiesToUpdate[column.expression.name] = try engine { () throws(GraphError) in
        try column.expression.substituting(stage.names.bare)
      }
    }
    let result = try engine { [request] () throws(GraphError) in
      try stage.context.execute(request)
    }
    try targets.merge(result, on: stage)
  }
}
