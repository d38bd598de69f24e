// Gives every property of every entity its place, and lets the descriptions know each other.

extension ManagedObjectModel {
  /// Links relationships first, because a tie must know the tie that leads back.
  func layOut(_ lineages: Lineages) {
    let subentities = Dictionary(grouping: entities) { $0.superentityName ?? "" }
    var inverses: [ObjectIdentifier: Int] = [:]
    for entity in entities {
      let inherited = lineages[entity].dropLast().reduce(0) { $0 + $1.ownRelationships.count }
      for (offset, relationship) in entity.ownRelationships.enumerated() {
        link(relationship, lineages)
        inverses[ObjectIdentifier(relationship)] = inherited + offset
      }
    }
    let families = families(lineages)
    for (index, entity) in entities.enumerated() {
      let line = lineages[entity]
      entity.link(
        EntityLinks(
          index: index, superentity: entity.superentityName.flatMap { entitiesByName[$0] },
          subentities: subentities[entity.name] ?? [],
          properties: line.flatMap(\.ownProperties).firstByKey { $0.name },
          layout: layout(of: line, inverses, families)))
    }
  }

  /// For each entity that a relationship leads to, which entities of the model are of its kind.
  private func families(_ lineages: Lineages) -> [String: [Bool]] {
    let wanted = Set(entities.flatMap { $0.ownRelationships.map(\.destinationEntityName) })
    var families: [String: [Bool]] = [:]
    for (index, entity) in entities.enumerated() {
      for ancestor in lineages[entity] where wanted.contains(ancestor.name) {
        families[ancestor.name, default: Array(repeating: false, count: entities.count)][index] =
          true
      }
    }
    return families
  }

  private func link(_ relationship: RelationshipDescription, _ lineages: Lineages) {
    guard let destination = entitiesByName[relationship.destinationEntityName] else { return }
    let inverse = relationship.inverseName.flatMap { lineages.property($0, of: destination) }
    relationship.link(to: destination, inverse: inverse as? RelationshipDescription)
  }

  /// Slots and ties from the root down: attributes first, then relationships, entity by entity.
  private func layout(
    of line: [EntityDescription], _ positions: [ObjectIdentifier: Int],
    _ families: [String: [Bool]]
  ) -> EntityLayout {
    var slots: [EntityLayout.Slot] = []
    var ties: [EntityLayout.Tie] = []
    for ancestor in line {
      for attribute in ancestor.ownAttributes {
        slots.append(
          .init(
            name: attribute.name, attribute: attribute, isOptional: attribute.isOptional,
            isInline: attribute.attributeType.isInline))
      }
      for relationship in ancestor.ownRelationships {
        ties.append(
          .init(
            relationship, slot: relationship.isToMany ? nil : slots.count,
            inverse: relationship.inverseRelationship.flatMap { positions[ObjectIdentifier($0)] },
            destinations: families[relationship.destinationEntityName] ?? []))
        if !relationship.isToMany {
          slots.append(
            .init(
              name: relationship.name, attribute: nil, isOptional: relationship.isOptional,
              isInline: true))
        }
      }
    }
    return EntityLayout(slots: slots, ties: ties)
  }
}
