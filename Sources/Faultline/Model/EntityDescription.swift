// An entity: one kind of object.

/// One kind of object: its attributes, its relationships, its place in an inheritance tree.
public final class EntityDescription: Sendable {
  /// The name.
  public let name: String
  /// Whether no objects are made of it, only of its subentities.
  public let isAbstract: Bool
  /// The name of the entity that it inherits from.
  public let superentityName: String?
  let ownAttributes: [AttributeDescription]
  let ownRelationships: [RelationshipDescription]
  private let links = WriteOnce<Links>()
  let objectClass = ObjectClass()

  private struct Links: Sendable {
    let index: Int
    unowned let superentity: EntityDescription?
    let layout: EntityLayout
  }

  /// Describes an entity; the model checks it.
  public init(
    name: String, isAbstract: Bool = false, superentity: String? = nil,
    attributes: [AttributeDescription] = [], relationships: [RelationshipDescription] = []
  ) {
    self.name = name
    self.isAbstract = isAbstract
    superentityName = superentity
    ownAttributes = attributes
    ownRelationships = relationships
  }

  /// The entity that it inherits from.
  public var superentity: EntityDescription? { links.value?.superentity }

  /// All attributes by key, the inherited ones included.
  public var attributesByName: [String: AttributeDescription] {
    Dictionary(
      layout.slots.compactMap { slot in slot.attribute.map { ($0.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// All relationships by key, the inherited ones included.
  public var relationshipsByName: [String: RelationshipDescription] {
    Dictionary(
      layout.ties.map { ($0.relationship.name, $0.relationship) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The name of the class of its objects.
  public var managedObjectClassName: String { String(describing: objectClass.type) }

  /// Whether it is this entity or inherits from it.
  public func isKindOf(entity: EntityDescription) -> Bool {
    var ancestor: EntityDescription? = self
    while let next = ancestor {
      if next === entity { return true }
      ancestor = next.superentity
    }
    return false
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

  func link(index: Int, superentity: EntityDescription?, layout: EntityLayout) {
    links.set(Links(index: index, superentity: superentity, layout: layout))
  }
}
