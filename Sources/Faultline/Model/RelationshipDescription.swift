// A relationship: which objects an object refers to, and what happens to them when it is deleted.

/// What a deletion does to the objects at the other end of a relationship.
public enum DeleteRule: String, Sendable, CaseIterable {
  case noAction, nullify, cascade, deny
}

/// A reference, or a set of references, to objects of another entity or of the same.
///
/// It leads to its destination also when the model is gone.
public final class RelationshipDescription: PropertyDescription {
  let facts: RelationshipFacts
  private let links = WriteOnce<Links>()

  private struct Links: Sendable {
    let graph: EntityGraph
    let number: Int
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

  convenience init(
    _ name: String, _ destination: String, inverse: String?, isToMany: Bool, isOrdered: Bool,
    isOptional: Bool, minCount: Int, maxCount: Int, deleteRule: DeleteRule,
    renamingIdentifier: String?, versionHashModifier: String?, userInfo: [String: String]
  ) {
    self.init(
      RelationshipFacts(
        name: name, destinationEntityName: destination, inverseName: inverse, isToMany: isToMany,
        isOrdered: isOrdered, isOptional: isOptional, deleteRule: deleteRule, minCount: minCount,
        maxCount: maxCount, statedRenamingIdentifier: renamingIdentifier,
        versionHashModifier: versionHashModifier, userInfo: userInfo))
  }

  /// Describes a relationship of which everything is written down already.
  init(_ facts: RelationshipFacts) { self.facts = facts }

  deinit {
    if let links = links.value { links.graph.forget(self, number: links.number) }
  }

  // MARK: - What was written down

  /// The key.
  public var name: String { facts.name }

  /// The name of the entity at the other end.
  public var destinationEntityName: String { facts.destinationEntityName }

  /// The key of the relationship that leads back.
  public var inverseName: String? { facts.inverseName }

  /// Whether it refers to many objects.
  public var isToMany: Bool { facts.isToMany }

  /// Whether the objects it refers to have an order.
  public var isOrdered: Bool { facts.isOrdered }

  /// Whether an object may be saved without a destination.
  public var isOptional: Bool { facts.isOptional }

  /// The least number of destinations, once there is one.
  public var minCount: Int { facts.minCount }

  /// The greatest number of destinations; 0 for no limit.
  public var maxCount: Int { facts.maxCount }

  /// What a deletion of the owner does to the destinations.
  public var deleteRule: DeleteRule { facts.deleteRule }

  /// A text that makes the relationship another one to migrations, although nothing else changed.
  public var versionHashModifier: String? { facts.versionHashModifier }

  /// Notes of the model's author, which the engine does not read.
  public var userInfo: [String: String] { facts.userInfo }

  /// Never: a relationship is stored.
  public var isTransient: Bool { false }

  /// The name by which a migration finds it in an older model; its own name if unset.
  public var renamingIdentifier: String { facts.statedRenamingIdentifier ?? name }

  /// The renaming identifier as it was given.
  package var statedRenamingIdentifier: String? { facts.statedRenamingIdentifier }

  // MARK: - Its place in the model

  /// The entity at the other end; nil before the model is made.
  public var destinationEntity: EntityDescription? {
    links.value.flatMap { $0.graph.destination(ofRelationship: $0.number) }
  }

  /// The relationship that leads back; nil if there is none, and before the model is made.
  public var inverseRelationship: RelationshipDescription? {
    links.value.flatMap { $0.graph.inverse(ofRelationship: $0.number) }
  }

  /// Whether it is part of a model already.
  var isLinked: Bool { links.value != nil }

  /// Its number among the relationships of the model that it is part of.
  var number: Int {
    guard let links = links.value else {
      preconditionFailure("A relationship has a number once its model is made.")
    }
    return links.number
  }

  /// Whether this is the first of a pair, whichever of the two is asked; a self-inverse one is.
  func comesBefore(_ inverse: RelationshipDescription) -> Bool {
    (name, destinationEntityName) <= (inverse.name, inverse.destinationEntityName)
  }

  func link(_ graph: EntityGraph, number: Int) {
    links.set(Links(graph: graph, number: number))
  }
}

/// What a relationship is, by itself: nothing here leads to an entity, so holding it makes no retain cycle.
final class RelationshipFacts: Sendable {
  let name: String
  let destinationEntityName: String
  let inverseName: String?
  let isToMany: Bool
  let isOrdered: Bool
  let isOptional: Bool
  let deleteRule: DeleteRule
  let minCount: Int
  let maxCount: Int
  let statedRenamingIdentifier: String?
  let versionHashModifier: String?
  let userInfo: [String: String]

  init(
    name: String, destinationEntityName: String, inverseName: String?, isToMany: Bool,
    isOrdered: Bool, isOptional: Bool, deleteRule: DeleteRule, minCount: Int, maxCount: Int,
    statedRenamingIdentifier: String?, versionHashModifier: String?, userInfo: [String: String]
  ) {
    self.name = name
    self.destinationEntityName = destinationEntityName
    self.inverseName = inverseName
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isOptional = isOptional
    self.deleteRule = deleteRule
    self.minCount = minCount
    self.maxCount = maxCount
    self.statedRenamingIdentifier = statedRenamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}
