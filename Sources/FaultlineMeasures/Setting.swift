// A name and the text of its value: parameters, a variant's settings, library versions.

/// A named value in the order its owner gave it.
public struct Setting: Sendable, Codable, Hashable {
  /// What is set.
  public var name: String
  /// The value as it is shown.
  public var value: String

  /// Pairs a name with a value.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension Setting: CustomStringConvertible {
  /// The pair as `name = value`.
  public var description: String { "\(name) = \(value)" }
}
