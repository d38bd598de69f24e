// Whether the tables of a file are those of a model.

internal import Faultline

/// The comparison of a file with the schema that a model asks for.
struct SchemaCheck {
  private let schema: PhysicalSchema
  private let connection: Connection

  init(_ schema: PhysicalSchema, _ connection: Connection) {
    self.schema = schema
    self.connection = connection
  }

  /// Everything in which the two differ, in sentences; entities first, since all else follows from them.
  func differences() throws(GraphError) -> [String] {
    let entities = try entityDifferences()
    guard entities.isEmpty else { return entities }
    return try tableDifferences()
  }

  private func entityDifferences() throws(GraphError) -> [String] {
    // Numbers from 16001 on are those of a history's own entities.
    let statement = try connection.prepare(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16001 ORDER BY Z_ENT")
    var found: [String: (number: Int, parent: Int)] = [:]
    var names: [String] = []
    while try statement.step() {
      let name = statement.string(1)
      names.append(name)
      found[name] = (
        Int(truncatingIfNeeded: statement.integer(0)), Int(truncatingIfNeeded: statement.integer(2))
      )
    }
    let plans = schema.numberedPlans.sorted { $0.entity.index < $1.entity.index }
    let wanted = Set(plans.map(\.entity.name))
    let missing = plans.filter { found[$0.entity.name] == nil }
    let strange = names.filter { !wanted.contains($0) }
    guard missing.isEmpty, strange.isEmpty else {
      return missing.map { "The store has no entity '\($0.entity.name)'." }
        + strange.map { "The model has no entity '\($0)'." }
    }
    return plans.compactMap { plan in
      guard let there = found[plan.entity.name], there != (plan.number, plan.parent) else {
        return nil
      }
      return
        "'\(plan.entity.name)' is number \(there.number) beneath \(there.parent) in the store, "
        + "and number \(plan.number) beneath \(plan.parent) in the model."
    }
  }

  private func tableDifferences() throws(GraphError) -> [String] {
    let statement = try connection.prepare("SELECT name, type FROM pragma_table_info(?1)")
    var differences: [String] = []
    for table in schema.tables {
      statement.bind(table.name, at: 1)
      var found: [String: String] = [:]
      var names: [String] = []
      while try statement.step() {
        names.append(statement.string(0))
        found[statement.string(0)] = statement.string(1)
      }
      guard !names.isEmpty else {
        differences.append("The store has no table \(table.name).")
        continue
      }
      let wanted = Set(table.columnNames)
      differences += table.columnNames.filter { found[$0] == nil }
        .map { "The store's table \(table.name) has no column \($0)." }
      differences += names.filter { !wanted.contains($0) }
        .map { "The model has nothing for the column \(table.name).\($0)." }
      for column in table.columns {
        guard let type = found[column.name], type != column.form.rawValue else { continue }
        differences.append(
          "The column \(table.name).\(column.name) is \(type) in the store, "
            + "and \(column.form.rawValue) in the model.")
      }
    }
    return differences
  }
}
