// A name and its value: parameters, a variant's settings, library versions. A number stays one until it is printed.

/// A named value in the order its owner gave it.
public struct Setting: Sendable, Codable, Hashable {
  /// What is set.
  public var name: String
  /// What it is set to.
  public var value: Value

  /// A whole number, or a word.
  public enum Value: Sendable, Hashable {
    case whole(Int)
    case word(String)
  }

  /// Pairs a name with a value.
  public init(name: String, value: Value) {
    self.name = name
    self.value = value
  }

  /// Pairs a name with a word.
  public init(name: String, value: String) { self.init(name: name, value: .word(value)) }

  /// Pairs a name with a number.
  public init(name: String, value: Int) { self.init(name: name, value: .whole(value)) }

  /// The pair as ids and titles have it, such as `rows=1000`.
  public var assignment: String { "\(name)=\(value.plain)" }
}

extension Setting.Value {
  /// The number, if it is one.
  public var whole: Int? {
    if case .whole(let number) = self { number } else { nil }
  }

  /// The value for machines: digits without groups.
  public var plain: String {
    switch self {
    case .whole(let number): "\(number)"
    case .word(let word): word
    }
  }
}

extension Setting.Value: CustomStringConvertible {
  /// The value for readers: `20,000`.
  public var description: String {
    switch self {
    case .whole(let number): NumberText.grouped(number)
    case .word(let word): word
    }
  }
}

extension Setting: CustomStringConvertible {
  /// The pair as `name = value`.
  public var description: String { "\(name) = \(value)" }
}

extension Setting.Value: Codable {
  /// Reads a number or a word.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .whole(number)
    } else {
      self = .word(try container.decode(String.self))
    }
  }

  /// Writes a number as one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .whole(let number): try container.encode(number)
    case .word(let word): try container.encode(word)
    }
  }
}
