// What attributes, relationships and fetched properties have in common.

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
