// Lists the entities of a file with what they hold, by a model or by what the file says of itself.

internal import Faultline

/// The entities of a store.
struct EntitySurvey {
  /// By number; those of the model that the file does not have come last.
  private(set) var entities: [StoreInspection.Entity] = []

  private let file: FileSchema
  private let schema: PhysicalSchema?
  private let tables: TableSurvey

  init(_ file: FileSchema, _ schema: PhysicalSchema?, _ tables: TableSurvey) {
    self.file = file
    self.schema = schema
    self.tables = tables
    list()
    if let schema { entities += missing(schema) }
  }

  private mutating func list() {
    let byNumber = Dictionary(
      file.entities.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    let plans = Dictionary(
      (schema?.numberedPlans ?? []).map { ($0.number, $0) },
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
          rows: known.map { tables.rows(of: stored.number, in: $0) } ?? 0,
          bytes: known.map { tables.bytes(of: stored.number, in: $0) } ?? 0,
          properties: plan.map(properties) ?? []))
    }
  }

  /// Entities of the model that the file does not have.
  private func missing(_ schema: PhysicalSchema) -> [StoreInspection.Entity] {
    schema.plans.filter { $0.number == 0 }.map { plan in
      StoreInspection.Entity(
        name: plan.entity.name, formerName: nil, number: 0,
        superentity: plan.entity.superentity?.name, table: nil, rows: 0, bytes: 0,
        properties: properties(plan))
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

  // MARK: - Properties

  private func properties(
    _ plan: PhysicalSchema.EntityPlan
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
          place: place(of: relationship, plan), isTransient: false))
    }
    return properties
  }

  private func place(
    of relationship: RelationshipDescription, _ plan: PhysicalSchema.EntityPlan
  ) -> String? {
    if let collection = schema?.collections[ObjectIdentifier(relationship)] {
      let column =
        collection.memberColumn == "Z_PK" ? collection.ownerColumn : collection.memberColumn
      return "\(collection.table).\(column)"
    }
    let tie = plan.entity.layout.ties.first { $0.relationship === relationship }
    return tie?.slot.flatMap { plan.places[$0] }.map { "\(plan.table).\($0.column)" }
  }
}
