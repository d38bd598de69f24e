// Counts and measures what is in a file.

internal import Faultline

/// The rows and bytes of a store, by entity and by table.
struct StoreSurvey {
  private(set) var entities: [StoreInspection.Entity] = []
  private(set) var tables: [StoreInspection.Table] = []
  let pageSize: Int
  let differences: [String]
  let objection: String?

  private let connection: Connection
  private let file: FileSchema
  /// Asks for the indexes of a table with their columns.
  private var indexList: Statement?
  /// The bytes of tables and indexes by name.
  private var pages: [String: Int] = [:]
  /// By the name of a table.
  private var counts: [String: TableCount] = [:]

  /// What is in one table, by the numbers of entities.
  private struct TableCount {
    var rows: [Int64: Int] = [:]
    var bytes: [Int64: Int] = [:]
  }

  init(
    _ connection: Connection, _ file: FileSchema, _ model: ManagedObjectModel?
  ) throws(GraphError) {
    self.connection = connection
    self.file = file
    pageSize = try connection.value("PRAGMA page_size") { Int($0.integer(0)) } ?? 0
    let fit = model.map { SchemaFit($0, nil, file) }
    differences = fit?.differences ?? []
    let saves = fit.map { ForeignMachinery(file, $0.schema) }
    objection =
      fit == nil
      ? "no model is known"
      : differences.isEmpty ? saves?.objection : "it was made for another model"
    try weigh()
    let shared = Self.sharedColumns(fit?.schema)
    indexList = try connection.prepare(
      """
      SELECT i.name, i."unique", c.name FROM pragma_index_list(?1) i, pragma_index_info(i.name) c
      ORDER BY i.name, c.seqno
      """)
    for name in file.tables.keys.sorted() { try count(name, shared[name] ?? []) }
    try list(fit)
    if let fit { entities += missing(fit) }
  }

  // MARK: - Tables

  private mutating func weigh() throws(GraphError) {
    let statement = try connection.prepare("SELECT name, SUM(pgsize) FROM dbstat GROUP BY name")
    while try statement.step() { pages[statement.string(0)] = Int(clamping: statement.integer(1)) }
  }

  /// Counts the rows of each entity, and what stands in them where several share the table.
  private mutating func count(_ name: String, _ columns: Set<String>) throws(GraphError) {
    var count = TableCount()
    let table = file.tables[name]
    let isOfRows = table?.isJoin == false && table?.types["Z_ENT"] != nil
    let statement = try connection.prepare(
      isOfRows
        ? "SELECT Z_ENT, COUNT(*), \(Self.weight(columns)) FROM \(name) GROUP BY Z_ENT"
        : "SELECT 0, SUM(1), 0 FROM \(name)")
    while try statement.step() {
      let number = statement.integer(0)
      count.rows[number] = Int(clamping: statement.integer(1))
      count.bytes[number] = Int(clamping: statement.integer(2))
    }
    counts[name] = count
    tables.append(
      StoreInspection.Table(
        name: name, rows: count.rows.values.reduce(0, +), bytes: pages[name] ?? 0,
        indexes: try indexes(of: name)))
  }

  /// The columns of tables that several entities share.
  private static func sharedColumns(_ schema: PhysicalSchema?) -> [String: Set<String>] {
    var columns: [String: Set<String>] = [:]
    for plan in schema?.plans ?? [] where plan.sharesTable && plan.isKept {
      columns[plan.table, default: []].formUnion(plan.places.compactMap { $0?.column })
    }
    return columns
  }

  /// The bytes of the values in a row, about; a row has a few more of its own.
  private static func weight(_ columns: Set<String>) -> String {
    guard !columns.isEmpty else { return "COUNT(*)" }
    let lengths = columns.sorted().map { "IFNULL(LENGTH(CAST(\($0) AS BLOB)), 0)" }
    return "SUM(8 + \(lengths.joined(separator: " + ")))"
  }

  private func indexes(of table: String) throws(GraphError) -> [StoreInspection.Index] {
    guard let statement = indexList else { return [] }
    statement.bind(table, at: 1)
    var columns: [String: [String]] = [:]
    var unique: Set<String> = []
    while try statement.step() {
      let name = statement.string(0)
      columns[name, default: []].append(statement.isNull(2) ? "an expression" : statement.string(2))
      if statement.integer(1) != 0 { unique.insert(name) }
    }
    return columns.keys.sorted().map { name in
      StoreInspection.Index(
        name: name, columns: columns[name] ?? [], isUnique: unique.contains(name),
        bytes: pages[name] ?? 0)
    }
  }

  // MARK: - Entities

  private mutating func list(_ fit: SchemaFit?) throws(GraphError) {
    let byNumber = Dictionary(
      file.entities.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    let plans = Dictionary(
      (fit?.schema.numberedPlans ?? []).map { ($0.number, $0) },
      uniquingKeysWith: { first, _ in first })
    for stored in file.entities {
      let plan = plans[stored.number]
      let table = plan.map(\.table) ?? rootTable(of: stored, byNumber)
      let known = table.flatMap { file.tables[$0] == nil ? nil : $0 }
      let parent = plan.map { $0.entity.superentity?.name } ?? byNumber[stored.parent]?.name
      entities.append(
        StoreInspection.Entity(
          name: plan?.entity.name ?? stored.name,
          formerName: plan.flatMap { $0.entity.name == stored.name ? nil : stored.name },
          number: stored.number, superentity: parent, table: known,
          rows: known.flatMap { counts[$0]?.rows[Int64(stored.number)] } ?? 0,
          bytes: known.map { share(of: Int64(stored.number), in: $0) } ?? 0,
          properties: plan.map { properties($0, fit) } ?? []))
    }
  }

  /// Entities of the model that the file does not have.
  private func missing(_ fit: SchemaFit) -> [StoreInspection.Entity] {
    fit.schema.plans.filter { $0.number == 0 }.map { plan in
      StoreInspection.Entity(
        name: plan.entity.name, formerName: nil, number: 0,
        superentity: plan.entity.superentity?.name, table: nil, rows: 0, bytes: 0,
        properties: properties(plan, fit))
    }
  }

  /// Without a model the table is the one that the name of the root makes.
  private func rootTable(
    of entity: FileSchema.StoredEntity, _ byNumber: [Int: FileSchema.StoredEntity]
  ) -> String? {
    var root = entity
    for _ in 0..<64 {
      guard let parent = byNumber[root.parent] else { return "Z" + root.name.uppercased() }
      root = parent
    }
    return nil
  }

  private func share(of number: Int64, in table: String) -> Int {
    guard let count = counts[table], let own = count.bytes[number] else { return 0 }
    let all = count.bytes.values.reduce(0.0) { $0 + Double($1) }
    return all > 0 ? Int((Double(pages[table] ?? 0) * Double(own) / all).rounded()) : 0
  }

  // MARK: - Properties

  private func properties(
    _ plan: PhysicalSchema.EntityPlan, _ fit: SchemaFit?
  ) -> [StoreInspection.Property] {
    let entity = plan.entity
    var properties = entity.addedSlots.compactMap { slot -> StoreInspection.Property? in
      guard let attribute = entity.layout.slots[slot].attribute else { return nil }
      return StoreInspection.Property(
        name: attribute.name, kind: attribute.attributeType.words,
        place: plan.places[slot].map { "\(plan.table).\($0.column)" },
        isTransient: attribute.isTransient)
    }
    for relationship in entity.addedRelationships {
      let kind =
        relationship.isToMany
        ? relationship.isOrdered ? "to many in order" : "to many" : "to one"
      properties.append(
        StoreInspection.Property(
          name: relationship.name, kind: "\(kind) '\(relationship.destinationEntityName)'",
          place: place(of: relationship, plan, fit), isTransient: false))
    }
    return properties
  }

  private func place(
    of relationship: RelationshipDescription, _ plan: PhysicalSchema.EntityPlan, _ fit: SchemaFit?
  ) -> String? {
    if let collection = fit?.schema.collections[ObjectIdentifier(relationship)] {
      let column =
        collection.memberColumn == "Z_PK" ? collection.ownerColumn : collection.memberColumn
      return "\(collection.table).\(column)"
    }
    let tie = plan.entity.layout.ties.first { $0.relationship === relationship }
    return tie?.slot.flatMap { plan.places[$0] }.map { "\(plan.table).\($0.column)" }
  }
}
