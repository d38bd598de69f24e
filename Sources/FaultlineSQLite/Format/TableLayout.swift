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
  /// To-many relationships that lead to a table's rows, by its root.
  private let incoming: [ObjectIdentifier: [(owner: EntityDescription, RelationshipDescription)]]

  init(_ model: ManagedObjectModel, _ order: EntityOrder) {
    self.model = model
    self.order = order
    var incoming: [ObjectIdentifier: [(owner: EntityDescription, RelationshipDescription)]] = [:]
    for owner in order.entities {
      for relationship in EntityOrder.alphabetical(owner.addedRelationships, \.name) {
        guard relationship.isToMany, let destination = relationship.destinationEntity,
          order.number(of: destination) > 0, relationship.inverseRelationship?.isToMany != true
        else { continue }
        incoming[ObjectIdentifier(destination.root), default: []].append((owner, relationship))
      }
    }
    self.incoming = incoming
  }

  /// Tables of entities come in the order of their numbers, each with the join tables it is master of.
  mutating func layOut() {
    let roots = order.entities.filter { $0.superentity == nil }
    for root in roots {
      rootTables[ObjectIdentifier(root)] = tableNames.take("Z" + root.name.uppercased())
    }
    let joins = Dictionary(grouping: JoinNaming(order).tables(&tableNames)) {
      ObjectIdentifier($0.master.root)
    }
    for root in roots {
      tables.append(table(of: root))
      for join in joins[ObjectIdentifier(root)] ?? [] {
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
      sharesTable: !entity.root.subentities.isEmpty,
      places: places[ObjectIdentifier(entity)] ?? entity.layout.slots.map { _ in nil })
  }

  private func table(named entity: EntityDescription) -> String {
    rootTables[ObjectIdentifier(entity.root)] ?? ""
  }

  // MARK: - One table

  private mutating func table(of root: EntityDescription) -> PhysicalSchema.Table {
    var names = NamePool(["Z_PK", "Z_ENT", "Z_OPT"])
    var table = PhysicalSchema.Table(name: table(named: root))
    let family = order.family(of: root)
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
        let wanted = "Z" + attribute.name.uppercased()
        let column = PhysicalSchema.Column(
          name: names.take(wanted), wanted: wanted, form: ColumnForm(attribute.attributeType),
          property: "\(entity.name).\(attribute.name)")
        ranked[ColumnRank.of(attribute.attributeType)].append(column)
        own[slot] = .init(
          column: column.name, entityColumn: nil, coding: ValueCoding(attribute))
      }
      let ties = entity.layout.ties.dropFirst(entity.superentity?.layout.ties.count ?? 0)
      for tie in EntityOrder.alphabetical(Array(ties), \.relationship.name) {
        guard let slot = tie.slot else { continue }
        let (place, columns) = reference(tie.relationship, of: entity, &names)
        own[slot] = place
        keyColumns.append(place.column)
        ranked[0] += columns
      }
      places[ObjectIdentifier(entity)] = own
    }
    let (owners, positions) = collections(leadingTo: root, table.name, &names)
    ranked[0] += owners + positions
    table.columns = ranked.flatMap { $0 }
    table.indexes = IndexText(table.name, family).statements(
      keyColumns: keyColumns + owners.map(\.name), sharesTable: family.count > 1,
      column: { entity, key in column(of: key, in: entity) })
    return table
  }

  private func column(of key: String, in entity: EntityDescription) -> String? {
    let slot: Int? =
      switch entity.layout.property(named: key) {
      case .attribute(let slot): slot
      case .relationship(let tie): entity.layout.ties[tie].slot
      case nil: nil
      }
    return slot.flatMap { places[ObjectIdentifier(entity)]?[$0]?.column }
  }

  private mutating func reference(
    _ relationship: RelationshipDescription, of entity: EntityDescription, _ names: inout NamePool
  ) -> (place: PhysicalSchema.Place, columns: [PhysicalSchema.Column]) {
    let name = relationship.name.uppercased()
    func take(_ wanted: String) -> PhysicalSchema.Column {
      PhysicalSchema.Column(
        name: names.take(wanted), wanted: wanted, form: .integer,
        property: "\(entity.name).\(relationship.name)")
    }
    let column = take("Z" + name)
    foreignKeys[ObjectIdentifier(relationship)] = column.name
    guard let destination = relationship.destinationEntity, !destination.subentities.isEmpty
    else {
      let index = relationship.destinationEntity?.index ?? 0
      return (
        .init(column: column.name, entityColumn: nil, coding: .reference(entity: index)), [column]
      )
    }
    let second = take("Z\(order.number(of: destination))_\(name)")
    return (
      .init(column: column.name, entityColumn: second.name, coding: .referenceWithEntity),
      [column, second]
    )
  }

  // MARK: - To-many relationships that are kept in a table of rows

  /// The columns for relationships that lead to a table: owners that no property names, and positions.
  private mutating func collections(
    leadingTo root: EntityDescription, _ table: String, _ names: inout NamePool
  ) -> (owners: [PhysicalSchema.Column], positions: [PhysicalSchema.Column]) {
    var owners: [PhysicalSchema.Column] = []
    var positions: [PhysicalSchema.Column] = []
    for (owner, relationship) in incoming[ObjectIdentifier(root)] ?? [] {
      func take(_ wanted: String, _ columns: inout [PhysicalSchema.Column]) -> String {
        let name = names.take(wanted)
        columns.append(
          .init(
            name: name, wanted: wanted, form: .integer,
            property: "\(owner.name).\(relationship.name)"))
        return name
      }
      let own = "\(order.number(of: owner))\(relationship.name.uppercased())"
      let back = relationship.inverseRelationship
      let ownerColumn =
        back.flatMap { foreignKeys[ObjectIdentifier($0)] } ?? take("Z" + own, &owners)
      var position: String?
      if relationship.isOrdered {
        position = take("Z_FOK_" + (back?.name.uppercased() ?? own), &positions)
      }
      let side = JoinNaming.Side(
        kind: back == nil ? .bare : .inverse, owner: owner, ownerColumn: ownerColumn,
        memberColumn: "Z_PK", orderColumn: position)
      collections[ObjectIdentifier(relationship)] = place(table, side, relationship)
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
      memberEntity: destination.subentities.isEmpty ? destination.index : nil,
      ownerEntity: side.owner.index, destination: destination.index)
  }
}
