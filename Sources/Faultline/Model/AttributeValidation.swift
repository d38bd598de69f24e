// What a value must satisfy before a save accepts it.

public import Foundation

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
