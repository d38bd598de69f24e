// A reference on the way from one object to the next, by the names of both ends' model.

/// A relationship of an entity, as a step of a cycle or of a way: `Employee.department`.
public struct ReferenceStep: Hashable, Sendable, CustomStringConvertible {
  /// The entity of the object that refers.
  public let entity: String
  /// The relationship.
  public let relationship: String

  /// Both names: `Employee.department`.
  public var description: String { "\(entity).\(relationship)" }
}
