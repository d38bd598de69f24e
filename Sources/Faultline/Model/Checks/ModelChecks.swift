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
