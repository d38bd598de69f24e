// A model that was read from a file, as drafts.

import Faultline
import Foundation

/// Makes drafts of the descriptions of an engine's model.
struct BundledModelReader {
  private let model: ManagedObjectModel

  init(_ model: ManagedObjectModel) { self.model = model }

  /// Gives drafts of all entities to a model.
  func fill(_ target: NSManagedObjectModel) {
    var drafts: [String: NSEntityDescription] = [:]
    for entity in model.entities { drafts[entity.name] = draft(of: entity) }
    for entity in model.entities {
      guard let draft = drafts[entity.name] else { continue }
      draft.subentities = entity.subentities.compactMap { drafts[$0.name] }
    }
    for entity in model.entities {
      for case let draft as NSRelationshipDescription in drafts[entity.name]?.ownProperties ?? [] {
        guard let known = entity.relationshipsByName[draft.name] else { continue }
        draft.destinationEntity = drafts[known.destinationEntityName]
        draft.inverseRelationship = known.inverseName.flatMap {
          draft.destinationEntity?.relationshipsByName[$0]
        }
      }
    }
    target.entities = model.entities.compactMap { drafts[$0.name] }
    for name in model.configurations {
      let members = model.entities(forConfigurationName: name) ?? []
      target.setEntities(members.compactMap { drafts[$0.name] }, forConfigurationName: name)
    }
    for template in model.fetchRequestTemplates {
      target.setFetchRequestTemplate(request(template), forName: template.name)
    }
    target.versionIdentifiers = Set(model.versionIdentifiers.map { AnyHashable($0) })
  }

  private func draft(of entity: EntityDescription) -> NSEntityDescription {
    let draft = NSEntityDescription()
    draft.name = entity.name
    draft.isAbstract = entity.isAbstract
    let className = entity.managedObjectClassName
    if className != "ManagedObject" { draft.managedObjectClassName = className }
    draft.userInfo = entity.userInfo
    draft.versionHashModifier = entity.versionHashModifier
    if let identifier = entity.statedRenamingIdentifier { draft.renamingIdentifier = identifier }
    let inherited = Set(entity.superentity?.propertiesByName.keys.map { $0 } ?? [])
    draft.properties = entity.propertiesByName.values
      .filter { !inherited.contains($0.name) }
      .sorted { $0.name < $1.name }
      .compactMap(self.draft)
    draft.uniquenessConstraints = entity.uniquenessConstraints
    draft.compoundIndexes = entity.compoundIndexes
    draft.indexes = entity.indexes.map { index in
      let copy = NSFetchIndexDescription(
        name: index.name,
        elements: index.elements.map { NSFetchIndexElementDescription($0, in: draft) })
      copy.partialIndexPredicate = index.partialIndexPredicate.map { NSPredicate(format: $0) }
      return copy
    }
    return draft
  }

  private func draft(of property: any PropertyDescription) -> NSPropertyDescription? {
    let draft: NSPropertyDescription
    switch property {
    case let attribute as AttributeDescription:
      let copy =
        attribute.derivation.map { text in
          let derived = NSDerivedAttributeDescription()
          derived.derivationExpression = NSExpression(format: text)
          return derived
        } ?? NSAttributeDescription()
      copy.attributeType = NSAttributeType(attribute.attributeType)
      copy.defaultValue = Boxing.boxed(attribute.defaultValue)
      copy.valueTransformerName = attribute.valueTransformerName
      if let name = attribute.attributeValueClassName { copy.attributeValueClassName = name }
      copy.allowsExternalBinaryDataStorage = attribute.allowsExternalBinaryDataStorage
      copy.preservesValueInHistoryOnDeletion = attribute.preservesValueInHistoryOnDeletion
      copy.isIndexed = attribute.isIndexed
      copy.validation = attribute.validation
      if let identifier = attribute.statedRenamingIdentifier {
        copy.renamingIdentifier = identifier
      }
      draft = copy
    case let relationship as RelationshipDescription:
      let copy = NSRelationshipDescription()
      copy.minCount = relationship.minCount
      copy.maxCount = relationship.isToMany ? relationship.maxCount : 1
      copy.isOrdered = relationship.isOrdered
      copy.deleteRule = NSDeleteRule(relationship.deleteRule)
      if relationship.renamingIdentifier != relationship.name {
        copy.renamingIdentifier = relationship.renamingIdentifier
      }
      draft = copy
    case let fetched as FetchedPropertyDescription:
      let copy = NSFetchedPropertyDescription()
      copy.fetchRequest = fetched.fetchRequest.map(request)
      draft = copy
    default: return nil
    }
    draft.name = property.name
    draft.isOptional = property.isOptional
    draft.isTransient = property.isTransient
    draft.versionHashModifier = property.versionHashModifier
    draft.userInfo = property.userInfo
    return draft
  }

  private func request(
    _ template: FetchRequestTemplate
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: template.entityName)
    request.predicate = template.predicateFormat.map { NSPredicate(format: $0) }
    request.resultType = NSFetchRequestResultType(rawValue: UInt(template.resultType.rawValue))
    request.fetchLimit = template.fetchLimit
    request.fetchBatchSize = template.fetchBatchSize
    request.includesSubentities = template.includesSubentities
    request.includesPendingChanges = template.includesPendingChanges
    request.includesPropertyValues = template.includesPropertyValues
    request.returnsObjectsAsFaults = template.returnsObjectsAsFaults
    request.returnsDistinctResults = template.returnsDistinctResults
    return request
  }
}
