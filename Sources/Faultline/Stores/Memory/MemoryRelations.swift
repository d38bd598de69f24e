// Who belongs to whom in a memory store: the to-many sides of relationships.

/// The members of to-many relationships.
///
/// Where the other side is to-one, rows say who belongs to whom, and a list by owner is kept only for
/// relationships that somebody has asked about. Where it is not, the lists are all there is.
struct MemoryRelations: Sendable {
  /// For a to-one relationship, its owners by destination.
  private var owners: [ObjectIdentifier: [ForeignKey: Set<ForeignKey>]] = [:]
  /// For a to-many relationship without a to-one side, its members by owner.
  private var linked: [ObjectIdentifier: [ForeignKey: Set<ForeignKey>]] = [:]
  /// For each of those, the relationship that leads back.
  private var backs: [ObjectIdentifier: ObjectIdentifier?] = [:]
  /// The order of ordered relationships, by owner.
  private var orders: [ObjectIdentifier: [ForeignKey: [ForeignKey]]] = [:]

  func showBlocks(to visitor: BlockVisitor) {
    for sets in [owners, linked] {
      visitor.show(elementsOf: sets, .store)
      for members in sets.values {
        visitor.show(elementsOf: members, .store)
        for keys in members.values { visitor.show(elementsOf: keys, .store) }
      }
    }
    visitor.show(elementsOf: backs, .store)
    visitor.show(elementsOf: orders, .store)
    for lists in orders.values {
      visitor.show(elementsOf: lists, .store)
      for keys in lists.values { visitor.show(elementsOf: keys, .store) }
    }
  }

  /// Whether the owners of a to-one relationship are listed.
  func knows(_ relationship: RelationshipDescription) -> Bool {
    owners[ObjectIdentifier(relationship)] != nil
  }

  /// Begins to list the owners of a to-one relationship.
  mutating func learn(_ relationship: RelationshipDescription) {
    owners[ObjectIdentifier(relationship)] = [:]
  }

  /// The members: in their own order if there is one, the others behind, by entity and key.
  func members(of relationship: RelationshipDescription, owner: ForeignKey) -> [ForeignKey] {
    let members: Set<ForeignKey>
    if let inverse = relationship.inverseRelationship, !inverse.isToMany {
      members = owners[ObjectIdentifier(inverse)]?[owner] ?? []
    } else {
      members = linked[ObjectIdentifier(relationship)]?[owner] ?? []
    }
    let order = orders[ObjectIdentifier(relationship)]?[owner] ?? []
    let ordered = order.filter(members.contains)
    let rest = order.isEmpty ? members : members.subtracting(ordered)
    return ordered + rest.sorted { $0.bits < $1.bits }
  }

  /// Keeps the lists true for a row that comes, takes a former one's place, or goes.
  mutating func enter(_ row: Row?, _ former: Row?, _ entity: EntityDescription) {
    guard !owners.isEmpty, let key = (row ?? former)?.key else { return }
    let owner = ForeignKey(entity: entity.index, key: key)
    for tie in entity.layout.ties {
      let index = ObjectIdentifier(tie.relationship)
      guard let slot = tie.slot, owners[index] != nil else { continue }
      let old = former?.foreignKey(slot)
      let new = row?.foreignKey(slot)
      if let old, old != new { owners[index]?[old]?.remove(owner) }
      if let new { owners[index]?[new, default: []].insert(owner) }
    }
  }

  /// Adds and removes members, at both ends where there are two.
  mutating func change(_ link: ChangeSet.Link) {
    let index = ObjectIdentifier(link.relationship)
    let back = link.relationship.inverseRelationship.map { ObjectIdentifier($0) }
    backs.updateValue(back, forKey: index)
    if let back { backs.updateValue(index, forKey: back) }
    for member in link.removed {
      linked[index]?[link.owner]?.remove(member)
      if let back { linked[back]?[member]?.remove(link.owner) }
    }
    for member in link.added {
      linked[index, default: [:]][link.owner, default: []].insert(member)
      if let back { linked[back, default: [:]][member, default: []].insert(link.owner) }
    }
  }

  /// Notes the order of an ordered relationship.
  mutating func order(_ order: ChangeSet.Order) {
    orders[ObjectIdentifier(order.relationship), default: [:]][order.owner] = order.members
  }

  /// Forgets a row that is gone, as owner and as member.
  mutating func forget(_ key: ForeignKey) {
    for (index, back) in backs {
      guard let back else {
        for owner in linked[index]?.map(\.key) ?? [] { linked[index]?[owner]?.remove(key) }
        continue
      }
      for other in linked[back]?[key] ?? [] { linked[index]?[other]?.remove(key) }
    }
    for index in backs.keys { linked[index]?[key] = nil }
    for index in orders.keys { orders[index]?[key] = nil }
  }
}
