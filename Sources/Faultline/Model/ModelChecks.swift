// Every rule that a model must obey, one function a rule; a fault quotes the rule it breaks.

import Foundation

/// The examination of a model before it is laid out.
struct ModelChecks {
  private let entities: [EntityDescription]
  private let byName: [String: EntityDescription]

  init(_ entities: [EntityDescription]) {
    self.entities = entities
    byName = Dictionary(
      entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Every fault of the model, rule by rule; the later rules need what the earlier ones hold.
  func faults() -> [String] {
    let names = doubledEntities() + badNames()
    guard names.isEmpty else { return names }
    let trees = missingParents() + circularInheritance()
    guard trees.isEmpty else { return trees }
    return doubledKeys() + badDefaults() + unsupportedTypes() + missingDestinations()
      + wrongInverses()
  }

  /// An entity's name stands for one entity.
  private func doubledEntities() -> [String] {
    zip(entities, entities.dropFirst()).filter { $0.name == $1.name }
      .map { "The entity '\($0.0.name)' is described twice." }
  }

  /// A name begins with a letter and has letters, digits and underscores.
  private func badNames() -> [String] {
    func isGood(_ name: String) -> Bool {
      guard let first = name.first, first.isLetter || first == "_" else { return false }
      return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return entities.flatMap { entity in
      let keys = entity.ownAttributes.map(\.name) + entity.ownRelationships.map(\.name)
      let bad = keys.filter { !isGood($0) }.map {
        "'\($0)' in '\(entity.name)' is no name for a property."
      }
      return (isGood(entity.name) ? [] : ["'\(entity.name)' is no name for an entity."]) + bad
    }
  }

  /// An entity inherits from an entity of the model.
  private func missingParents() -> [String] {
    entities.compactMap { entity in
      guard let parent = entity.superentityName, byName[parent] == nil else { return nil }
      return "'\(entity.name)' inherits from '\(parent)', which the model does not have."
    }
  }

  /// No entity inherits from itself.
  private func circularInheritance() -> [String] {
    entities.compactMap { entity in
      var steps = 0
      var ancestor = entity.superentityName
      while let name = ancestor {
        steps += 1
        if name == entity.name || steps > entities.count {
          return "'\(entity.name)' inherits from itself."
        }
        ancestor = byName[name]?.superentityName
      }
      return nil
    }
  }

  /// A key stands for one property in an entity and its ancestors.
  private func doubledKeys() -> [String] {
    entities.flatMap { entity in
      var seen: Set<String> = []
      let inherited = byName.lineage(of: entity).dropLast()
      for ancestor in inherited { seen.formUnion(keys(of: ancestor)) }
      return keys(of: entity).compactMap { key in
        seen.insert(key).inserted
          ? nil : "'\(entity.name).\(key)' is described twice, here or in an ancestor."
      }
    }
  }

  /// A default value is of the attribute's type.
  private func badDefaults() -> [String] {
    entities.flatMap { entity in
      entity.ownAttributes.compactMap { attribute in
        do throws(GraphError) {
          _ = try attribute.fitted(attribute.defaultCell, entity: entity.name)
          return nil
        } catch {
          return "The default value of '\(entity.name).\(attribute.name)': \(error.message)"
        }
      }
    }
  }

  /// An attribute that is stored has a type that can be.
  private func unsupportedTypes() -> [String] {
    entities.flatMap { entity in
      entity.ownAttributes.compactMap { attribute in
        guard attribute.attributeType == .undefined, !attribute.isTransient else { return nil }
        return "'\(entity.name).\(attribute.name)' has no type; only a transient attribute may."
      }
    }
  }

  /// A relationship leads to an entity of the model.
  private func missingDestinations() -> [String] {
    entities.flatMap { entity in
      entity.ownRelationships.compactMap { relationship in
        byName[relationship.destinationEntityName] == nil
          ? "'\(entity.name).\(relationship.name)' leads to '\(relationship.destinationEntityName)', "
            + "which the model does not have." : nil
      }
    }
  }

  /// An inverse leads back; and what a to-many relationship holds is known from to-one inverses.
  private func wrongInverses() -> [String] {
    entities.flatMap { entity in
      entity.ownRelationships.compactMap { relationship -> String? in
        let path = "\(entity.name).\(relationship.name)"
        guard let destination = byName[relationship.destinationEntityName] else { return nil }
        guard let name = relationship.inverseName else {
          return relationship.isToMany
            ? "'\(path)' is to-many and has no inverse; give it a to-one inverse." : nil
        }
        let back = byName.lineage(of: destination).flatMap(\.ownRelationships).first {
          $0.name == name
        }
        guard let back else {
          return "'\(path)' names the inverse '\(name)', which '\(destination.name)' does not have."
        }
        guard back.inverseName == relationship.name else {
          return "'\(path)' and '\(destination.name).\(name)' are not each other's inverses."
        }
        return relationship.isToMany && back.isToMany
          ? "'\(path)' is many-to-many, which no store of this version can hold." : nil
      }
    }
  }

  private func keys(of entity: EntityDescription) -> [String] {
    entity.ownAttributes.map(\.name) + entity.ownRelationships.map(\.name)
  }
}
