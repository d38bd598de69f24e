// Everything that a model says, as text: two models are the same if their outlines are.

import Faultline
import Foundation

/// Draws a model, a line a fact.
enum ModelOutline {
  static func text(_ model: ManagedObjectModel) -> String {
    var lines = ["versions \(model.versionIdentifiers.sorted())"]
    for entity in model.entities { lines += self.lines(entity) }
    lines += model.fetchRequestTemplates.map { "template \(self.line($0))" }
    for name in model.configurations {
      let members = model.entities(forConfigurationName: name)?.map(\.name) ?? []
      lines.append("configuration \(name) \(members)")
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(_ entity: EntityDescription) -> [String] {
    var lines = [
      "entity \(entity.name) of \(entity.superentity?.name ?? "-") \(entity.managedObjectClassName) "
        + "abstract \(entity.isAbstract) was \(entity.renamingIdentifier) "
        + "modifier \(entity.versionHashModifier ?? "-") info \(sorted(entity.userInfo))"
    ]
    lines += entity.propertiesByName.keys.sorted().map { key in
      switch entity.propertiesByName[key] {
      case let attribute as AttributeDescription: line(attribute)
      case let relationship as RelationshipDescription: line(relationship)
      case let property as FetchedPropertyDescription:
        "  ? \(facts(property)) \(property.fetchRequest.map(line) ?? "-")"
      default: "  nothing"
      }
    }
    lines += entity.uniquenessConstraints.map { "  unique \($0)" }
    lines += entity.compoundIndexes.map { "  compound \($0)" }
    lines += entity.indexes.map { "  index \($0)" }
    return lines
  }

  private static func line(_ attribute: AttributeDescription) -> String {
    let validation = attribute.validation
    let bounds: [String?] = [
      validation.min.map { "\($0)" }, validation.max.map { "\($0)" },
      validation.minLength.map { "\($0)" }, validation.maxLength.map { "\($0)" },
      validation.regularExpression, validation.minDate.map { "\($0.timeIntervalSince1970)" },
      validation.maxDate.map { "\($0.timeIntervalSince1970)" },
    ]
    return "  . \(facts(attribute)) \(attribute.attributeType) "
      + "default \(attribute.defaultValue.map { "\(type(of: $0)) \($0)" } ?? "-") "
      + "derived \(attribute.derivation ?? "-") bounds \(bounds.map { $0 ?? "-" }) "
      + "\(attribute.valueTransformerName ?? "-") \(attribute.attributeValueClassName ?? "-") "
      + "external \(attribute.allowsExternalBinaryDataStorage) "
      + "kept \(attribute.preservesValueInHistoryOnDeletion) indexed \(attribute.isIndexed)"
  }

  private static func line(_ relationship: RelationshipDescription) -> String {
    "  > \(facts(relationship)) \(relationship.destinationEntityName) "
      + "inverse \(relationship.inverseRelationship?.name ?? "-") "
      + "many \(relationship.isToMany) ordered \(relationship.isOrdered) "
      + "\(relationship.minCount)...\(relationship.maxCount) \(relationship.deleteRule)"
  }

  private static func line(_ request: FetchRequestTemplate) -> String {
    "\(request.name) \(request.entityName) \(request.predicateFormat ?? "-") \(request.resultType) "
      + "\(request.fetchLimit) \(request.fetchBatchSize) \(request.includesSubentities) "
      + "\(request.includesPendingChanges) \(request.includesPropertyValues) "
      + "\(request.returnsObjectsAsFaults) \(request.returnsDistinctResults)"
  }

  private static func facts(_ property: any PropertyDescription) -> String {
    "\(property.name) optional \(property.isOptional) transient \(property.isTransient) "
      + "was \(property.renamingIdentifier) modifier \(property.versionHashModifier ?? "-") "
      + "info \(sorted(property.userInfo))"
  }

  private static func sorted(_ info: [String: String]) -> [String] {
    info.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
