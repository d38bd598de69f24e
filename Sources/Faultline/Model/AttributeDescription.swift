// An attribute: a value that an object holds itself.

public import Foundation
import Synchronization

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

/// The bounds of an attribute's values; nil sets no bound.
///
/// ```swift
/// AttributeDescription("salary", .double, validation: .init(min: 0, max: 1_000_000))
/// AttributeDescription("name", .string, validation: .init(minLength: 1, maxLength: 80))
/// ```
public struct AttributeValidation: Sendable, Hashable {
  /// The least number.
  public var min: Decimal?
  /// The greatest number.
  public var max: Decimal?
  /// The least number of characters.
  public var minLength: Int?
  /// The greatest number of characters.
  public var maxLength: Int?
  /// The pattern that a text must match from end to end.
  public var regularExpression: String?
  /// The earliest date.
  public var minDate: Date?
  /// The latest date.
  public var maxDate: Date?

  /// Sets the bounds that are given and no others.
  public init(
    min: Decimal? = nil, max: Decimal? = nil, minLength: Int? = nil, maxLength: Int? = nil,
    regularExpression: String? = nil, minDate: Date? = nil, maxDate: Date? = nil
  ) {
    self.min = min
    self.max = max
    self.minLength = minLength
    self.maxLength = maxLength
    self.regularExpression = regularExpression
    self.minDate = minDate
    self.maxDate = maxDate
  }

  /// Whether every value satisfies it.
  public var isEmpty: Bool { self == AttributeValidation() }
}

// May an attribute's value be saved? One function a rule; Apple's code for each.
extension AttributeDescription {
  /// The first rule that a value breaks, as an error about an object.
  func fault(in value: Value, of id: ManagedObjectID) -> GraphError? {
    func error(_ code: GraphError.Code, _ problem: String) -> GraphError {
      GraphError(
        code, "'\(id.entityName).\(name)' \(problem) in \(id).", objectID: id, key: name)
    }
    switch value {
    case .none:
      return isOptional
        ? nil : error(.validationMissingMandatoryProperty, "is mandatory and has no value")
    case .integer(let number): return fault(in: Decimal(number), error)
    case .decimal(let number): return fault(in: number, error)
    case .double(let number):
      // What no decimal can hold is beyond every bound that one can state.
      guard number.isFinite, abs(number) < 1e100 else {
        return number < 0
          ? validation.min.map { error(.validationNumberTooSmall, "is \(number), below \($0)") }
          : validation.max.map { error(.validationNumberTooLarge, "is \(number), above \($0)") }
      }
      let isBounded = validation.min != nil || validation.max != nil
      return isBounded ? fault(in: Decimal(number), error) : nil
    case .text(let text): return fault(in: text, error)
    case .date(let date): return fault(in: date, error)
    case .truth, .data, .uuid, .url: return nil
    }
  }

  private typealias Report = (GraphError.Code, String) -> GraphError

  private func fault(in number: Decimal, _ error: Report) -> GraphError? {
    if let least = validation.min, number < least {
      return error(.validationNumberTooSmall, "is \(number), below \(least)")
    }
    if let most = validation.max, number > most {
      return error(.validationNumberTooLarge, "is \(number), above \(most)")
    }
    return nil
  }

  private func fault(in text: String, _ error: Report) -> GraphError? {
    if let least = validation.minLength, text.count < least {
      return error(.validationStringTooShort, "has \(text.count) characters, fewer than \(least)")
    }
    if let most = validation.maxLength, text.count > most {
      return error(.validationStringTooLong, "has \(text.count) characters, more than \(most)")
    }
    if let pattern = validation.regularExpression, !Patterns.matches(text, pattern) {
      return error(
        .validationStringPatternMatching, "is '\(text)', which does not match '\(pattern)'")
    }
    return nil
  }

  private func fault(in date: Date, _ error: Report) -> GraphError? {
    if let first = validation.minDate, date < first {
      return error(.validationDateTooSoon, "is \(date), before \(first)")
    }
    if let last = validation.maxDate, date > last {
      return error(.validationDateTooLate, "is \(date), after \(last)")
    }
    return nil
  }
}

/// Compiled patterns, each compiled once.
private enum Patterns {
  private static let compiled = Mutex<[String: NSRegularExpression]>([:])

  /// Whether a text matches a pattern from end to end; a pattern that is none matches nothing.
  static func matches(_ text: String, _ pattern: String) -> Bool {
    let expression = compiled.withLock { compiled in
      if let known = compiled[pattern] { return known as NSRegularExpression? }
      let fresh = try? NSRegularExpression(pattern: "^(?:\(pattern))$")
      compiled[pattern] = fresh
      return fresh
    }
    let whole = NSRange(text.startIndex..., in: text)
    return expression?.firstMatch(in: text, range: whole)?.range == whole
  }
}
