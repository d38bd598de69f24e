// Gives every property of every entity its place, and lets the descriptions know each other.

extension EntityGraph {
  /// Links the entities of a model that is sound, and their relationships.
  static func link(_ entities: [EntityDescription], _ lineages: Lineages) {
    let relationships = entities.flatMap(\.ownRelationships)
    let graph = EntityGraph(entities, relationships, lineages)
    // Relationships first, because a tie must know the tie that leads back.
    for (number, relationship) in relationships.enumerated() {
      relationship.link(graph, number: number)
    }
    for (index, entity) in entities.enumerated() {
      entity.link(graph.links(of: index, line: lineages[entity]))
    }
  }

  private convenience init(
    _ entities: [EntityDescription], _ relationships: [RelationshipDescription],
    _ lineages: Lineages
  ) {
    let indexes = Dictionary(
      entities.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
    let numbers = Dictionary(
      relationships.enumerated().map { (ObjectIdentifier($0.element), $0.offset) },
      uniquingKeysWith: { $1 })
    var subentities: [[Int]] = entities.map { _ in [] }
    for (index, entity) in entities.enumerated() {
      if let parent = entity.superentityName.flatMap({ indexes[$0] }) {
        subentities[parent].append(index)
      }
    }
    let families = Self.families(entities, lineages)
    var places: [EntityPlace] = []
    var ties: [RelationshipPlace] = []
    for (index, entity) in entities.enumerated() {
      let first = ties.count
      let inherited = lineages[entity].dropLast().reduce(0) { $0 + $1.ownRelationships.count }
      for relationship in entity.ownRelationships {
        let destination = indexes[relationship.destinationEntityName]
        let inverse = destination.flatMap { destination in
          relationship.inverseName.flatMap { lineages.property($0, of: entities[destination]) }
        }
        ties.append(
          RelationshipPlace(
            facts: relationship.facts, tie: inherited + ties.count - first,
            destination: destination, inverse: inverse.flatMap { numbers[ObjectIdentifier($0)] },
            destinations: families[relationship.destinationEntityName] ?? []))
      }
      places.append(
        EntityPlace(
          facts: entity.facts, superentity: entity.superentityName.flatMap { indexes[$0] },
          subentities: subentities[index], relationships: first..<ties.count))
    }
    self.init(places, ties, of: entities, relationships)
  }

  /// For each entity that a relationship leads to, which entities of the model are of its kind.
  private static func families(
    _ entities: [EntityDescription], _ lineages: Lineages
  ) -> [String: [Bool]] {
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

  /// What an entity learns, from its root down to itself.
  func links(of index: Int, line: [EntityDescription]) -> EntityLinks {
    EntityLinks(
      self, index: index, superentity: line.dropLast().last,
      properties: line.flatMap(\.ownProperties).firstByKey { $0.name }, layout: layout(of: line))
  }

  /// Slots and ties from the root down: attributes first, then relationships, entity by entity.
  private func layout(of line: [EntityDescription]) -> EntityLayout {
    var slots: [EntityLayout.Slot] = []
    var ties: [EntityLayout.Tie] = []
    var inverses: [RelationshipDescription] = []
    for ancestor in line {
      for attribute in ancestor.ownAttributes {
        slots.append(
          .init(
            name: attribute.name, attribute: attribute, isOptional: attribute.isOptional,
            isInline: attribute.attributeType.isInline))
      }
      for relationship in ancestor.ownRelationships {
        let place = relationships[relationship.number]
        let inverse = place.inverse.map { self.relationship($0) }
        if let inverse { inverses.append(inverse) }
        ties.append(
          .init(
            relationship, slot: relationship.isToMany ? nil : slots.count, place, inverse,
            inverseTie: place.inverse.map { relationships[$0].tie }))
        if !relationship.isToMany {
          slots.append(
            .init(
              name: relationship.name, attribute: nil, isOptional: relationship.isOptional,
              isInline: true))
        }
      }
    }
    return EntityLayout(slots: slots, ties: ties, inverses: inverses)
  }
}
