// What a model says, in words: what the text and the JSON show.

package import Faultline
package import FaultlineScenarios
package import Foundation

/// The facts about a model.
package struct ModelFacts: Encodable {
  /// One entity with what it adds to its parent.
  package struct Entity: Encodable {
    package let name: String
    package let superentity: String?
    package let isAbstract: Bool
    package let className: String
    package let attributes: [Property]
    package let relationships: [Property]
    package let fetchedProperties: [Property]
    package let uniquenessConstraints: [[String]]
    package let indexes: [String]
  }

  /// One property.
  package struct Property: Encodable {
    package let name: String
    package let kind: String
    package let rules: [String]
  }

  package let versionIdentifiers: [String]
  package let entities: [Entity]
  package let configurations: [String]
  package let fetchRequests: [Property]
  package let warnings: [String]

  package init(_ model: ManagedObjectModel) {
    versionIdentifiers = model.versionIdentifiers.sorted()
    entities = model.entities.map(Self.entity)
    configurations = model.configurations
    fetchRequests = model.fetchRequestTemplates.map { template in
      Property(
        name: template.name, kind: "'\(template.entityName)'",
        rules: template.predicateFormat.map { [$0] } ?? [])
    }
    warnings = model.warnings
  }

  private static func entity(_ entity: EntityDescription) -> Entity {
    let own = entity.propertiesByName.values
      .filter { entity.superentity?.propertiesByName[$0.name] == nil }
      .sorted { $0.name < $1.name }
    let indexes = entity.indexes.map { index in
      let parts = index.elements.map { $0.propertyName ?? "an expression" }
      return "\(index.name): \(parts.joined(separator: ", "))"
    }
    return Entity(
      name: entity.name, superentity: entity.superentity?.name, isAbstract: entity.isAbstract,
      className: entity.managedObjectClassName,
      attributes: own.compactMap { ($0 as? AttributeDescription).map(attribute) },
      relationships: own.compactMap { ($0 as? RelationshipDescription).map(relationship) },
      fetchedProperties: own.compactMap { ($0 as? FetchedPropertyDescription).map(fetched) },
      uniquenessConstraints: entity.uniquenessConstraints, indexes: indexes)
  }

  // MARK: - Properties

  private static func attribute(_ attribute: AttributeDescription) -> Property {
    var rules: [String] = attribute.isOptional || attribute.isDerived ? [] : ["mandatory"]
    if attribute.isTransient { rules.append("transient") }
    if let derivation = attribute.derivation { rules.append("derived from \(derivation)") }
    if let value = attribute.defaultValue {
      rules.append("begins with \((value as? String).map { "\"\($0)\"" } ?? "\(value)")")
    }
    let bounds = attribute.validation
    if let min = bounds.min { rules.append("at least \(min)") }
    if let max = bounds.max { rules.append("at most \(max)") }
    if let min = bounds.minLength { rules.append("length at least \(min)") }
    if let max = bounds.maxLength { rules.append("length at most \(max)") }
    if let pattern = bounds.regularExpression { rules.append("matches \(pattern)") }
    if let date = bounds.minDate { rules.append("not before \(date)") }
    if let date = bounds.maxDate { rules.append("not after \(date)") }
    if attribute.allowsExternalBinaryDataStorage { rules.append("large data in files") }
    if let name = attribute.valueTransformerName { rules.append("transformed by \(name)") }
    return Property(name: attribute.name, kind: attribute.attributeType.modelText, rules: rules)
  }

  private static func relationship(_ relationship: RelationshipDescription) -> Property {
    var rules: [String] = []
    rules.append(relationship.inverseRelationship.map { "inverse \($0.name)" } ?? "no inverse")
    if relationship.isOrdered { rules.append("ordered") }
    if !relationship.isOptional { rules.append("mandatory") }
    if relationship.minCount > 0 { rules.append("at least \(relationship.minCount)") }
    if relationship.isToMany, relationship.maxCount > 0 {
      rules.append("at most \(relationship.maxCount)")
    }
    if relationship.deleteRule != .nullify {
      rules.append("delete rule \(relationship.deleteRule.modelText)")
    }
    let kind = relationship.isToMany ? "to many" : "to one"
    return Property(
      name: relationship.name, kind: "\(kind) \(relationship.destinationEntityName)", rules: rules)
  }

  private static func fetched(_ property: FetchedPropertyDescription) -> Property {
    Property(
      name: property.name, kind: "fetches \(property.destinationEntityName ?? "nothing")",
      rules: property.predicateFormat.map { [$0] } ?? [])
  }
}

// What the engine finds in a file, and what it says is wrong there.
extension FilePath {
  /// Returns what is found in a file, or throws what is wrong with it under the name that the user gave it.
  package static func reading<Found>(
    _ file: String, _ find: (URL) throws -> Found
  ) throws(Diagnostic) -> Found {
    do {
      return try find(url(file))
    } catch let error as GraphError {
      throw Diagnostic(error.message, file: file, notes: error.detailed.map(\.message))
    } catch {
      throw Diagnostic("\(error)", file: file)
    }
  }
}
