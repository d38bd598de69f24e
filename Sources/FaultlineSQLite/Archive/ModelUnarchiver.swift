// A model from the objects of a keyed archive.

internal import Faultline
import Foundation

/// The parts of an archived model; what could not be taken in is listed in its warnings.
struct ModelUnarchiver {
  private(set) var entities: [EntityDescription] = []
  private(set) var configurations: [String: [String]] = [:]
  private(set) var templates: [FetchRequestTemplate] = []
  private(set) var identifiers: Set<String> = []
  private(set) var warnings: [String] = []

  /// Reads an archive.
  init(_ bytes: [UInt8]) throws(GraphError) { try read(try ArchiveReader(bytes).root()) }

  private mutating func read(_ root: ArchivedObject) throws(GraphError) {
    guard root.className == "NSManagedObjectModel" else {
      throw ArchiveReader.damaged("its root is a '\(root.className)'")
    }
    for case (_, .object(let object)) in try root.named("NSEntities") {
      if let entity = try entity(object) { entities.append(entity) }
    }
    for case (let name, .object(let request)) in try root.named("NSFetchRequestTemplates") {
      if let template = try template(request, named: name, entity: nil) {
        templates.append(template)
      }
    }
    let known = Set(entities.map(\.name))
    for case (let name, .object(let list)) in try root.named("NSConfigurations") {
      configurations[name] = try names(in: list).filter(known.contains)
    }
    for identifier in try root.elements("NSVersionIdentifiers") {
      if let text = try identifier.text(), !text.isEmpty { identifiers.insert(text) }
    }
  }

  private func names(in list: ArchivedObject) throws(GraphError) -> [String] {
    var names: [String] = []
    for case .object(let entity) in try list.listed() {
      if let name = try entity.text("NSEntityName") { names.append(name) }
    }
    return names
  }

  mutating func warn(_ text: String) { warnings.append(text) }

  // MARK: - Entities

  private mutating func entity(_ object: ArchivedObject) throws(GraphError) -> EntityDescription? {
    guard let name = try object.text("NSEntityName") else {
      throw ArchiveReader.damaged("an entity has no name")
    }
    let parent = try object.object("NSSuperentity")
    // An entity lists what it inherits as well.
    var inherited: Set<String> = []
    if let parent { inherited.formUnion(try parent.names("NSProperties")) }
    var attributes: [AttributeDescription] = []
    var relationships: [RelationshipDescription] = []
    var fetchedProperties: [FetchedPropertyDescription] = []
    for case (let key, .object(let property)) in try object.named("NSProperties")
    where !inherited.contains(key) {
      switch property.className {
      case "NSAttributeDescription", "NSDerivedAttributeDescription":
        if let attribute = try attribute(property, key, of: name) { attributes.append(attribute) }
      case "NSRelationshipDescription":
        relationships.append(try relationship(property, key, of: name))
      case "NSFetchedPropertyDescription":
        fetchedProperties.append(try fetchedProperty(property, key, of: name))
      default:
        warn("'\(name).\(key)' is a '\(property.className)', which is not known here.")
      }
    }
    // The class of objects where none is named.
    let className = try object.text("NSClassNameForEntity")
    let isPlain = className == "NSManagedObject" || className == "ManagedObject"
    return EntityDescription(
      name: name, isAbstract: try object.flag("NSIsAbstract"),
      superentity: try parent?.text("NSEntityName"),
      managedObjectClassName: isPlain ? nil : className, attributes: attributes,
      relationships: relationships, fetchedProperties: fetchedProperties,
      uniquenessConstraints: try keys(object, "NSUniqueTuples"),
      indexes: try indexes(object, of: name),
      compoundIndexes: try keys(object, "NSCompoundIndexes"),
      renamingIdentifier: try renamingIdentifier(object, unless: name),
      versionHashModifier: try object.text("NSVersionHashModifier"),
      userInfo: try userInfo(object))
  }

  /// Lists of keys; a key stands there as text or as its property.
  private func keys(_ object: ArchivedObject, _ key: String) throws(GraphError) -> [[String]] {
    var lists: [[String]] = []
    for case .object(let list) in try object.elements(key) {
      var keys: [String] = []
      for element in try list.listed() {
        if let text = try element.text() {
          keys.append(text)
        } else if case .object(let property) = element,
          let name = try property.text("NSPropertyName")
        {
          keys.append(name)
        }
      }
      if !keys.isEmpty { lists.append(keys) }
    }
    return lists
  }

  private mutating func indexes(
    _ object: ArchivedObject, of entity: String
  ) throws(GraphError) -> [FetchIndexDescription] {
    var indexes: [FetchIndexDescription] = []
    for case .object(let index) in try object.elements("NSFetchIndexDescriptions") {
      guard let name = try index.text("NSIndexName") else { continue }
      var elements: [FetchIndexElementDescription] = []
      var isWhole = true
      for case .object(let element) in try index.elements("NSIndexElements") {
        guard let subject = try subject(of: element) else {
          isWhole = false
          continue
        }
        elements.append(
          FetchIndexElementDescription(
            subject,
            collationType: try element.integer("NSFetchIndexElementType") == 1 ? .rTree : .binary,
            isAscending: try element.flag("NSAscending")))
      }
      guard isWhole, !elements.isEmpty else {
        warn("The index '\(name)' of '\(entity)' is on an expression, and is left out.")
        continue
      }
      var condition = try index.text(ModelArchive.predicateKey)
      if let predicate = try index.object("NSPartialIndexPredicate") {
        condition = try ArchivedPredicate.text(predicate)
      }
      indexes.append(
        FetchIndexDescription(name: name, elements: elements, partialIndexPredicate: condition))
    }
    return indexes
  }

  private func subject(
    of element: ArchivedObject
  ) throws(GraphError) -> FetchIndexElementDescription.Subject? {
    if let property = try element.text("NSPropertyName") { return .property(property) }
    guard let text = try element.text(ModelArchive.predicateKey) else { return nil }
    let type = AttributeType(archiveNumber: try element.integer("NSAttributeType") ?? 0)
    return .expression(text, type ?? .undefined)
  }

  // MARK: - What every description has

  func renamingIdentifier(
    _ object: ArchivedObject, unless name: String
  ) throws(GraphError) -> String? {
    let identifier = try object.text("NSRenamingIdentifier")
    return identifier == name ? nil : identifier
  }

  func userInfo(_ object: ArchivedObject) throws(GraphError) -> [String: String] {
    var info: [String: String] = [:]
    for (key, value) in try object.named("NSUserInfo") {
      if let text = try value.text() { info[key] = text }
    }
    return info
  }
}

// Fetch requests of an archived model.
extension ModelUnarchiver {
  mutating func fetchedProperty(
    _ object: ArchivedObject, _ key: String, of entity: String
  ) throws(GraphError) -> FetchedPropertyDescription {
    let request = try object.object("NSFetchRequest")
    let destination = try object.text("_NSFetchRequestEntityName")
    var template: FetchRequestTemplate?
    if let request {
      let name = try object.text(ModelArchive.requestNameKey) ?? key
      template = try self.template(request, named: name, entity: destination)
    }
    return FetchedPropertyDescription(
      key, fetchRequest: template, isOptional: try object.flag("NSIsOptional"),
      renamingIdentifier: try renamingIdentifier(object, unless: key),
      versionHashModifier: try object.text("NSVersionHashModifier"),
      userInfo: try userInfo(object))
  }

  mutating func template(
    _ request: ArchivedObject, named name: String, entity: String?
  ) throws(GraphError) -> FetchRequestTemplate? {
    let stated = try request.text("NSEntityName")
    let linked = try request.object("NSEntity")?.text("NSEntityName")
    guard let entity = entity ?? linked ?? stated else {
      warn("The fetch request '\(name)' asks for no entity, and is left out.")
      return nil
    }
    var template = FetchRequestTemplate(name: name, entityName: entity)
    template.predicateFormat = try request.text(ModelArchive.predicateKey)
    for (key, path) in FetchRequestTemplate.archivedFlags {
      if case .flag(let flag) = try request[key] { template[keyPath: path] = flag }
    }
    if let predicate = try request.object("NSPredicate") {
      template.predicateFormat = try ArchivedPredicate.text(predicate)
      if template.predicateFormat == nil {
        warn("The fetch request '\(name)' has a predicate that cannot be read here.")
      }
    }
    template.resultType =
      FetchRequestTemplate.ResultType(rawValue: try request.integer("NSResultType") ?? 0)
      ?? .managedObjects
    template.fetchLimit = max(0, try request.integer("NSFetchLimit") ?? 0)
    template.fetchBatchSize = max(0, try request.integer("NSBatchSize") ?? 0)
    return template
  }
}
