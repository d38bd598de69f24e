// An index that a store keeps, so that fetches by these properties need not read every row.

/// An index of an entity.
public struct FetchIndexDescription: Sendable, Hashable {
  /// The name, one of its kind within the entity.
  public var name: String
  /// What is indexed, the most significant element first.
  public var elements: [FetchIndexElementDescription]
  /// The condition, as text, that a row must satisfy to be in the index; nil for all rows.
  public var partialIndexPredicate: String?

  /// Describes an index.
  public init(
    name: String, elements: [FetchIndexElementDescription], partialIndexPredicate: String? = nil
  ) {
    self.name = name
    self.elements = elements
    self.partialIndexPredicate = partialIndexPredicate
  }

  /// Describes an ascending index on properties.
  public init(name: String, properties: [String]) {
    self.init(name: name, elements: properties.map { FetchIndexElementDescription($0) })
  }
}

/// One column of an index.
public struct FetchIndexElementDescription: Sendable, Hashable {
  /// How an index finds its entries.
  public enum CollationType: String, Sendable, CaseIterable {
    case binary, rTree
  }

  /// What is indexed.
  public enum Subject: Sendable, Hashable {
    case property(String)
    case expression(String, AttributeType)
  }

  /// What is indexed.
  public var subject: Subject
  /// How the index finds its entries.
  public var collationType: CollationType
  /// Whether small values come first.
  public var isAscending: Bool

  /// The name of the property; nil for an expression.
  public var propertyName: String? {
    if case .property(let name) = subject { name } else { nil }
  }

  /// Indexes a property.
  public init(
    _ property: String, collationType: CollationType = .binary, isAscending: Bool = true
  ) {
    self.init(.property(property), collationType: collationType, isAscending: isAscending)
  }

  /// Indexes a property or an expression.
  public init(
    _ subject: Subject, collationType: CollationType = .binary, isAscending: Bool = true
  ) {
    self.subject = subject
    self.collationType = collationType
    self.isAscending = isAscending
  }
}
