// New values for many rows by one statement.

internal import Faultline

/// The update of the chosen rows, in a transaction that is open.
struct BatchUpdating {
  private let keys: BatchKeys
  private let plan: PhysicalSchema.EntityPlan
  private let schema: PhysicalSchema
  private let connection: Connection
  private let files: ExternalFiles

  init(
    _ keys: BatchKeys, of entity: EntityDescription, _ schema: PhysicalSchema,
    _ connection: Connection, _ files: ExternalFiles
  ) {
    self.keys = keys
    plan = schema.plans[entity.index]
    self.schema = schema
    self.connection = connection
    self.files = files
  }

  private var chosen: String { BatchKeys.chosen(of: plan.root) }

  /// Writes the values, and says how many other rows got a new version; nil where a value needs a closer look.
  func run(_ assignments: BatchAssignments, _ space: KeySpace) throws(GraphError) -> Int? {
    let shape = RowShape(plan)
    let fields = shape.fields.filter { assignments.slots.contains($0.slot) }
    guard fields.count == Set(assignments.slots).count,
      assignments.computed.allSatisfy({ plan.places[$0.slot] != nil }),
      try destinationsAreThere(assignments)
    else { return nil }
    for (tie, destination) in assignments.references { try touch(tie, destination) }
    var translation = QueryTranslation(table: plan.table, in: space, schema)
    var settings: [String] = []
    for (slot, term, form) in assignments.computed {
      let text = translation.term(term)
      guard try fits(text, translation.text.values, form) else { return nil }
      guard let column = plan.places[slot]?.column else { continue }
      settings.append("\(column) = \(kept(text, form))")
    }
    var place = translation.text.values.count
    for field in fields {
      for column in [field.column] + (field.entityColumn.map { [$0] } ?? []) {
        place += 1
        settings.append("\(column) = ?\(place)")
      }
    }
    settings.append("Z_OPT = Z_OPT + 1")
    let statement = try connection.prepare(
      "UPDATE \(plan.table) AS \(QueryTranslation.alias) SET \(settings.joined(separator: ", ")) "
        + "WHERE Z_PK IN \(chosen)")
    statement.bind(translation.text.values)
    let binder = RowBinder(shape, schema.plans.map { Int64($0.number) }, files)
    _ = try binder.bind(
      fields, of: RowValues(assignments.constants), to: statement,
      from: Int32(translation.text.values.count + 1))
    // The row must outlive the statement, which does not copy its texts.
    try withExtendedLifetime(assignments.constants) { () throws(GraphError) in try statement.run() }
    return try writeVersions(assignments)
  }

  // MARK: - Values

  /// Whether no row gets a value that the attribute cannot hold.
  private func fits(
    _ text: String, _ values: [Scalar], _ form: BatchAssignments.Form
  ) throws(GraphError) -> Bool {
    guard case .integer(let range) = form else { return true }
    let statement = try connection.prepare(
      "SELECT 1 FROM \(plan.table) AS \(QueryTranslation.alias) WHERE Z_PK IN \(chosen) AND \(text) IS NOT NULL "
        + "AND (typeof(\(text)) <> 'integer' OR \(text) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)) "
        + "LIMIT 1")
    statement.bind(values)
    guard try statement.step() else { return true }
    statement.reset()
    return false
  }

  /// A computed value as the column keeps it; a zero has no sign.
  private func kept(_ text: String, _ form: BatchAssignments.Form) -> String {
    switch form {
    case .real: "CAST(\(text) AS REAL) + 0.0"
    case .truth: "(\(text)) <> 0"
    case .text, .integer: text
    }
  }

  // MARK: - Relationships

  private func destinationsAreThere(_ assignments: BatchAssignments) throws(GraphError) -> Bool {
    for case let (_, destination?) in assignments.references {
      let other = schema.plans[destination.entity]
      guard other.isKept else { return false }
      let statement = try connection.prepare(
        "SELECT 1 FROM \(other.table) WHERE Z_PK = ?1 AND Z_ENT = \(other.number)")
      statement.bind(destination.key, at: 1)
      guard try statement.step() else { return false }
      statement.reset()
    }
    return true
  }

  /// Notes the rows that rows leave, and the one that they come to.
  private func touch(_ tie: EntityLayout.Tie, _ destination: ForeignKey?) throws(GraphError) {
    guard tie.relationship.inverseRelationship != nil, let slot = tie.slot,
      let column = plan.places[slot]?.column, let entity = tie.relationship.destinationEntity
    else { return }
    let other = schema.plans[entity.index]
    // A key is a number, and no text that anyone has written.
    let key = destination.map { "\($0.key)" } ?? "NULL"
    let movers = "FROM \(plan.table) WHERE Z_PK IN \(chosen) AND \(column) IS NOT \(key)"
    try keys.touch(other, among: "SELECT \(column) \(movers) AND \(column) IS NOT NULL")
    if destination != nil {
      try keys.touch(other, among: "SELECT \(key) WHERE EXISTS (SELECT 1 \(movers))")
    }
  }

  /// Gives the rows at other ends their new versions; says how many there are.
  private func writeVersions(_ assignments: BatchAssignments) throws(GraphError) -> Int {
    guard !assignments.references.isEmpty else { return 0 }
    try keys.keepOnlyOthers()
    var count = 0
    var seen: Set<Int> = []
    for case let entity? in assignments.references.map(\.tie.relationship.destinationEntity) {
      let other = schema.plans[entity.index]
      guard other.isKept, seen.insert(other.root).inserted else { continue }
      count += try keys.run(
        "UPDATE \(other.table) SET Z_OPT = Z_OPT + 1 WHERE Z_PK IN \(BatchKeys.touched(of: other.root))"
      )
    }
    return count
  }
}
