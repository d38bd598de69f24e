// A model laid over a file: which column keeps what, and what the two do not agree on.

internal import Faultline

/// The schema of a model with the names that a file has, as far as it has any.
///
/// Names are computed first. Where a file has none of such a name, the one column that is left with the same
/// name but for its numbers is taken; where there are none or several, the property is left out, and the
/// difference is reported: nothing is guessed.
struct SchemaFit {
  /// Entities and properties without a place in the file have none here.
  let schema: PhysicalSchema
  /// What does not fit, in sentences.
  let differences: [String]

  init(_ model: ManagedObjectModel, _ configuration: String?, _ file: FileSchema) {
    let order = EntityOrder(model, configuration: configuration)
    let named = EntityMatch(byName: order, file.entities)
    if !named.isWhole, let numbered = EntityMatch(byNumber: order, file.entities) {
      let fit = SchemaFit(model, order, numbered, file)
      if fit.differences.isEmpty {
        self = fit
        return
      }
    }
    self.init(model, order, named, file)
  }

  private init(
    _ model: ManagedObjectModel, _ order: EntityOrder, _ match: EntityMatch, _ file: FileSchema
  ) {
    let wanted = PhysicalSchema(model, EntityOrder(order, numbers: match.numbers))
    var fitting = TableFitting(wanted, match, file)
    fitting.fit()
    schema = fitting.schema
    differences = match.missing + match.strange + fitting.differences
  }

  /// What does not fit; where everything does, what was described otherwise when the file was made.
  func differences(with metadata: Metadata) -> [String] {
    differences.isEmpty ? metadata.differences(from: VersionHashes(schema.entities)) : differences
  }

  /// Whether the file has anything that the model knows.
  var hasAnything: Bool { schema.plans.contains(where: \.isKept) }
}

/// The search for the tables and columns of a schema.
private struct TableFitting {
  private let wanted: PhysicalSchema
  private let match: EntityMatch
  private let file: FileSchema
  private(set) var differences: [String] = []
  /// The file's names of tables, by the computed ones.
  private var tables: [String: String] = [:]
  /// The file's names of columns, by the computed ones, by the computed name of the table.
  private var columns: [String: [String: String]] = [:]

  init(_ wanted: PhysicalSchema, _ match: EntityMatch, _ file: FileSchema) {
    self.wanted = wanted
    self.match = match
    self.file = file
  }

  mutating func fit() {
    for root in wanted.entities where root.superentity == nil { findTable(of: root) }
    let joins = wanted.tables.filter(\.isJoin)
    findPairs(joins)
    for table in wanted.tables { findColumns(of: table) }
    let claimed = Set(tables.values)
    for name in file.tables.keys.sorted() where !claimed.contains(name) {
      guard file.tables[name]?.isJoin == true, ColumnName(name).hasNumber else { continue }
      differences.append("The model has nothing for the table \(name).")
    }
  }

  // MARK: - Tables

  private mutating func findTable(of root: EntityDescription) {
    let name = wanted.plans[root.index].table
    let former = match.formerNames[root.name].map { "Z" + $0.uppercased() }
    let found = [name, former].compactMap { $0 }.first { file.tables[$0]?.isJoin == false }
    if let found {
      tables[name] = found
    } else {
      differences.append("The store has no table \(name) for '\(root.name)'.")
    }
  }

  /// A column `Z_<n><RELATIONSHIP>` keeps the relationship's members, whatever the table is called.
  private mutating func findPairs(_ joins: [PhysicalSchema.Table]) {
    var byColumns: [Set<String>: [String]] = [:]
    var byStems: [Set<String>: [String]] = [:]
    for (name, table) in file.tables where table.isJoin {
      let keys = table.columns.filter { !$0.hasPrefix("Z_FOK_") }
      byColumns[Set(keys), default: []].append(name)
      byStems[Set(keys.map { ColumnName($0).stem }), default: []].append(name)
    }
    var claimed: Set<String> = []
    func claim(_ join: PhysicalSchema.Table, _ names: [String]) -> String? {
      let free = names.filter { !claimed.contains($0) }
      let name = free.contains(join.name) ? join.name : free.count == 1 ? free[0] : nil
      if let name { claimed.insert(name) }
      return name
    }
    // Joins that are found by exact names leave fewer tables for those that are not.
    for join in joins {
      if let name = claim(join, byColumns[Set(join.keyColumns)] ?? []) { tables[join.name] = name }
    }
    for join in joins where tables[join.name] == nil {
      let stems = Set(join.keyColumns.map { ColumnName($0).stem })
      if let name = claim(join, byStems[stems] ?? []) {
        tables[join.name] = name
      } else {
        let property = join.columns[0].property
        differences.append("'\(property)': the store has no table of pairs \(join.name).")
      }
    }
  }

  // MARK: - Columns

  private mutating func findColumns(of table: PhysicalSchema.Table) {
    guard let name = tables[table.name], let there = file.tables[name] else { return }
    var found: [String: String] = [:]
    for column in table.columns where there.types[column.name] != nil {
      found[column.name] = column.name
    }
    let own = Set(table.isJoin ? [] : ["Z_PK", "Z_ENT", "Z_OPT"])
    let free = there.columns.filter { found[$0] == nil && !own.contains($0) }
    let freeByStem = Dictionary(grouping: free.map(ColumnName.init), by: \.stem)
    let namesakes = Dictionary(grouping: table.columns, by: \.wanted)
    let unfound = table.columns.filter { found[$0.name] == nil }
    let rivals = Dictionary(grouping: unfound.map { ColumnName($0.wanted) }, by: \.self)
    var taken: Set<String> = []
    for column in unfound {
      // A number after a name distinguishes namesakes, so without a namesake there is none.
      let hasSuffix = table.isJoin || namesakes[column.wanted]?.count ?? 0 > 1
      let pattern = ColumnName(column.wanted)
      let fitting = (freeByStem[pattern.stem] ?? [])
        .filter { $0.fits(pattern, withSuffix: hasSuffix) && !taken.contains($0.text) }
      if fitting.count == 1, rivals[pattern]?.count == 1 {
        found[column.name] = fitting[0].text
        taken.insert(fitting[0].text)
      } else {
        differences.append(
          "'\(column.property)': the store's table \(name) has no column \(column.name).")
      }
    }
    differences += free.filter { !taken.contains($0) }
      .map { "The model has nothing for the column \(name).\($0)." }
    for column in table.columns {
      guard let actual = found[column.name], let type = there.types[actual],
        type != column.form.rawValue
      else { continue }
      differences.append(
        "'\(column.property)': the column \(name).\(actual) is \(type) in the store, "
          + "and \(column.form.rawValue) in the model.")
      found[column.name] = nil
    }
    columns[table.name] = found
  }

  // MARK: - The schema with the file's names

  var schema: PhysicalSchema {
    PhysicalSchema(
      wanted, plans: wanted.plans.map(plan), collections: wanted.collections.compactMapValues(place)
    )
  }

  private func plan(_ plan: PhysicalSchema.EntityPlan) -> PhysicalSchema.EntityPlan {
    let names = columns[plan.table] ?? [:]
    return PhysicalSchema.EntityPlan(
      entity: plan.entity, number: plan.number, parent: plan.parent, root: plan.root,
      table: tables[plan.table] ?? "", sharesTable: plan.sharesTable,
      places: plan.places.map { place in
        guard let place, let column = names[place.column] else { return nil }
        let second = place.entityColumn.flatMap { names[$0] }
        if place.entityColumn != nil, second == nil { return nil }
        return PhysicalSchema.Place(column: column, entityColumn: second, coding: place.coding)
      })
  }

  private func place(_ place: PhysicalSchema.CollectionPlace) -> PhysicalSchema.CollectionPlace? {
    let names = columns[place.table] ?? [:]
    guard let table = tables[place.table], let memberTable = tables[place.memberTable],
      let owner = names[place.ownerColumn],
      let member = place.memberColumn == "Z_PK" ? "Z_PK" : names[place.memberColumn]
    else { return nil }
    return PhysicalSchema.CollectionPlace(
      kind: place.kind, table: table, ownerColumn: owner, memberColumn: member,
      orderColumn: place.orderColumn.flatMap { names[$0] }, memberTable: memberTable,
      memberEntity: place.memberEntity, ownerEntity: place.ownerEntity,
      destination: place.destination)
  }
}
