// An entity: one kind of object.

import Synchronization

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

/// One property of an entity: an attribute, a relationship or a fetched property.
public protocol PropertyDescription: AnyObject, Sendable {
  /// The key.
  var name: String { get }
  /// Whether an object may be saved without a value.
  var isOptional: Bool { get }
  /// Whether the value stays in memory and never reaches a store.
  var isTransient: Bool { get }
  /// The name by which a migration finds the property in an older model; its own name if unset.
  var renamingIdentifier: String { get }
  /// A text that makes the property another one to migrations, although nothing else changed.
  var versionHashModifier: String? { get }
  /// Notes of the model's author, which the engine does not read.
  var userInfo: [String: String] { get }
}

/// What an entity is, by itself: nothing here leads to another entity, so holding it makes no retain cycle.
final class EntityFacts: Sendable {
  let name: String
  let isAbstract: Bool
  let superentityName: String?
  let statedClassName: String?
  let attributes: [AttributeDescription]
  let fetchedProperties: [FetchedPropertyDescription]
  let uniquenessConstraints: [[String]]
  let indexes: [FetchIndexDescription]
  let compoundIndexes: [[String]]
  let statedRenamingIdentifier: String?
  let versionHashModifier: String?
  let userInfo: [String: String]
  let objectClass = ObjectClass()

  init(
    name: String, isAbstract: Bool, superentityName: String?, statedClassName: String?,
    attributes: [AttributeDescription], fetchedProperties: [FetchedPropertyDescription],
    uniquenessConstraints: [[String]], indexes: [FetchIndexDescription],
    compoundIndexes: [[String]], statedRenamingIdentifier: String?, versionHashModifier: String?,
    userInfo: [String: String]
  ) {
    self.name = name
    self.isAbstract = isAbstract
    self.superentityName = superentityName
    self.statedClassName = statedClassName
    self.attributes = attributes
    self.fetchedProperties = fetchedProperties
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.compoundIndexes = compoundIndexes
    self.statedRenamingIdentifier = statedRenamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}

/// The class of an entity's objects: `ManagedObject` until another is registered.
package final class ObjectClass: Sendable {
  /// What a module above the engine has for the entity; set before the model is made, and read from then on.
  package nonisolated(unsafe) var client: AnyObject?

  private let state = Mutex((type: ManagedObject.self as ManagedObject.Type, isUsed: false))

  var type: ManagedObject.Type { state.withLock { $0.type } }

  /// The class for a caller that makes objects of it: from now on it cannot change.
  func use() -> ManagedObject.Type {
    state.withLock { state in
      state.isUsed = true
      return state.type
    }
  }

  /// Registers another class, unless objects were made already.
  func set(_ type: ManagedObject.Type) -> Bool {
    state.withLock { state in
      guard !state.isUsed || state.type == type else { return false }
      state.type = type
      return true
    }
  }
}

/// A place that is written once, before any other code can read it, and only read from then on.
///
/// Entities refer to each other in circles, so their links cannot all be there when each is made.
/// Unchecked: the model's initializer writes every link before it returns, and a second write stops.
final class WriteOnce<Content: Sendable>: @unchecked Sendable {
  // Unchecked: it is read for every object, and not written any more.
  @exclusivity(unchecked) private(set) var value: Content?

  func set(_ value: Content) {
    precondition(
      self.value == nil,
      "An entity belongs to one model for good; describe it anew for another model.")
    self.value = value
  }
}
