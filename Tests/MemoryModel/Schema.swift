// The schema of a random scenario: entities with one number each, and relationships of every kind.

/// The entities of a scenario.
package struct Schema: Sendable, Equatable {
  package var entities: [Entity]

  package init(entities: [Entity]) { self.entities = entities }

  /// The relationship at the other end, if there is one.
  package func inverse(of end: End) -> End? {
    let relationship = self[end]
    return relationship.inverse.map { End(entity: relationship.destination, relationship: $0) }
  }

  package subscript(end: End) -> Relationship {
    entities[end.entity].relationships[end.relationship]
  }

  /// A relationship of an entity, by their places.
  package struct End: Sendable, Hashable {
    package let entity: Int
    package let relationship: Int

    package init(entity: Int, relationship: Int) {
      self.entity = entity
      self.relationship = relationship
    }
  }

  /// Every relationship.
  package var ends: [End] {
    entities.indices.flatMap { entity in
      entities[entity].relationships.indices.map { End(entity: entity, relationship: $0) }
    }
  }
}

/// An entity: its objects have a number `n`, and relationships.
package struct Entity: Sendable, Equatable {
  package var name: String
  package var relationships: [Relationship] = []

  package init(name: String) { self.name = name }
}

/// One end of a relationship, or all of it where nothing leads back.
package struct Relationship: Sendable, Equatable {
  package var name: String
  /// The place of the entity at the other end.
  package var destination: Int
  package var isToMany: Bool
  package var isOrdered = false
  /// The place of the relationship that leads back, among those of the destination.
  package var inverse: Int?
  package var deleteRule = DeleteRule.nullify

  package init(name: String, destination: Int, isToMany: Bool, inverse: Int? = nil) {
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
    self.inverse = inverse
  }
}

/// What a deletion does to the other end.
package enum DeleteRule: String, Sendable {
  case nullify, cascade, deny
}
