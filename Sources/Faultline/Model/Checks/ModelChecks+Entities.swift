// The rules about names and inheritance.

extension ModelChecks {
  /// A model is of a size that can be laid out: a short file may inherit much, and lead everywhere.
  func tooLarge() -> [ModelFault] {
    // Stores number entities, and numbers beyond belong to histories.
    let limit = 16_000
    guard entities.count <= limit else {
      return [ModelFault(text: "The model has \(entities.count) entities; \(limit) are the most.")]
    }
    var (properties, relationships) = (0, 0)
    for entity in entities {
      for ancestor in lineages[entity] {
        properties += ancestor.ownAttributes.count + ancestor.ownRelationships.count
        relationships += ancestor.ownRelationships.count
      }
    }
    let most = 1_000_000
    guard properties > most || relationships * entities.count > 64 * most else { return [] }
    return [
      ModelFault(
        text:
          "The model has \(properties) properties in \(entities.count) entities, with what these inherit, "
          + "\(relationships) of them relationships: that is more than can be laid out.")
    ]
  }

  /// A description belongs to one entity and one model for good.
  func descriptionsInUse() -> [ModelFault] {
    let entities = entities.filter(\.isLinked).map {
      fault($0, "The entity '\($0.name)' belongs to another model; describe it anew.")
    }
    var seen: Set<ObjectIdentifier> = []
    return entities
      + about(\.ownRelationships) { relationship in
        seen.insert(ObjectIdentifier(relationship)).inserted && !relationship.isLinked
          ? nil : "belongs to another entity; describe it anew."
      }
  }

  /// An entity's name stands for one entity.
  func doubledEntities() -> [ModelFault] {
    zip(entities, entities.dropFirst()).filter { $0.name == $1.name }
      .map { fault($1, "The entity '\($1.name)' is described twice.") }
  }

  /// A name begins with a letter and has letters, digits and underscores.
  func badNames() -> [ModelFault] {
    func isGood(_ name: String) -> Bool {
      guard let first = name.first, first.isLetter || first == "_" else { return false }
      return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return entities.flatMap { entity in
      let bad = entity.ownProperties.filter { !isGood($0.name) }.map { property in
        ModelFault(
          line: draft.places[property] ?? draft.places[entity], key: property.name,
          text: "'\(property.name)' in '\(entity.name)' is no name for a property.")
      }
      guard !isGood(entity.name) else { return bad }
      return [fault(entity, "'\(entity.name)' is no name for an entity.")] + bad
    }
  }

  /// An entity inherits from an entity of the model.
  func missingParents() -> [ModelFault] {
    entities.compactMap { entity in
      guard let parent = entity.superentityName, byName[parent] == nil else { return nil }
      return fault(
        entity, "'\(entity.name)' inherits from '\(parent)', which the model does not have.")
    }
  }

  /// No entity inherits from itself.
  func circularInheritance() -> [ModelFault] {
    lineages.circular.map { fault($0, "'\($0.name)' inherits from itself.") }
  }

  /// A line of ancestors has an end within sight.
  func overlongLines() -> [ModelFault] {
    lineages.overlong.map {
      fault($0, "'\($0.name)' has \(Lineages.limit) ancestors; \(Lineages.limit - 1) are the most.")
    }
  }

  /// A key stands for one property in an entity and its ancestors.
  func doubledKeys() -> [ModelFault] {
    entities.flatMap { entity in
      var seen: Set<String> = []
      for ancestor in lineages[entity].dropLast() {
        seen.formUnion(ancestor.ownProperties.map(\.name))
      }
      return entity.ownProperties.compactMap { property in
        seen.insert(property.name).inserted
          ? nil : fault(property, of: entity, "is described twice, here or in an ancestor.")
      }
    }
  }
}
