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
  func badIndexes() -> [ModelFault] {
    entities.flatMap { entity in
      var names: Set<String> = []
      let faults = entity.indexes.compactMap { index -> ModelFault? in
        let part = ModelPlaces.Part.index(ObjectIdentifier(entity), index.name)
        let line = draft.places[part] ?? draft.places[entity]
        let title = "The index '\(index.name)' of '\(entity.name)'"
        guard names.insert(index.name).inserted else {
          return ModelFault(line: line, text: "\(title) is described twice.")
        }
        guard !index.elements.isEmpty else {
          return ModelFault(line: line, text: "\(title) names no property.")
        }
        let keys = index.elements.compactMap(\.propertyName)
        guard !keys.isEmpty, let words = keyFault(keys, of: entity) else { return nil }
        return ModelFault(line: line, text: "\(title) \(words)")
      }
      let compounds = entity.compoundIndexes.compactMap { keys in
        keyFault(keys, of: entity).map {
          fault(entity, "A compound index of '\(entity.name)' \($0)")
        }
      }
      return faults + compounds
    }
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
