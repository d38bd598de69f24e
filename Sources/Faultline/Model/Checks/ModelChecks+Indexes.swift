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
