// fetch values: dictionaries of what is asked for, and no object.

import Faultline

/// Fetches values instead of objects: nothing is registered, and nothing but what is named is read.
package struct FetchValuesStep: Step {
  package static let keyword = "fetch values"
  package static let meaning =
    "Fetch dictionaries with the values that are named, as a request for dictionaries does; no object is made."
  package static let example = """
    - fetch values: {entity: Employee, properties: [name, manager.name], where: salary < $rows, sort: name, limit: 100}
    - fetch values: {entity: Employee, properties: [manager, {number: count(SELF)}, {paid: sum(salary)}], group by: manager}
    - fetch values: {entity: Employee, properties: [manager], group by: manager, having: count(SELF) > 1}
    """
  package static let keys =
    [
      Key("entity", .name, required: true, "The entity of the rows."),
      Key(
        "properties", .either([.text, .list(.either([.text, .names(.text)]))]), required: true,
        "What each dictionary has: attributes, paths of to-one relationships, or names with what they are computed from."
      ),
      Key(
        "group by", .either([.text, .list(.text)]),
        "What rows have in common that one dictionary stands for; each row has its own if it is left out."
      ),
      Key(
        "having", .text,
        "What a group must satisfy, as a predicate about what it has in common and its figures, such as sum(salary) > 100; "
          + "it needs 'group by'."),
      Key("distinct", .flag, "Whether equal dictionaries come once; false if it is left out."),
    ] + SearchText.keys + [
      Key(
        "limit", .formula.orOff,
        "The most dictionaries; \(DisabledKeyword.word) for all, as when it is left out.")
    ]

  /// One entry of the dictionaries, with the names that stand in it.
  private struct Column: Sendable {
    let expression: PropertyExpression
    let mentioned: MentionedNames
  }

  private let entity: EntityDescription
  private let search: SearchText
  private let columns: [Column]
  private let groups: [Column]
  private let having: PredicateText?
  private let isDistinct: Bool
  private let limit: Limit?

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    entity = try scope.entity(try fields.required("entity"))
    search = try SearchText(fields, of: entity, in: scope)
    isDistinct = try fields.optional("distinct")?.flag() ?? false
    limit = try scope.limit(fields.optional("limit"))
    var columns: [Column] = []
    for node in try fields.required("properties").items {
      if case .mapping(let entries) = node.value {
        for entry in entries {
          let name = try entry.key.identifier()
          columns.append(try Self.column(entry.value, named: name, of: entity, in: scope))
        }
      } else {
        columns.append(try Self.column(node, of: entity, in: scope))
      }
    }
    var groups: [Column] = []
    for node in fields.optional("group by")?.items ?? [] {
      groups.append(try Self.column(node, of: entity, in: scope))
    }
    (self.columns, self.groups) = (columns, groups)
    if let node = fields.optional("having") {
      having = try Self.having(node, by: groups, of: entity, in: scope)
    } else {
      having = nil
    }
  }

  private static func having(
    _ node: Node, by groups: [Column], of entity: EntityDescription, in scope: PlanScope
  ) throws(Diagnostic) -> PredicateText {
    guard !groups.isEmpty else {
      throw node.diagnostic(
        "'having' is about groups, and nothing says what a group is",
        notes: ["'group by' says it; 'where' is about single rows"])
    }
    return try PredicateText(node, in: scope) { predicate throws(QueryMistake) in
      var keys: [PropertyExpression] = []
      for group in groups {
        keys.append(
          (try? group.mentioned.filled(group.expression, scope.names)) ?? group.expression)
      }
      try predicate.check(inGroupsOf: entity, by: keys)
    }
  }

  private static func column(
    _ node: Node, named name: String? = nil, of entity: EntityDescription, in scope: PlanScope
  ) throws(Diagnostic) -> Column {
    let text = try node.text()
    let expression = try node.pointing { () throws(QueryMistake) in
      try PropertyExpression(name ?? text, checking: text)
    }
    let mentioned = MentionedNames(try node.variables(), in: scope.names)
    let filled = (try? mentioned.filled(expression, scope.names)) ?? expression
    try node.pointing { () throws(QueryMistake) in
      try filled.check(inDictionariesOf: entity)
    }
    return Column(expression: expression, mentioned: mentioned)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.fetch(entity, atMost: try estimate.count(limit) ?? 0)
  }

  package func execute(in session: Session) throws {
    var request = FetchRequest(entityName: entity.name)
    try search.apply(to: &request, session.names)
    request.fetchLimit = try limit?.value(in: session.names) ?? 0
    request.returnsDistinctResults = isDistinct
    request.propertiesToFetch = try filled(columns, session.names)
    request.propertiesToGroupBy = try filled(groups, session.names)
    request.havingPredicate = try having?.filled(session.names)
    _ = try session.context.fetchDictionaries(request)
  }

  private func filled(
    _ columns: [Column], _ names: Names
  ) throws(GraphError) -> [PropertyExpression] {
    var expressions: [PropertyExpression] = []
    for column in columns {
      expressions.append(try column.mentioned.filled(column.expression, names))
    }
    return expressions
  }
}
