// The entities of a graph, checked and laid out once, immutable from then on.

/// The entities of a graph.
public final class ManagedObjectModel: Sendable {
  /// The entities in name order.
  public let entities: [EntityDescription]
  /// The entities by name.
  public let entitiesByName: [String: EntityDescription]

  /// Makes a model, or throws one error that lists everything that is wrong with it.
  public init(entities: [EntityDescription]) throws(GraphError) {
    let sorted = entities.sorted { $0.name < $1.name }
    let faults = ModelChecks(sorted).faults()
    guard faults.isEmpty else {
      throw GraphError(
        .invalidModel, "The model cannot be used; mend what is listed.",
        detailed: faults.map { GraphError(.invalidModel, $0) })
    }
    self.entities = sorted
    entitiesByName = Dictionary(
      sorted.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    layOut()
  }

  /// Lets the objects of an entity be of a class of your own; call it before the model is used.
  public func register(_ type: ManagedObject.Type, forEntityNamed name: String) {
    guard let entity = entitiesByName[name] else {
      misuse(unknownEntity(name))
    }
    entity.objectClass.set(type)
  }

  /// The entity of that name, or an error that lists the known ones.
  package func entity(named name: String) throws(GraphError) -> EntityDescription {
    guard let entity = entitiesByName[name] else { throw unknownEntity(name) }
    return entity
  }

  private func unknownEntity(_ name: String) -> GraphError {
    GraphError(
      .unsupportedRequest,
      "The model has no entity '\(name)'; it has \(entities.map(\.name).joined(separator: ", ")).")
  }

  /// An entity with all that inherit from it, in name order.
  package func family(of entity: EntityDescription) -> [EntityDescription] {
    entities.filter { $0.isKindOf(entity: entity) }
  }

  private func layOut() {
    for (index, entity) in entities.enumerated() {
      let line = entitiesByName.lineage(of: entity)
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
              relationship: relationship, slot: relationship.isToMany ? nil : slots.count,
              inverse: inverseTie(of: relationship),
              destinations: entities.map { candidate in
                entitiesByName.lineage(of: candidate).contains {
                  $0.name == relationship.destinationEntityName
                }
              }))
          if !relationship.isToMany {
            slots.append(
              .init(
                name: relationship.name, attribute: nil, isOptional: relationship.isOptional,
                isInline: true))
          }
        }
      }
      entity.link(
        index: index, superentity: entity.superentityName.flatMap { entitiesByName[$0] },
        layout: EntityLayout(slots: slots, ties: ties))
    }
    for entity in entities {
      for relationship in entity.ownRelationships {
        guard let destination = entitiesByName[relationship.destinationEntityName] else { continue }
        relationship.link(
          to: destination,
          inverse: relationship.inverseName.flatMap { name in
            entitiesByName.lineage(of: destination).flatMap(\.ownRelationships).first {
              $0.name == name
            }
          })
      }
    }
  }

  private func inverseTie(of relationship: RelationshipDescription) -> Int? {
    guard let inverse = relationship.inverseName,
      let destination = entitiesByName[relationship.destinationEntityName]
    else { return nil }
    return entitiesByName.lineage(of: destination).flatMap(\.ownRelationships).firstIndex {
      $0.name == inverse
    }
  }
}
