// A fetched property: a one-way link that is a question, asked when it is first touched.

/// A property whose value is what a fetch request finds.
public final class FetchedPropertyDescription: PropertyDescription {
  /// The key.
  public let name: String
  /// What it asks for; nil if the model lost it.
  public let fetchRequest: FetchRequestTemplate?
  /// Whether an object may be saved without a value: a question has no value to be saved.
  public let isOptional: Bool
  /// A text that makes the property another one to migrations, although nothing else changed.
  public let versionHashModifier: String?
  /// Notes of the model's author, which the engine does not read.
  public let userInfo: [String: String]
  /// The renaming identifier as it was given.
  package let statedRenamingIdentifier: String?

  /// The name of the entity of the objects it finds.
  public var destinationEntityName: String? { fetchRequest?.entityName }

  /// The condition as text; it may refer to `$FETCH_SOURCE` and `$FETCHED_PROPERTY`.
  public var predicateFormat: String? { fetchRequest?.predicateFormat }

  /// Never stored, and yet not transient: it is computed anew.
  public var isTransient: Bool { false }

  /// The name by which a migration finds it in an older model; its own name if unset.
  public var renamingIdentifier: String { statedRenamingIdentifier ?? name }

  /// Describes a property that finds the objects of an entity for which a condition holds.
  public convenience init(
    _ name: String, _ destination: String, predicate: String? = nil,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.init(
      name,
      fetchRequest: FetchRequestTemplate(
        name: name, entityName: destination, predicateFormat: predicate),
      renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier,
      userInfo: userInfo)
  }

  /// Describes a property that finds what a request asks for.
  public init(
    _ name: String, fetchRequest: FetchRequestTemplate?, isOptional: Bool = true,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.fetchRequest = fetchRequest
    self.isOptional = isOptional
    statedRenamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}
