// Gives every property its column, table by table, in the order in which a new file lists them.

internal import Faultline

/// The layout of all tables while it is being made.
struct TableLayout {
  let model: ManagedObjectModel
  let order: EntityOrder
  private(set) var tables: [PhysicalSchema.Table] = []
  private(set) var collections: [ObjectIdentifier: PhysicalSchema.CollectionPlace] = [:]
  private var places: [ObjectIdentifier: [PhysicalSchema.Place?]] = [:]
  private var tableNames = NamePool(["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
  private var rootTables: [ObjectIdentifier: String] = [:]
  /// To-one relationships by the columns that they have.
  private var foreignKeys: [ObjectIdentifier: String] = [:]

  init(_ model: ManagedObjectModel, _ order: EntityOrder) {
    self.model = model
    self.order = order
  }

  /// Tables of entities come in the order of their numbers, each with the join tables it is master of.
  mutating func layOut() {
    let roots = order.entities.filter { $0.superentity == nil }
    for root in roots {
      rootTables[ObjectIdentifier(root)] = tableNames.take("Z" + root.name.uppercased())
    }
    let joins = JoinNaming(order).tables(&tableNames)
    for root in roots {
      tables.append(table(of: root))
      for join in joins where join.master.root === root {
        tables.append(join.table)
        for (relationship, side) in join.sides {
          collections[ObjectIdentifier(relationship)] = place(join.table.name, side, relationship)
        }
      }
    }
  }

  func plan(for entity: EntityDescription) -> PhysicalSchema.EntityPlan {
    PhysicalSchema.EntityPlan(
      entity: entity, number: order.number(of: entity),
      parent: entity.superentity.map { order.number(of: $0) } ?? 0,
      root: order.number(of: entity.root), table: table(named: entity),
      sharesTable: model.family(of: entity.root).count > 1,
      places: places[ObjectIdentifier(entity)] ?? [])
  }

  private func table(named entity: EntityDescription) -> String {
    rootTables[ObjectIdentifier(entity.root)] ?? ""
  }

  // MARK: - One table

  private mutating func table(of root: EntityDescription) -> PhysicalSchema.Table {
    var names = NamePool(["Z_PK", "Z_ENT", "Z_OPT"])
    var table = PhysicalSchema.Table(name: table(named: root))
    let family = order.entities.filter { $0.isKindOf(entity: root) }
    var ranked: [[PhysicalSchema.Column]] = Array(repeating: [], count: 6)
    var keyColumns: [String] = []
    for entity in family {
      var own = entity.superentity.flatMap { places[ObjectIdentifier($0)] } ?? []
      let slots = entity.addedSlots
      own += Array(repeating: nil, count: slots.count)
      for slot in EntityOrder.alphabetical(Array(slots), { entity.layout.slots[$0].name }) {
        guard let attribute = entity.layout.slots[slot].attribute, !attribute.isTransient else {
          continue
        }
        let column = PhysicalSchema.Column(
          name: names.take("Z" + attribute.name.uppercased()),
          form: ColumnForm(attribute.attributeType))
        ranked[ColumnRank.of(attribute.attributeType)].append(column)
        own[slot] = .init(
          column: column.name, entityColumn: nil, coding: ValueCoding(attribute))
      }
      let ties = entity.layout.ties.dropFirst(entity.superentity?.layout.ties.count ?? 0)
      for tie in EntityOrder.alphabetical(Array(ties), \.relationship.name) {
        guard let slot = tie.slot else { continue }
        let place = reference(tie.relationship, &names)
        own[slot] = place
        keyColumns.append(place.column)
        ranked[0].append(.init(name: place.column, form: .integer))
        if let second = place.entityColumn { ranked[0].append(.init(name: second, form: .integer)) }
      }
      places[ObjectIdentifier(entity)] = own
    }
    let (owners, positions) = collections(leadingTo: family, table.name, &names)
    ranked[0] += (owners + positions).map { .init(name: $0, form: .integer) }
    table.columns = ranked.flatMap { $0 }
    table.indexes = IndexText(table.name, family, model).statements(
      keyColumns: keyColumns + owners, sharesTable: family.count > 1,
      column: { entity, key in column(of: key, in: entity) })
    return table
  }

  private func column(of key: String, in entity: EntityDescription) -> String? {
    guard let slot = entity.layout.slots.firstIndex(where: { $0.name == key }) else { return nil }
    return places[ObjectIdentifier(entity)]?[slot]?.column
  }

  private mutating func reference(
    _ relationship: RelationshipDescription, _ names: inout NamePool
  ) -> PhysicalSchema.Place {
    let name = relationship.name.uppercased()
    let column = names.take("Z" + name)
    foreignKeys[ObjectIdentifier(relationship)] = column
    guard let destination = relationship.destinationEntity,
      model.family(of: destination).count > 1
    else {
      let index = relationship.destinationEntity?.index ?? 0
      return .init(column: column, entityColumn: nil, coding: .reference(entity: index))
    }
    let second = names.take("Z\(order.number(of: destination))_\(name)")
    return .init(column: column, entityColumn: second, coding: .referenceWithEntity)
  }

  // MARK: - To-many relationships that are kept in a table of rows

  /// The columns for relationships that lead to a table: owners that no property names, and positions.
  private mutating func collections(
    leadingTo family: [EntityDescription], _ table: String, _ names: inout NamePool
  ) -> (owners: [String], positions: [String]) {
    var owners: [String] = []
    var positions: [String] = []
    for owner in order.entities {
      for relationship in EntityOrder.alphabetical(owner.addedRelationships, \.name) {
        guard relationship.isToMany, let destination = relationship.destinationEntity,
          family.contains(where: { $0 === destination }),
          relationship.inverseRelationship?.isToMany != true
        else { continue }
        let own = "\(order.number(of: owner))\(relationship.name.uppercased())"
        let back = relationship.inverseRelationship
        let ownerColumn: String
        if let column = back.flatMap({ foreignKeys[ObjectIdentifier($0)] }) {
          ownerColumn = column
        } else {
          ownerColumn = names.take("Z" + own)
          owners.append(ownerColumn)
        }
        var position: String?
        if relationship.isOrdered {
          position = names.take("Z_FOK_" + (back?.name.uppercased() ?? own))
          if let position { positions.append(position) }
        }
        let side = JoinNaming.Side(
          kind: back == nil ? .bare : .inverse, owner: owner, ownerColumn: ownerColumn,
          memberColumn: "Z_PK", orderColumn: position)
        collections[ObjectIdentifier(relationship)] = place(table, side, relationship)
      }
    }
    return (owners, positions)
  }

  private func place(
    _ table: String, _ side: JoinNaming.Side, _ relationship: RelationshipDescription
  ) -> PhysicalSchema.CollectionPlace {
    let destination = relationship.destinationEntity ?? side.owner
    return PhysicalSchema.CollectionPlace(
      kind: side.kind, table: table, ownerColumn: side.ownerColumn,
      memberColumn: side.memberColumn, orderColumn: side.orderColumn,
      memberTable: self.table(named: destination),
      memberEntity: model.family(of: destination).count > 1 ? nil : destination.index,
      ownerEntity: side.owner.index, destination: destination.index)
  }
}
