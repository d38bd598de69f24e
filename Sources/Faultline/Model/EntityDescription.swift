// An entity: one kind of object.

/// One kind of object: its properties, its indexes, its place in an inheritance tree.
///
/// Entities refer to each other in circles and do not keep each other alive: keep the model.
public final class EntityDescription: Sendable {
  /// The name.
  public let name: String
  /// Whether no objects are made of it, only of its subentities.
  public let isAbstract: Bool
  /// The name of the entity that it inherits from.
  public let superentityName: String?
  /// The sets of keys whose values no two objects share; those of ancestors hold as well.
  public let uniquenessConstraints: [[String]]
  /// The indexes that a store keeps for it.
  public let indexes: [FetchIndexDescription]
  /// The sets of keys that a model of before fetch indexes wants indexed together.
  public let compoundIndexes: [[String]]
  /// A text that makes the entity another one to migrations, although nothing else changed.
  public let versionHashModifier: String?
  /// Notes of the model's author, which the engine does not read.
  public let userInfo: [String: String]
  /// The renaming identifier as it was given.
  package let statedRenamingIdentifier: String?
  let ownAttributes: [AttributeDescription]
  let ownRelationships: [RelationshipDescription]
  let ownFetchedProperties: [FetchedPropertyDescription]
  let statedClassName: String?
  let objectClass = ObjectClass()
  private let links = WriteOnce<EntityLinks>()

  /// Describes an entity; the model checks it.
  public init(
    name: String, isAbstract: Bool = false, superentity: String? = nil,
    managedObjectClassName: String? = nil, attributes: [AttributeDescription] = [],
    relationships: [RelationshipDescription] = [],
    fetchedProperties: [FetchedPropertyDescription] = [],
    uniquenessConstraints: [[String]] = [], indexes: [FetchIndexDescription] = [],
    compoundIndexes: [[String]] = [], renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.isAbstract = isAbstract
    superentityName = superentity
    statedClassName = managedObjectClassName
    ownAttributes = attributes
    ownRelationships = relationships
    ownFetchedProperties = fetchedProperties
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.compoundIndexes = compoundIndexes
    statedRenamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }

  /// The entity that it inherits from.
  public var superentity: EntityDescription? { links.value?.superentity }

  /// The entities that inherit from it at once, in name order.
  public var subentities: [EntityDescription] { links.value?.subentities ?? [] }

  /// The entities that inherit from it at once, by name.
  public var subentitiesByName: [String: EntityDescription] {
    subentities.firstByKey { $0.name }
  }

  /// All properties by key, the inherited ones included.
  public var propertiesByName: [String: any PropertyDescription] {
    links.value?.properties ?? ownProperties.firstByKey { $0.name }
  }

  /// All attributes by key, the inherited ones included.
  public var attributesByName: [String: AttributeDescription] {
    propertiesByName.compactMapValues { $0 as? AttributeDescription }
  }

  /// All relationships by key, the inherited ones included.
  public var relationshipsByName: [String: RelationshipDescription] {
    propertiesByName.compactMapValues { $0 as? RelationshipDescription }
  }

  /// All fetched properties by key, the inherited ones included.
  public var fetchedPropertiesByName: [String: FetchedPropertyDescription] {
    propertiesByName.compactMapValues { $0 as? FetchedPropertyDescription }
  }

  /// The name of the class of its objects: the registered one's, else the name in the model.
  public var managedObjectClassName: String {
    let type = objectClass.type
    return type == ManagedObject.self ? statedClassName ?? "ManagedObject" : "\(type)"
  }

  /// The name by which a migration finds it in an older model; its own name if unset.
  public var renamingIdentifier: String { statedRenamingIdentifier ?? name }

  /// Whether it is this entity or inherits from it.
  public func isKindOf(entity: EntityDescription) -> Bool {
    var ancestor: EntityDescription? = self
    while let next = ancestor {
      if next === entity { return true }
      ancestor = next.superentity
    }
    return false
  }

  /// The entity at the top of its inheritance tree; its own, if it inherits from nobody.
  package var root: EntityDescription {
    var root = self
    while let parent = root.superentity { root = parent }
    return root
  }

  /// The relationships that lead to exactly that entity, in the order of their declaration.
  public func relationships(
    forDestination entity: EntityDescription
  ) -> [RelationshipDescription] {
    let ties = links.value?.layout.ties ?? []
    return ties.map(\.relationship).filter { $0.destinationEntity === entity }
  }

  /// The sets of keys whose values no two objects share, the ancestors' first.
  package var effectiveUniquenessConstraints: [[String]] {
    (superentity?.effectiveUniquenessConstraints ?? []) + uniquenessConstraints
  }

  /// The position in the model, in name order: tables are found by it.
  package var index: Int { links.value?.index ?? 0 }

  /// Where each property lies; an entity is laid out when its model is made.
  package var layout: EntityLayout {
    guard let layout = links.value?.layout else {
      preconditionFailure(
        "The entity '\(name)' belongs to no model; make a ManagedObjectModel first.")
    }
    return layout
  }

  var ownProperties: [any PropertyDescription] {
    ownAttributes as [any PropertyDescription] + ownRelationships + ownFetchedProperties
  }

  /// Whether it is part of a model already.
  var isLinked: Bool { links.value != nil }

  func link(_ links: EntityLinks) { self.links.set(links) }
}

/// What an entity learns when its model is made.
///
/// A class, so that whoever asks for one of its facts does not copy them all.
final class EntityLinks: Sendable {
  let index: Int
  unowned let superentity: EntityDescription?
  let subentities: [EntityDescription]
  let properties: [String: any PropertyDescription]
  let layout: EntityLayout

  init(
    index: Int, superentity: EntityDescription?, subentities: [EntityDescription],
    properties: [String: any PropertyDescription], layout: EntityLayout
  ) {
    self.index = index
    self.superentity = superentity
    self.subentities = subentities
    self.properties = properties
    self.layout = layout
  }
}
