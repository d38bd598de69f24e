// A relationship: which objects an object refers to, and what happens to them when it is deleted.

/// What a deletion does to the objects at the other end of a relationship.
public enum DeleteRule: String, Sendable, CaseIterable {
  case noAction, nullify, cascade, deny
}

/// A reference, or a set of references, to objects of another entity or of the same.
public final class RelationshipDescription: Sendable {
  /// The key.
  public let name: String
  /// The name of the entity at the other end.
  public let destinationEntityName: String
  /// The key of the relationship that leads back.
  public let inverseName: String?
  /// Whether it refers to many objects.
  public let isToMany: Bool
  /// Whether an object may be saved without a destination.
  public let isOptional: Bool
  /// The least number of destinations, once there is one.
  public let minCount: Int
  /// The greatest number of destinations; 0 for no limit.
  public let maxCount: Int
  /// What a deletion of the owner does to the destinations.
  public let deleteRule: DeleteRule
  private let links = WriteOnce<Links>()

  private struct Links: Sendable {
    unowned let destination: EntityDescription
    unowned let inverse: RelationshipDescription?
  }

  /// Describes a relationship to at most one object.
  public static func toOne(
    _ name: String, _ destination: String, inverse: String? = nil, isOptional: Bool = true,
    deleteRule: DeleteRule = .nullify
  ) -> RelationshipDescription {
    RelationshipDescription(
      name, destination, inverse: inverse, isToMany: false, isOptional: isOptional, minCount: 0,
      maxCount: 1, deleteRule: deleteRule)
  }

  /// Describes a relationship to any number of objects.
  public static func toMany(
    _ name: String, _ destination: String, inverse: String? = nil, isOptional: Bool = true,
    minCount: Int = 0, maxCount: Int = 0, deleteRule: DeleteRule = .nullify
  ) -> RelationshipDescription {
    RelationshipDescription(
      name, destination, inverse: inverse, isToMany: true, isOptional: isOptional,
      minCount: minCount, maxCount: maxCount, deleteRule: deleteRule)
  }

  private init(
    _ name: String, _ destination: String, inverse: String?, isToMany: Bool, isOptional: Bool,
    minCount: Int, maxCount: Int, deleteRule: DeleteRule
  ) {
    self.name = name
    destinationEntityName = destination
    inverseName = inverse
    self.isToMany = isToMany
    self.isOptional = isOptional
    self.minCount = minCount
    self.maxCount = maxCount
    self.deleteRule = deleteRule
  }

  /// The entity at the other end; nil before the model is made.
  public var destinationEntity: EntityDescription? { links.value?.destination }

  /// The relationship that leads back.
  public var inverseRelationship: RelationshipDescription? { links.value?.inverse }

  func link(to destination: EntityDescription, inverse: RelationshipDescription?) {
    links.set(Links(destination: destination, inverse: inverse))
  }
}
