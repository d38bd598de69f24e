// Every rule that a model must obey, one function a rule; a fault quotes the rule it breaks.

/// The examination of a model before it is laid out.
struct ModelChecks {
  /// The entities in name order.
  let entities: [EntityDescription]
  let byName: [String: EntityDescription]
  let lineages: Lineages
  let draft: ModelDraft

  init(_ draft: ModelDraft) {
    self.draft = draft
    entities = draft.entities.sorted { $0.name < $1.name }
    byName = entities.firstByKey { $0.name }
    lineages = Lineages(entities, byName)
  }

  /// Every fault of the model, rule by rule; a rule is silent about what another one already names.
  func faults() -> [ModelFault] {
    // Whatever else is wrong with it, to look for it would take too long.
    let size = tooLarge()
    guard size.isEmpty else { return size }
    return [
      descriptionsInUse(), doubledEntities(), badNames(),
      missingParents(), circularInheritance(), overlongLines(), doubledKeys(),
      missingTypes(), badDefaults(), emptyDerivations(), strayTransformers(),
      strayBounds(), reversedBounds(), badPatterns(),
      missingDestinations(), missingInverses(), unequalInverses(), badCounts(),
      badConstraints(), badIndexes(),
      strangersInConfigurations(), doubledTemplates(), strangersInRequests(),
    ].flatMap { $0 }
  }

  /// What is wrong with an entity, where it stands.
  func fault(_ entity: EntityDescription, _ text: String) -> ModelFault {
    ModelFault(line: draft.places[entity], text: text)
  }

  /// What is wrong with a property, where it stands; the text begins with its path.
  func fault(
    _ property: any PropertyDescription, of entity: EntityDescription, _ text: String
  ) -> ModelFault {
    ModelFault(
      line: draft.places[property] ?? draft.places[entity], key: property.name,
      text: "'\(entity.name).\(property.name)' \(text)")
  }

  /// What one rule says about the properties of one kind.
  func about<Property: PropertyDescription>(
    _ properties: (EntityDescription) -> [Property], _ rule: (Property) -> String?
  ) -> [ModelFault] {
    entities.flatMap { entity in
      properties(entity).compactMap { property in
        rule(property).map { fault(property, of: entity, $0) }
      }
    }
  }
}

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
    guard properties > most || relationships * entities.count > 32 * most else { return [] }
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

// The rules about relationships: where they lead, and what leads back.
extension ModelChecks {
  /// A relationship leads to an entity of the model.
  func missingDestinations() -> [ModelFault] {
    about(\.ownRelationships) { relationship in
      byName[relationship.destinationEntityName] == nil
        ? "leads to '\(relationship.destinationEntityName)', which the model does not have." : nil
    }
  }

  /// An inverse is a relationship of the destination.
  func missingInverses() -> [ModelFault] {
    about(\.ownRelationships) { relationship in
      guard let name = relationship.inverseName, let destination = destination(of: relationship),
        inverse(of: relationship) == nil
      else { return nil }
      return "names the inverse '\(name)', which is no relationship of '\(destination.name)'."
    }
  }

  /// An inverse leads back: each of the two is the other's inverse.
  func unequalInverses() -> [ModelFault] {
    about(\.ownRelationships) { relationship in
      guard let back = inverse(of: relationship) else { return nil }
      let path = "'\(relationship.destinationEntityName).\(back.name)'"
      guard back.inverseName != nil else { return "names the inverse \(path), which names none." }
      guard let there = inverse(of: back), there !== relationship else { return nil }
      return "and \(path) are not each other's inverses."
    }
  }

  /// A count is not negative, and the least count is not above the greatest.
  func badCounts() -> [ModelFault] {
    about(\.ownRelationships) { relationship in
      let (least, most) = (relationship.minCount, relationship.maxCount)
      if least < 0 || most < 0 { return "has a negative count as a bound." }
      guard most > 0, least > most else { return nil }
      return relationship.isToMany
        ? "leads to at least \(least) and at most \(most) objects, which cannot be."
        : "is to-one and leads to at least \(least) objects."
    }
  }

  /// The destination, if its line of ancestors is sound: else its properties are not known.
  private func destination(of relationship: RelationshipDescription) -> EntityDescription? {
    byName[relationship.destinationEntityName].flatMap { lineages[$0].isEmpty ? nil : $0 }
  }

  private func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    guard let name = relationship.inverseName, let destination = destination(of: relationship)
    else { return nil }
    return lineages.property(name, of: destination) as? RelationshipDescription
  }
}

// The rules about what a store keeps beside the rows: uniqueness constraints and indexes.
extension ModelChecks {
  /// A uniqueness constraint names stored attributes or to-one relationships, each once.
  func badConstraints() -> [ModelFault] {
    entities.flatMap { entity in
      entity.uniquenessConstraints.compactMap { keys in
        keyFault(keys, of: entity).map {
          fault(entity, "A uniqueness constraint of '\(entity.name)' \($0)")
        }
      }
    }
  }

  /// An index has a name of its own and names stored properties, each once.
  func badIndexes() -> [ModelFault] { indexFaults().map(\.fault) }

  /// An index that cannot be made.
  struct IndexFault {
    /// One of the entity's indexes, or of its sets of keys that are indexed together, by its position.
    enum Subject: Equatable {
      case index(Int)
      case compound(Int)
    }

    let entity: EntityDescription
    let subject: Subject
    let fault: ModelFault
  }

  func indexFaults() -> [IndexFault] {
    entities.flatMap { entity in
      var names: Set<String> = []
      let faults = entity.indexes.enumerated().compactMap { place, index -> IndexFault? in
        let isFirst = names.insert(index.name).inserted
        guard let words = isFirst ? fault(in: index, of: entity) : "is described twice." else {
          return nil
        }
        let part = ModelPlaces.Part.index(ObjectIdentifier(entity), index.name)
        return IndexFault(
          entity: entity, subject: .index(place),
          fault: ModelFault(
            line: draft.places[part] ?? draft.places[entity],
            text: "The index '\(index.name)' of '\(entity.name)' \(words)"))
      }
      let compounds = entity.compoundIndexes.enumerated().compactMap { place, keys in
        keyFault(keys, of: entity).map {
          IndexFault(
            entity: entity, subject: .compound(place),
            fault: fault(entity, "A compound index of '\(entity.name)' \($0)"))
        }
      }
      return faults + compounds
    }
  }

  private func fault(in index: FetchIndexDescription, of entity: EntityDescription) -> String? {
    guard !index.elements.isEmpty else { return "names no property." }
    let keys = index.elements.compactMap(\.propertyName)
    return keys.isEmpty ? nil : keyFault(keys, of: entity)
  }

  private func keyFault(_ keys: [String], of entity: EntityDescription) -> String? {
    guard !keys.isEmpty else { return "names no property." }
    guard !lineages[entity].isEmpty else { return nil }
    var seen: Set<String> = []
    for key in keys {
      guard seen.insert(key).inserted else { return "names '\(key)' twice." }
      switch lineages.property(key, of: entity) {
      case nil: return "names '\(key)', which the entity does not have."
      case let attribute as AttributeDescription where attribute.isTransient:
        return "names '\(key)', which is transient and never reaches a store."
      case let relationship as RelationshipDescription where relationship.isToMany:
        return "names '\(key)', which leads to many objects."
      case is FetchedPropertyDescription: return "names '\(key)', which is a fetched property."
      default: continue
      }
    }
    return nil
  }
}

// The rules about configurations and the fetch requests that a model keeps.
extension ModelChecks {
  /// A configuration consists of entities of the model.
  func strangersInConfigurations() -> [ModelFault] {
    draft.configurations.keys.sorted().flatMap { name in
      (draft.configurations[name] ?? []).filter { byName[$0] == nil }.map {
        ModelFault(
          line: draft.places[.configuration(name)],
          text: "The configuration '\(name)' has the entity '\($0)', which the model does not have."
        )
      }
    }
  }

  /// A fetch request has a name of its own.
  func doubledTemplates() -> [ModelFault] {
    var names: Set<String> = []
    return draft.fetchRequestTemplates.filter { !names.insert($0.name).inserted }.map {
      ModelFault(
        line: draft.places[.template($0.name)],
        text: "The fetch request '\($0.name)' is described twice.")
    }
  }

  /// A fetch request asks for objects of the model, and not for fewer than none.
  func strangersInRequests() -> [ModelFault] {
    let templates = draft.fetchRequestTemplates.compactMap { template in
      requestFault(template).map {
        ModelFault(
          line: draft.places[.template(template.name)],
          text: "The fetch request '\(template.name)' \($0)")
      }
    }
    return templates + about(\.ownFetchedProperties) { $0.fetchRequest.flatMap(requestFault) }
  }

  private func requestFault(_ request: FetchRequestTemplate) -> String? {
    if byName[request.entityName] == nil {
      return "asks for '\(request.entityName)', which the model does not have."
    }
    return request.fetchLimit < 0 || request.fetchBatchSize < 0
      ? "has a negative limit or batch size." : nil
  }
}
