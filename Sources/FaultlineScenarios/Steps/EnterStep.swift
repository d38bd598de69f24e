// enter: rows as a log has them, new ones and changed ones, with their own values.

import Faultline

/// Makes and changes objects row by row: what one save of a log wrote.
package struct EnterStep: Step {
  package static let keyword = "enter"
  package static let value = Kind.list(.table(keys))
  package static let meaning =
    "Insert and change objects by the rows of a log, each with its key and its own values."
  package static let example = """
    - enter:
        - {entity: Employee, new: true, properties: [name, manager], rows: [[501, 'Ada', 502], [502, 'Bo', ~]], into: made}
    """
  package static let keys = [
    Key("entity", .name, required: true, "The entity of the rows."),
    Key(
      "new", .flag, "Whether the rows are new objects; false if it is left out."),
    Key(
      "properties", .list(.name),
      "The attributes and to-one relationships of the columns that follow the key."),
    Key(
      "rows", .list(.list(.other("a value"))), required: true,
      "For each object its key in the log and its values: the key of a destination, '~' for none."),
    Key("into", .name, "The variable that holds the objects; without it nothing does."),
  ]

  private let groups: [EnteredRows]

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    var groups: [EnteredRows] = []
    for node in text.value.items {
      groups.append(
        try EnteredRows(try Fields(node, of: Self.keyword, keys: Self.keys), in: &scope))
    }
    self.groups = groups
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    for group in groups { try group.cost(in: &estimate) }
  }

  package func execute(in session: Session) throws {
    // New objects are known by the log's keys until all rows of the step are there.
    var made: [EnteredRows.Record: ManagedObject] = [:]
    var objects: [ContiguousArray<ManagedObject>] = []
    for group in groups { objects.append(try group.objects(in: session, &made)) }
    for (group, objects) in zip(groups, objects) { try group.set(objects, in: session, made) }
    for (group, objects) in zip(groups, objects) {
      session.give(group.variable, .objects(objects))
    }
  }
}
