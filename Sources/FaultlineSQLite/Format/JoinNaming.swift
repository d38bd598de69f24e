// The tables of pairs that many-to-many relationships need, and what they are called.

internal import Faultline

/// The names of join tables.
///
/// Entities are visited in alphabetical order, flat; the side that is reached first is the master and
/// names the table. A column `Z_<n><RELATIONSHIP>` holds the keys of that relationship's members.
struct JoinNaming {
  /// What one relationship sees of a table of pairs, or of the members' own table.
  struct Side {
    let kind: PhysicalSchema.CollectionPlace.Kind
    let owner: EntityDescription
    let ownerColumn: String
    let memberColumn: String
    let orderColumn: String?
  }

  /// One join table.
  struct Join {
    let master: EntityDescription
    let table: PhysicalSchema.Table
    let sides: [(RelationshipDescription, Side)]
  }

  private let order: EntityOrder
  /// The entity that declares a relationship.
  private let owners: [ObjectIdentifier: EntityDescription]

  init(_ order: EntityOrder) {
    self.order = order
    var owners: [ObjectIdentifier: EntityDescription] = [:]
    for entity in order.entities {
      for relationship in entity.addedRelationships {
        owners[ObjectIdentifier(relationship)] = entity
      }
    }
    self.owners = owners
  }

  /// The join tables in the order in which their masters are numbered.
  func tables(_ names: inout NamePool) -> [Join] {
    var seen: Set<ObjectIdentifier> = []
    var joins: [Join] = []
    for entity in EntityOrder.alphabetical(order.entities, \.name) {
      for relationship in EntityOrder.alphabetical(entity.layout.ties.map(\.relationship), \.name) {
        guard relationship.isToMany, let inverse = relationship.inverseRelationship,
          inverse.isToMany, seen.insert(ObjectIdentifier(relationship)).inserted,
          let master = owners[ObjectIdentifier(relationship)],
          let other = owners[ObjectIdentifier(inverse)]
        else { continue }
        seen.insert(ObjectIdentifier(inverse))
        joins.append(
          inverse === relationship
            ? reflexive(relationship, master, &names)
            : pair(relationship, master, inverse, other, &names))
      }
    }
    return joins.sorted { order.number(of: $0.master) < order.number(of: $1.master) }
  }

  private func pair(
    _ relationship: RelationshipDescription, _ master: EntityDescription,
    _ inverse: RelationshipDescription, _ other: EntityDescription, _ names: inout NamePool
  ) -> Join {
    let mine = "\(order.number(of: master))\(inverse.name.uppercased())"
    let theirs = "\(order.number(of: other))\(relationship.name.uppercased())"
    let (path, backPath) = (
      "\(master.name).\(relationship.name)", "\(other.name).\(inverse.name)"
    )
    var pool = NamePool()
    var columns: [PhysicalSchema.Column] = []
    func take(_ wanted: String, _ property: String) -> String {
      let name = pool.take(wanted)
      columns.append(.init(name: name, wanted: wanted, form: .integer, property: property))
      return name
    }
    let ownerColumn = take("Z_" + mine, backPath)
    let memberColumn = take("Z_" + theirs, path)
    let backOrder = inverse.isOrdered ? take("Z_FOK_" + mine, backPath) : nil
    let order = relationship.isOrdered ? take("Z_FOK_" + theirs, path) : nil
    return Join(
      master: master,
      table: table(
        named: name(relationship, master, &names), ownerColumn, memberColumn, columns),
      sides: [
        (
          relationship,
          Side(
            kind: .join(isReflexive: false), owner: master, ownerColumn: ownerColumn,
            memberColumn: memberColumn, orderColumn: order)
        ),
        (
          inverse,
          Side(
            kind: .join(isReflexive: false), owner: other, ownerColumn: memberColumn,
            memberColumn: ownerColumn, orderColumn: backOrder)
        ),
      ])
  }

  /// A relationship that is its own inverse: each pair stands there both ways round.
  private func reflexive(
    _ relationship: RelationshipDescription, _ master: EntityDescription, _ names: inout NamePool
  ) -> Join {
    let own = "\(order.number(of: master))\(relationship.name.uppercased())"
    let position = relationship.isOrdered ? "Z_FOK_" + own : nil
    let columns = (["Z_" + own, "REFLEXIVE"] + (position.map { [$0] } ?? [])).map { name in
      PhysicalSchema.Column(
        name: name, wanted: name, form: .integer,
        property: "\(master.name).\(relationship.name)")
    }
    return Join(
      master: master,
      table: table(
        named: name(relationship, master, &names), "Z_" + own, "REFLEXIVE", columns),
      sides: [
        (
          relationship,
          Side(
            kind: .join(isReflexive: true), owner: master, ownerColumn: "REFLEXIVE",
            memberColumn: "Z_" + own, orderColumn: position)
        )
      ])
  }

  private func name(
    _ relationship: RelationshipDescription, _ master: EntityDescription, _ names: inout NamePool
  ) -> String {
    names.take("Z_\(order.number(of: master))\(relationship.name.uppercased())")
  }

  private func table(
    named name: String, _ first: String, _ second: String, _ columns: [PhysicalSchema.Column]
  ) -> PhysicalSchema.Table {
    PhysicalSchema.Table(
      name: name, columns: columns,
      keyColumns: [first, second],
      indexes: ["CREATE INDEX \(name)_\(second)_INDEX ON \(name) (\(second), \(first))"])
  }
}
