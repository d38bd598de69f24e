// An attribute: a value that an object holds itself.

/// The type of an attribute's values.
public enum AttributeType: String, Sendable, CaseIterable {
  case integer16, integer32, integer64, decimal, double, float, string, boolean, date, binary, uuid
  case uri, transformable, objectID, undefined

  /// Whether a value fits into the eight bytes of a slot; the others lie after the slots of a row.
  var isInline: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean, .date: true
    default: false
    }
  }
}

/// A value that objects of an entity hold.
public final class AttributeDescription: PropertyDescription {
  /// The key.
  public let name: String
  /// The type of its values.
  public let attributeType: AttributeType
  /// Whether an object may be saved without a value.
  public let isOptional: Bool
  /// Whether the value stays in memory and never reaches a store.
  public let isTransient: Bool
  /// The expression that a save computes the value from, such as `reports.@count`.
  public let derivation: String?
  /// What a value must satisfy to be saved.
  public let validation: AttributeValidation
  /// The name of the transformer between a transformable value and its data.
  public let valueTransformerName: String?
  /// The name of the class of a transformable attribute's values.
  public let attributeValueClassName: String?
  /// Whether a store may put large data into files of their own.
  public let allowsExternalBinaryDataStorage: Bool
  /// Whether the history keeps the value of a deleted object.
  public let preservesValueInHistoryOnDeletion: Bool
  /// Whether a model of before fetch indexes asks for an index on this attribute alone.
  public let isIndexed: Bool
  /// A text that makes the attribute another one to migrations, although nothing else changed.
  public let versionHashModifier: String?
  /// Notes of the model's author, which the engine does not read.
  public let userInfo: [String: String]
  let defaultCell: Value
  /// Whether the default value was of no kind that any attribute holds.
  let hasForeignDefault: Bool
  /// The renaming identifier as it was given.
  package let statedRenamingIdentifier: String?

  /// The value that a new object starts with.
  public var defaultValue: Any? { defaultCell.bare }

  /// Whether a save computes the value.
  public var isDerived: Bool { derivation != nil }

  /// The name by which a migration finds the attribute in an older model; its own name if unset.
  public var renamingIdentifier: String { statedRenamingIdentifier ?? name }

  /// Describes an attribute; a default of a wrong type is reported when the model is made.
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = true, isTransient: Bool = false,
    defaultValue: Any? = nil, derivation: String? = nil,
    validation: AttributeValidation = AttributeValidation(), valueTransformerName: String? = nil,
    attributeValueClassName: String? = nil, allowsExternalBinaryDataStorage: Bool = false,
    preservesValueInHistoryOnDeletion: Bool = false, isIndexed: Bool = false,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    userInfo: [String: String] = [:]
  ) {
    let cell = Value(bare: defaultValue, for: type)
    self.name = name
    attributeType = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    defaultCell = cell ?? .none
    hasForeignDefault = cell == nil
    self.derivation = derivation
    self.validation = validation
    self.valueTransformerName = valueTransformerName
    self.attributeValueClassName = attributeValueClassName
    self.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    self.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    self.isIndexed = isIndexed
    statedRenamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}
