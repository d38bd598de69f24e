// A relationship: which objects an object refers to, and what happens to them when it is deleted.

/// What a deletion does to the objects at the other end of a relationship.
public enum DeleteRule: String, Sendable, CaseIterable {
  case noAction, nullify, cascade, deny
}

/// A reference, or a set of references, to objects of another entity or of the same.
public final class RelationshipDescription: PropertyDescription {
  /// The key.
  public let name: String
  /// The name of the entity at the other end.
  public let destinationEntityName: String
  /// The key of the relationship that leads back.
  public let inverseName: String?
  /// Whether it refers to many objects.
  public let isToMany: Bool
  /// Whether the objects it refers to have an order.
  public let isOrdered: Bool
  /// Whether an object may be saved without a destination.
  public let isOptional: Bool
  /// The least number of destinations, once there is one.
  public let minCount: Int
  /// The greatest number of destinations; 0 for no limit.
  public let maxCount: Int
  /// What a deletion of the owner does to the destinations.
  public let deleteRule: DeleteRule
  /// A text that makes the relationship another one to migrations, although nothing else changed.
  public let versionHashModifier: String?
  /// Notes of the model's author, which the engine does not read.
  public let userInfo: [String: String]
  /// The renaming identifier as it was given.
  package let statedRenamingIdentifier: String?
  private let links = WriteOnce<Links>()

  private struct Links: Sendable {
    unowned let destination: EntityDescription
    unowned let inverse: RelationshipDescription?
  }

  /// Describes a relationship to at most one object.
  public static func toOne(
    _ name: String, _ destination: String, inverse: String? = nil, isOptional: Bool = true,
    minCount: Int = 0, deleteRule: DeleteRule = .nullify, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) -> RelationshipDescription {
    RelationshipDescription(
      name, destination, inverse: inverse, isToMany: false, isOrdered: false,
      isOptional: isOptional, minCount: minCount, maxCount: 1, deleteRule: deleteRule,
      renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier,
      userInfo: userInfo)
  }

  /// Describes a relationship to any number of objects.
  public static func toMany(
    _ name: String, _ destination: String, inverse: String? = nil, isOrdered: Bool = false,
    isOptional: Bool = true, minCount: Int = 0, maxCount: Int = 0,
    deleteRule: DeleteRule = .nullify, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) -> RelationshipDescription {
    RelationshipDescription(
      name, destination, inverse: inverse, isToMany: true, isOrdered: isOrdered,
      isOptional: isOptional, minCount: minCount, maxCount: maxCount, deleteRule: deleteRule,
      renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier,
      userInfo: userInfo)
  }

  init(
    _ name: String, _ destination: String, inverse: String?, isToMany: Bool, isOrdered: Bool,
    isOptional: Bool, minCount: Int, maxCount: Int, deleteRule: DeleteRule,
    renamingIdentifier: String?, versionHashModifier: String?, userInfo: [String: String]
  ) {
    self.name = name
    destinationEntityName = destination
    inverseName = inverse
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isOptional = isOptional
    self.minCount = minCount
    self.maxCount = maxCount
    self.deleteRule = deleteRule
    statedRenamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }

  /// The entity at the other end; nil before the model is made.
  public var destinationEntity: EntityDescription? { links.value?.destination }

  /// The relationship that leads back; nil if there is none, and before the model is made.
  public var inverseRelationship: RelationshipDescription? { links.value?.inverse }

  /// Never: a relationship is stored.
  public var isTransient: Bool { false }

  /// The name by which a migration finds it in an older model; its own name if unset.
  public var renamingIdentifier: String { statedRenamingIdentifier ?? name }

  /// Whether it is part of a model already.
  var isLinked: Bool { links.value != nil }

  /// Whether this is the first of a pair, whichever of the two is asked; a self-inverse one is.
  func comesBefore(_ inverse: RelationshipDescription) -> Bool {
    (name, destinationEntityName) <= (inverse.name, inverse.destinationEntityName)
  }

  func link(to destination: EntityDescription, inverse: RelationshipDescription?) {
    links.set(Links(destination: destination, inverse: inverse))
  }
}
