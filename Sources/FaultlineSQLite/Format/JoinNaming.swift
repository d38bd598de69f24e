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

  init(_ order: EntityOrder) { self.order = order }

  /// The join tables in the order in which their masters are numbered.
  func tables(_ names: inout NamePool) -> [Join] {
    var seen: Set<ObjectIdentifier> = []
    var joins: [Join] = []
    for entity in EntityOrder.alphabetical(order.entities, \.name) {
      for relationship in EntityOrder.alphabetical(entity.layout.ties.map(\.relationship), \.name) {
        guard relationship.isToMany, let inverse = relationship.inverseRelationship,
          inverse.isToMany, seen.insert(ObjectIdentifier(relationship)).inserted,
          let master = owner(of: relationship), let other = owner(of: inverse)
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

  private func owner(of relationship: RelationshipDescription) -> EntityDescription? {
    order.entities.first { $0.addedRelationships.contains { $0 === relationship } }
  }

  private func pair(
    _ relationship: RelationshipDescription, _ master: EntityDescription,
    _ inverse: RelationshipDescription, _ other: EntityDescription, _ names: inout NamePool
  ) -> Join {
    let mine = "\(order.number(of: master))\(inverse.name.uppercased())"
    let theirs = "\(order.number(of: other))\(relationship.name.uppercased())"
    var columns = NamePool()
    let ownerColumn = columns.take("Z_" + mine)
    let memberColumn = columns.take("Z_" + theirs)
    let backOrder = inverse.isOrdered ? columns.take("Z_FOK_" + mine) : nil
    let order = relationship.isOrdered ? columns.take("Z_FOK_" + theirs) : nil
    return Join(
      master: master,
      table: table(
        named: name(relationship, master, &names), ownerColumn, memberColumn,
        [backOrder, order].compactMap { $0 }),
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
    return Join(
      master: master,
      table: table(
        named: name(relationship, master, &names), "Z_" + own, "REFLEXIVE",
        position.map { [$0] } ?? []),
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
    named name: String, _ first: String, _ second: String, _ positions: [String]
  ) -> PhysicalSchema.Table {
    PhysicalSchema.Table(
      name: name,
      columns: ([first, second] + positions).map { .init(name: $0, form: .integer) },
      keyColumns: [first, second],
      indexes: ["CREATE INDEX \(name)_\(second)_INDEX ON \(name) (\(second), \(first))"])
  }
}
