// An entity: one kind of object.

/// One kind of object: its properties, its indexes, its place in an inheritance tree.
///
/// An entity leads to all others of its model, also when the model is gone.
public final class EntityDescription: Sendable {
  let facts: EntityFacts
  let ownRelationships: [RelationshipDescription]
  private let links = WriteOnce<EntityLinks>()

  /// Describes an entity; the model checks it.
  public convenience init(
    name: String, isAbstract: Bool = false, superentity: String? = nil,
    managedObjectClassName: String? = nil, attributes: [AttributeDescription] = [],
    relationships: [RelationshipDescription] = [],
    fetchedProperties: [FetchedPropertyDescription] = [],
    uniquenessConstraints: [[String]] = [], indexes: [FetchIndexDescription] = [],
    compoundIndexes: [[String]] = [], renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) {
    self.init(
      EntityFacts(
        name: name, isAbstract: isAbstract, superentityName: superentity,
        statedClassName: managedObjectClassName, attributes: attributes,
        fetchedProperties: fetchedProperties, uniquenessConstraints: uniquenessConstraints,
        indexes: indexes, compoundIndexes: compoundIndexes,
        statedRenamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier,
        userInfo: userInfo),
      relationships)
  }

  /// Describes an entity of which everything is written down already.
  init(_ facts: EntityFacts, _ relationships: [RelationshipDescription]) {
    self.facts = facts
    ownRelationships = relationships
  }

  deinit {
    if let links = links.value { links.graph.forget(self, at: links.index) }
  }

  // MARK: - What was written down

  /// The name.
  public var name: String { facts.name }

  /// Whether no objects are made of it, only of its subentities.
  public var isAbstract: Bool { facts.isAbstract }

  /// The name of the entity that it inherits from.
  public var superentityName: String? { facts.superentityName }

  /// The sets of keys whose values no two objects share; those of ancestors hold as well.
  public var uniquenessConstraints: [[String]] { facts.uniquenessConstraints }

  /// The indexes that a store keeps for it.
  public var indexes: [FetchIndexDescription] { facts.indexes }

  /// The sets of keys that a model of before fetch indexes wants indexed together.
  public var compoundIndexes: [[String]] { facts.compoundIndexes }

  /// A text that makes the entity another one to migrations, although nothing else changed.
  public var versionHashModifier: String? { facts.versionHashModifier }

  /// Notes of the model's author, which the engine does not read.
  public var userInfo: [String: String] { facts.userInfo }

  /// The name by which a migration finds it in an older model; its own name if unset.
  public var renamingIdentifier: String { facts.statedRenamingIdentifier ?? name }

  /// The renaming identifier as it was given.
  package var statedRenamingIdentifier: String? { facts.statedRenamingIdentifier }

  /// The name of the class of its objects: the registered one's, else the name in the model.
  public var managedObjectClassName: String {
    let type = objectClass.type
    return type == ManagedObject.self ? statedClassName ?? "ManagedObject" : "\(type)"
  }

  var statedClassName: String? { facts.statedClassName }

  package var objectClass: ObjectClass { facts.objectClass }

  var ownAttributes: [AttributeDescription] { facts.attributes }

  var ownFetchedProperties: [FetchedPropertyDescription] { facts.fetchedProperties }

  var ownProperties: [any PropertyDescription] {
    ownAttributes as [any PropertyDescription] + ownRelationships + ownFetchedProperties
  }

  // MARK: - Its place in the model

  /// The entity that it inherits from.
  public var superentity: EntityDescription? { links.value?.superentity }

  /// The entities that inherit from it at once, in name order.
  public var subentities: [EntityDescription] {
    links.value.map { $0.graph.subentities(of: $0.index) } ?? []
  }

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

  /// Whether it is this entity or inherits from it.
  public func isKindOf(entity: EntityDescription) -> Bool {
    var ancestor: EntityDescription? = self
    while let next = ancestor {
      if next === entity { return true }
      ancestor = next.superentity
    }
    return false
  }

  /// The entity at the top of its inheritance tree; its own, if it has no superentity.
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

  /// Whether it is part of a model already.
  var isLinked: Bool { links.value != nil }

  func link(_ links: EntityLinks) { self.links.set(links) }
}

/// What an entity learns when its model is made.
///
/// A class, so that reading one of its facts does not copy them all. It holds what lies above it and, by the
/// graph, finds what lies below.
final class EntityLinks: Sendable {
  let graph: EntityGraph
  let index: Int
  let superentity: EntityDescription?
  let properties: [String: any PropertyDescription]
  let layout: EntityLayout

  init(
    _ graph: EntityGraph, index: Int, superentity: EntityDescription?,
    properties: [String: any PropertyDescription], layout: EntityLayout
  ) {
    self.graph = graph
    self.index = index
    self.superentity = superentity
    self.properties = properties
    self.layout = layout
  }
}
