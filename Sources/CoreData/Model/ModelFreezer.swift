// Drafts as the engine takes them.

import Faultline
import Foundation

/// Makes the engine's model of drafts, and gives each of its entities the class of its objects.
struct ModelFreezer {
  private let entities: [NSEntityDescription]
  private let requests: [String: NSFetchRequest<any NSFetchRequestResult>]
  private let configurations: [String: [NSEntityDescription]]
  private let identifiers: Set<AnyHashable>

  init(
    _ model: NSManagedObjectModel,
    requests: [String: NSFetchRequest<any NSFetchRequestResult>],
    configurations: [String: [NSEntityDescription]]
  ) {
    entities = model.allEntities
    self.requests = requests
    self.configurations = configurations
    identifiers = model.versionIdentifiers
  }

  /// The engine's model, with the drafts tied to it; modules are those whose classes come first.
  func frozen(preferring modules: [String]) throws -> ManagedObjectModel {
    let classes = try ObjectClasses(entities.map { $0.managedObjectClassName }, modules)
    let model = try draft()
    for entity in entities {
      guard let engine = model.entitiesByName[entity.name ?? ""] else { continue }
      let type = classes.type(named: entity.managedObjectClassName)
      try model.registering(type, forEntityNamed: engine.name)
      engine.objectClass.client = entity
      entity.objectClass = type
    }
    // From here on the drafts refuse to be changed.
    for entity in entities { entity.engine = model.entitiesByName[entity.name ?? ""] }
    return model
  }

  /// The engine's model by itself.
  func draft() throws(GraphError) -> ManagedObjectModel {
    try ManagedObjectModel(
      entities: entities.map(engineEntity),
      configurations: configurations.mapValues { $0.compactMap(\.name) },
      fetchRequestTemplates: requests.map { name, request in template(name, request) },
      versionIdentifiers: Set(identifiers.compactMap { $0.base as? String }))
  }

  private func engineEntity(_ entity: NSEntityDescription) -> EntityDescription {
    EntityDescription(
      name: entity.name ?? "", isAbstract: entity.isAbstract, superentity: entity.superentity?.name,
      managedObjectClassName: entity.managedObjectClassName,
      attributes: entity.ownProperties.compactMap {
        ($0 as? NSAttributeDescription).map(attribute)
      },
      relationships: entity.ownProperties.compactMap {
        ($0 as? NSRelationshipDescription).map(relationship)
      },
      fetchedProperties: entity.ownProperties.compactMap {
        ($0 as? NSFetchedPropertyDescription).map(fetched)
      },
      uniquenessConstraints: names(entity.uniquenessConstraints),
      indexes: entity.indexes.map(\.engineIndex), compoundIndexes: names(entity.compoundIndexes),
      renamingIdentifier: entity.statedRenamingIdentifier,
      versionHashModifier: entity.versionHashModifier,
      userInfo: (entity.userInfo ?? [:]).reduce(into: [:]) { notes, pair in
        if let key = pair.key.base as? String { notes[key] = "\(pair.value)" }
      })
  }

  /// Constraints and indexes list properties, or the names of them.
  private func names(_ lists: [[Any]]) -> [[String]] {
    lists.map { list in
      list.compactMap { ($0 as? NSPropertyDescription)?.name ?? $0 as? String }
    }
  }

  private func attribute(_ draft: NSAttributeDescription) -> AttributeDescription {
    AttributeDescription(
      draft.name, draft.attributeType.engineType, isOptional: draft.isOptional,
      isTransient: draft.isTransient, defaultValue: Boxing.bare(draft.defaultValue),
      derivation: (draft as? NSDerivedAttributeDescription)?.derivationExpression?.description,
      validation: draft.validation, valueTransformerName: draft.valueTransformerName,
      attributeValueClassName: draft.statedClassName,
      allowsExternalBinaryDataStorage: draft.allowsExternalBinaryDataStorage,
      preservesValueInHistoryOnDeletion: draft.preservesValueInHistoryOnDeletion,
      isIndexed: draft.isIndexed, renamingIdentifier: draft.statedRenamingIdentifier,
      versionHashModifier: draft.versionHashModifier, userInfo: draft.textNotes)
  }

  private func relationship(_ draft: NSRelationshipDescription) -> RelationshipDescription {
    let destination = draft.destinationEntity?.name ?? ""
    let inverse = draft.inverseRelationship?.name
    guard draft.isToMany else {
      return .toOne(
        draft.name, destination, inverse: inverse, isOptional: draft.isOptional,
        minCount: draft.minCount, deleteRule: draft.deleteRule.engineRule,
        renamingIdentifier: draft.statedRenamingIdentifier,
        versionHashModifier: draft.versionHashModifier, userInfo: draft.textNotes)
    }
    return .toMany(
      draft.name, destination, inverse: inverse, isOrdered: draft.isOrdered,
      isOptional: draft.isOptional, minCount: draft.minCount, maxCount: draft.maxCount,
      deleteRule: draft.deleteRule.engineRule, renamingIdentifier: draft.statedRenamingIdentifier,
      versionHashModifier: draft.versionHashModifier, userInfo: draft.textNotes)
  }

  private func fetched(_ draft: NSFetchedPropertyDescription) -> FetchedPropertyDescription {
    FetchedPropertyDescription(
      draft.name, fetchRequest: draft.fetchRequest.map { template(draft.name, $0) },
      isOptional: draft.isOptional, renamingIdentifier: draft.statedRenamingIdentifier,
      versionHashModifier: draft.versionHashModifier, userInfo: draft.textNotes)
  }

  private func template(
    _ name: String, _ request: NSFetchRequest<any NSFetchRequestResult>
  ) -> FetchRequestTemplate {
    var template = FetchRequestTemplate(
      name: name, entityName: request.entityName ?? "",
      predicateFormat: request.predicate?.predicateFormat,
      resultType: .init(rawValue: Int(request.resultType.rawValue)) ?? .managedObjects)
    template.fetchLimit = request.fetchLimit
    template.fetchBatchSize = request.fetchBatchSize
    template.includesSubentities = request.includesSubentities
    template.includesPendingChanges = request.includesPendingChanges
    template.includesPropertyValues = request.includesPropertyValues
    template.returnsObjectsAsFaults = request.returnsObjectsAsFaults
    template.returnsDistinctResults = request.returnsDistinctResults
    return template
  }
}
