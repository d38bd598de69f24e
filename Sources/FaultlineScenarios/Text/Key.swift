// What a mapping may say: the table from which it is checked, explained and drawn as a schema.

/// The kind of value that belongs to a key.
package indirect enum Kind: Sendable, Hashable {
  case text
  case name
  case integer(ClosedRange<Int>)
  case number
  case flag
  /// A word that says that something is switched off.
  case off
  case choice([String])
  case formula
  case steps
  case list(Kind)
  /// A mapping from free names to values.
  case names(Kind)
  /// A mapping with keys of its own.
  case table([Key])
  /// A mapping with keys of its own, and others of one kind.
  case open([Key], others: Kind)
  case either([Kind])
  /// Entities with their properties, or a file that has them.
  case model
  /// For each attribute, how its values are made.
  case values
  case other(String)

  /// A whole number that is not negative.
  package static let count = Kind.integer(0...Int.max)

  /// The kind as the reader of a message or a reference page meets it.
  package var words: String {
    switch self {
    case .text: "text"
    case .name: "a name"
    case .integer(let range): Self.words(for: range)
    case .number: "a number"
    case .flag: "true or false"
    case .off: DisabledKeyword.word
    case .choice(let words): words.joined(separator: " | ")
    case .formula: "a formula"
    case .steps: "a list of steps"
    case .list(let kind): "a list of \(kind.words)"
    case .names(let kind): "names, each with \(kind.words)"
    case .table(let keys): "{\(keys.map(\.name).joined(separator: ", "))}"
    case .open(let keys, _):
      "{\((keys.map(\.name) + ["…"]).joined(separator: ", "))}"
    case .model: "entities with their properties, or a file that has them"
    case .values: "names, each with a value, a formula or a generator"
    case .either(let kinds): kinds.map(\.words).joined(separator: ", or ")
    case .other(let words): words
    }
  }

  static func words(for range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (let low, let high) where low == high: "\(low)"
    case (.min, .max): "a whole number"
    case (let low, .max): "a whole number >= \(low)"
    case (.min, let high): "a whole number <= \(high)"
    case (let low, let high): "a whole number from \(low) to \(high)"
    }
  }
}

/// One row of such a table.
package struct Key: Sendable, Hashable {
  package let name: String
  package let kind: Kind
  package let isRequired: Bool
  /// What the key is for, in one line.
  package let meaning: String

  package init(_ name: String, _ kind: Kind, required: Bool = false, _ meaning: String) {
    self.name = name
    self.kind = kind
    self.isRequired = required
    self.meaning = meaning
  }

  /// The same key at a place where leaving it out means something else.
  func leftOut(means words: String) -> Key {
    let purpose = meaning.prefix { $0 != ";" }
    return Key(name, kind, required: isRequired, "\(purpose); \(words) if it is left out.")
  }

  /// `count (a whole number >= 1)`, as the note under an unknown key lists it.
  package var inWords: String { "\(name) (\(kind.words)\(isRequired ? ", required" : ""))" }
}
