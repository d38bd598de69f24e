// Which trial it is: one combination of everything that a scenario varies. The plan makes it, the result keeps
// it and reports read it; ids and titles are views of it, and no text is ever taken apart to find it again.

/// The identity of a trial.
package struct TrialKey: Sendable, Hashable {
  /// The scenario's name.
  package var scenario: String
  /// The variant's name.
  package var variant: String
  /// The choices that the matrix makes, in the order of the file.
  package var axes: [Setting]
  /// The sizes of parameters, in the order of the file.
  package var sizes: [Setting]
  /// The store, where the scenario runs on several: one alone needs no mention.
  package var store: String?

  /// Names a trial.
  package init(
    scenario: String, variant: String, axes: [Setting] = [], sizes: [Setting] = [],
    store: String? = nil
  ) {
    self.scenario = scenario
    self.variant = variant
    self.axes = axes
    self.sizes = sizes
    self.store = store
  }

  /// What is varied beside the variant.
  private var surroundings: [String] {
    (axes + sizes).map(\.assignment) + (store.map { [$0] } ?? [])
  }

  /// The id under which results and baselines are filed, such as `first-light/refresh/rows=1000/sqlite`.
  package var id: String { ([scenario, variant] + surroundings).joined(separator: "/") }

  /// What reports call it: `refresh · rows=1000 · sqlite`.
  package var title: String { ([variant] + surroundings).joined(separator: " · ") }

  /// What all variants in the same place share, such as `rows=1000 · sqlite`; nil when only variants differ.
  package var place: String? {
    surroundings.isEmpty ? nil : surroundings.joined(separator: " · ")
  }

  /// The size of a parameter, if it has sizes.
  package func size(of parameter: String) -> Int? {
    sizes.first { $0.name == parameter }?.value.whole
  }

  /// The same trial whatever the size of a parameter is.
  package func without(size parameter: String) -> TrialKey {
    var key = self
    key.sizes.removeAll { $0.name == parameter }
    return key
  }

  /// Another variant in the same place.
  package func with(variant: String) -> TrialKey {
    var key = self
    key.variant = variant
    return key
  }
}

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
