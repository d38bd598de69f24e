// A model as the objects of a keyed archive.

internal import Faultline
import Foundation

/// The archive of a model, in the classes and keys of the format.
///
/// What most models do not have is written where a model has it and not mentioned elsewhere. Predicates stand
/// there as text, under a key of our own: the classes that the format makes of them are many.
struct ModelArchive {
  var archive = KeyedArchive()
  private let root: Int
  private var entities: [ObjectIdentifier: Int] = [:]
  private var relationships: [ObjectIdentifier: Int] = [:]

  /// The bytes of the archive.
  static func bytes(_ model: ManagedObjectModel) -> [UInt8] {
    let archive = ModelArchive(model)
    return PropertyListWriter.bytes(archive.archive.list(root: archive.root))
  }

  private init(_ model: ManagedObjectModel) {
    root = archive.place()
    for entity in model.entities {
      entities[ObjectIdentifier(entity)] = archive.place()
      for relationship in entity.addedRelationships {
        relationships[ObjectIdentifier(relationship)] = archive.place()
      }
    }
    for entity in model.entities { fill(entity) }
    let named = model.entities.map { (key: $0.name, value: reference($0)) }
    let identifiers = model.versionIdentifiers.sorted().map { archive.text($0) }
    let templates = model.fetchRequestTemplates.map { template in
      (key: template.name, value: part(for: template, model))
    }
    var members: [(key: String, value: ListPart)] = [
      ("NSEntities", archive.dictionary(named)),
      (
        "NSFetchRequestTemplates",
        templates.isEmpty ? KeyedArchive.nothing : archive.dictionary(templates)
      ),
      ("NSVersionIdentifiers", archive.array(identifiers)),
    ]
    if !model.configurations.isEmpty {
      let configurations = model.configurations.map { name in
        let entities = model.entities(forConfigurationName: name) ?? []
        return (key: name, value: archive.array(entities.map { reference($0) }))
      }
      members.append(("NSConfigurations", archive.dictionary(configurations)))
    }
    archive.set(root, ["NSManagedObjectModel", "NSObject"], members)
  }

  func reference(_ entity: EntityDescription?) -> ListPart {
    .reference(entity.flatMap { entities[ObjectIdentifier($0)] } ?? 0)
  }

  private func reference(_ relationship: RelationshipDescription?) -> ListPart {
    .reference(relationship.flatMap { relationships[ObjectIdentifier($0)] } ?? 0)
  }

  private mutating func fill(_ entity: EntityDescription) {
    guard let place = entities[ObjectIdentifier(entity)] else { return }
    for relationship in entity.addedRelationships { fill(relationship, of: entity) }
    var properties: [(key: String, value: ListPart)] = []
    for key in entity.propertiesByName.keys.sorted() {
      switch entity.propertiesByName[key] {
      case let attribute as AttributeDescription:
        properties.append((key, part(for: attribute, of: entity)))
      case let property as FetchedPropertyDescription:
        properties.append((key, part(for: property, of: entity)))
      default: properties.append((key, reference(entity.relationshipsByName[key])))
      }
    }
    let subentities = entity.subentities.map { (key: $0.name, value: reference($0)) }
    let unique = entity.uniquenessConstraints.map { keys in
      archive.array(keys.map { archive.text($0) })
    }
    archive.set(
      place, ["NSEntityDescription", "NSObject"],
      [
        ("NSEntityName", archive.text(entity.name)),
        ("NSClassNameForEntity", archive.text(entity.managedObjectClassName)),
        ("NSIsAbstract", .flag(entity.isAbstract)),
        ("NSManagedObjectModel", .reference(root)),
        ("NSProperties", archive.dictionary(properties)),
        ("NSRenamingIdentifier", archive.text(entity.renamingIdentifier)),
        ("NSSubentities", archive.dictionary(subentities)),
        ("NSSuperentity", reference(entity.superentity)),
        ("NSUniqueTuples", archive.array(unique)),
        ("NSVersionHashModifier", archive.text(entity.versionHashModifier)),
      ] + extras(of: entity))
  }

  private mutating func part(
    for attribute: AttributeDescription, of entity: EntityDescription
  ) -> ListPart {
    let place = archive.place()
    let names = ["NSAttributeDescription", "NSPropertyDescription", "NSObject"]
    archive.set(
      place, (attribute.isDerived ? ["NSDerivedAttributeDescription"] : []) + names,
      [
        ("NSPropertyName", archive.text(attribute.name)), ("NSEntity", reference(entity)),
        ("NSIsOptional", .flag(attribute.isOptional)),
        ("NSIsTransient", .flag(attribute.isTransient)),
        ("NSAttributeType", .integer(attribute.attributeType.archiveNumber)),
        ("NSDefaultValue", defaultValue(attribute.defaultValue)),
        ("NSFlagsKey", .integer(attribute.archiveFlags)),
        ("NSRenamingIdentifier", archive.text(attribute.renamingIdentifier)),
        ("NSValueTransformerName", archive.text(attribute.valueTransformerName)),
        ("NSVersionHashModifier", archive.text(attribute.versionHashModifier)),
      ] + extras(of: attribute))
    return .reference(place)
  }

  private mutating func fill(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) {
    guard let place = relationships[ObjectIdentifier(relationship)] else { return }
    let rule =
      switch relationship.deleteRule {
      case .noAction: 0
      case .nullify: 1
      case .cascade: 2
      case .deny: 3
      }
    // No bound is written as minus one.
    let most = relationship.isToMany && relationship.maxCount == 0 ? -1 : relationship.maxCount
    archive.set(
      place, ["NSRelationshipDescription", "NSPropertyDescription", "NSObject"],
      [
        ("NSPropertyName", archive.text(relationship.name)), ("NSEntity", reference(entity)),
        ("NSIsOptional", .flag(relationship.isOptional)),
        ("NSIsOrdered", .flag(relationship.isOrdered)),
        ("NSMinCount", .integer(relationship.minCount)), ("NSMaxCount", .integer(most)),
        ("NSDeleteRule", .integer(rule)),
        ("NSDestinationEntity", reference(relationship.destinationEntity)),
        ("_NSDestinationEntityName", archive.text(relationship.destinationEntityName)),
        ("NSInverseRelationship", reference(relationship.inverseRelationship)),
        ("_NSInverseRelationshipName", archive.text(relationship.inverseName)),
        ("NSRenamingIdentifier", archive.text(relationship.renamingIdentifier)),
        ("NSVersionHashModifier", archive.text(relationship.versionHashModifier)),
      ] + note(relationship.userInfo))
  }

  private mutating func defaultValue(_ value: Any?) -> ListPart {
    switch value {
    case let flag as Bool: return archive.value(.flag(flag))
    case let number as Int: return archive.value(.integer(number))
    case let number as Double: return archive.value(.real(number))
    case let number as Decimal:
      return archive.value(.real(NSDecimalNumber(decimal: number).doubleValue))
    case let text as String: return archive.text(text)
    case let date as Date: return archive.date(date)
    case let data as Data: return archive.value(.data(Array(data)))
    case let uuid as UUID: return archive.text(uuid.uuidString)
    case let url as URL: return archive.text(url.absoluteString)
    default: return KeyedArchive.nothing
    }
  }
}

// Fetched properties and fetch requests of a model, as objects of a keyed archive.
extension ModelArchive {
  /// Our own key for the name of a fetched property's request.
  static let requestNameKey = "FaultlineFetchRequestName"

  mutating func part(
    for property: FetchedPropertyDescription, of entity: EntityDescription
  ) -> ListPart {
    let place = archive.place()
    var members: Members = [
      ("NSPropertyName", archive.text(property.name)), ("NSEntity", reference(entity)),
      ("NSIsOptional", .flag(property.isOptional)), ("NSIsTransient", .flag(true)),
      ("_NSFetchRequestEntityName", archive.text(property.destinationEntityName)),
      ("NSRenamingIdentifier", archive.text(property.renamingIdentifier)),
      ("NSVersionHashModifier", archive.text(property.versionHashModifier)),
    ]
    if let request = property.fetchRequest {
      members.append(("NSFetchRequest", part(for: request, nil)))
      // The format knows no name of such a request; a model's author may have given one.
      if request.name != property.name {
        members.append((Self.requestNameKey, archive.text(request.name)))
      }
    }
    archive.set(
      place, ["NSFetchedPropertyDescription", "NSPropertyDescription", "NSObject"],
      members + note(property.userInfo))
    return .reference(place)
  }

  mutating func part(
    for request: FetchRequestTemplate, _ model: ManagedObjectModel?
  ) -> ListPart {
    var members: Members = [
      ("NSEntity", reference(model?.entitiesByName[request.entityName])),
      ("NSResultType", .integer(request.resultType.rawValue)),
      ("NSFetchLimit", .integer(request.fetchLimit)),
      ("NSBatchSize", .integer(request.fetchBatchSize)),
    ]
    if let predicate = request.predicateFormat {
      members.append((Self.predicateKey, archive.text(predicate)))
    }
    // The format packs these into bits that are not known; off ones are named here.
    for (name, path) in FetchRequestTemplate.archivedFlags
    where request[keyPath: path] != FetchRequestTemplate(name: "", entityName: "")[keyPath: path] {
      members.append((name, .flag(request[keyPath: path])))
    }
    return archive.object(["NSFetchRequest", "NSPersistentStoreRequest", "NSObject"], members)
  }
}

extension FetchRequestTemplate {
  /// Flags by our own names for them.
  static var archivedFlags: [(String, WritableKeyPath<FetchRequestTemplate, Bool>)] {
    [
      ("FaultlineIncludesSubentities", \.includesSubentities),
      ("FaultlineIncludesPendingChanges", \.includesPendingChanges),
      ("FaultlineIncludesPropertyValues", \.includesPropertyValues),
      ("FaultlineReturnsObjectsAsFaults", \.returnsObjectsAsFaults),
      ("FaultlineReturnsDistinctResults", \.returnsDistinctResults),
    ]
  }
}

// The numbers of types in archived models.
extension AttributeType {
  /// The number of the type in the format.
  var archiveNumber: Int {
    switch self {
    case .undefined: 0
    case .integer16: 100
    case .integer32: 200
    case .integer64: 300
    case .decimal: 400
    case .double: 500
    case .float: 600
    case .string: 700
    case .boolean: 800
    case .date: 900
    case .binary: 1000
    case .uuid: 1100
    case .uri: 1200
    case .transformable: 1800
    case .objectID: 2000
    }
  }

  /// The type of a number.
  init?(archiveNumber: Int) {
    guard let type = Self.allCases.first(where: { $0.archiveNumber == archiveNumber }) else {
      return nil
    }
    self = type
  }
}
