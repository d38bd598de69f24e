// An attribute: a value that an object holds itself.

/// The type of an attribute's values.
public enum AttributeType: String, Sendable, CaseIterable {
  case integer16, integer32, integer64, decimal, double, float, string, boolean, date, binary, uuid
  case uri, transformable, objectID, undefined

  /// Whether a value fits into the eight bytes of a slot; the others lie behind the slots of a row.
  var isInline: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean, .date: true
    default: false
    }
  }
}

/// A value that objects of an entity hold.
public final class AttributeDescription: Sendable {
  /// The key.
  public let name: String
  /// The type of its values.
  public let attributeType: AttributeType
  /// Whether an object may be saved without a value.
  public let isOptional: Bool
  /// Whether the value stays in memory and never reaches a store.
  public let isTransient: Bool
  let defaultCell: Value

  /// The value that a new object starts with.
  public var defaultValue: Any? { defaultCell.bare }

  /// Describes an attribute; a default of a wrong type is reported when the model is made.
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = true, isTransient: Bool = false,
    defaultValue: Any? = nil
  ) {
    self.name = name
    attributeType = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    defaultCell = Value(bare: defaultValue) ?? .text("\(defaultValue ?? "")")
  }
}
