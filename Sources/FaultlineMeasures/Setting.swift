// A name and its value: parameters, a variant's settings, library versions. A number stays one until it is printed.

/// A named value in the order its owner gave it.
package struct Setting: Sendable, Codable, Hashable {
  /// What is set.
  package var name: String
  /// What it is set to.
  package var value: Value

  /// A whole number, or a word.
  package enum Value: Sendable, Hashable {
    case whole(Int)
    case word(String)
  }

  /// Pairs a name with a value.
  package init(name: String, value: Value) {
    self.name = name
    self.value = value
  }

  /// Pairs a name with a word.
  package init(name: String, value: String) { self.init(name: name, value: .word(value)) }

  /// Pairs a name with a number.
  package init(name: String, value: Int) { self.init(name: name, value: .whole(value)) }

  /// The pair as ids and titles have it, such as `rows=1000`.
  package var assignment: String { "\(name)=\(value.plain)" }
}

extension Setting.Value {
  /// The number, if it is one.
  package var whole: Int? {
    if case .whole(let number) = self { number } else { nil }
  }

  /// The value for machines: digits without groups.
  package var plain: String {
    switch self {
    case .whole(let number): "\(number)"
    case .word(let word): word
    }
  }
}

extension Setting.Value: CustomStringConvertible {
  /// The value for readers: `20,000`.
  package var description: String {
    switch self {
    case .whole(let number): NumberText.grouped(number)
    case .word(let word): word
    }
  }
}

extension Setting: CustomStringConvertible {
  /// The pair as `name = value`.
  package var description: String { "\(name) = \(value)" }
}

extension Setting.Value: Codable {
  /// Reads a number or a word.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .whole(number)
    } else {
      self = .word(try container.decode(String.self))
    }
  }

  /// Writes a number as one.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .whole(let number): try container.encode(number)
    case .word(let word): try container.encode(word)
    }
  }
}
