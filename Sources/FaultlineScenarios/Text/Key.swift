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

/// The values of a mapping whose every key is known, given once, and there if it must be.
///
///     static let keys = [
///       Key("entity", .name, required: true, "What to insert."),
///       Key("count", .integer(1...Int.max), "How many; one if it is left out."),
///     ]
///     let fields = try Fields(node, of: "insert", keys: keys)
///     let entity = try fields.required("entity").identifier()
///     let count = try fields.optional("count")?.integer(in: 1...Int.max) ?? 1
package struct Fields: Sendable {
  package let node: Node
  private let owner: String
  private let keys: [Key]
  private let entries: [Node.Entry]

  /// Checks the mapping against the table.
  ///
  /// A blank value counts as a mapping with no keys.
  package init(_ node: Node, of owner: String, keys: [Key]) throws(Diagnostic) {
    self.node = node
    self.owner = owner
    self.keys = keys
    switch node.value {
    case .mapping(let entries): self.entries = entries
    case .scalar where node.isBlank: entries = []
    default:
      throw node.diagnostic(
        "\(owner) needs a mapping, found \(node.inWords)", notes: [Self.allowed(keys)])
    }
    for entry in entries where !keys.contains(where: { $0.name == entry.name }) {
      let question = Spelling.question(for: entry.name, among: keys.map(\.name))
      throw entry.key.diagnostic(
        "unknown key \(entry.name.inQuotes) in \(owner)\(question)", notes: [Self.allowed(keys)])
    }
    for key in keys where key.isRequired { _ = try required(key.name) }
  }

  /// The value of a key, or nil when the key is not there.
  package func optional(_ name: String) -> Node? {
    precondition(
      keys.contains { $0.name == name }, "Ask \(owner) only for keys of its table, not '\(name)'.")
    return entries.first { $0.name == name }?.value
  }

  /// The value of a key that must be there.
  package func required(_ name: String) throws(Diagnostic) -> Node {
    if let value = optional(name) { return value }
    let key = keys.first { $0.name == name }
    throw node.diagnostic(
      "\(owner) needs a key '\(name)'", notes: key.map { ["\($0.inWords): \($0.meaning)"] } ?? [])
  }

  /// The names of the keys that are there, in the order of the text.
  var given: some Sequence<String> { entries.lazy.map(\.name) }

  /// The key itself as it stands in the text, to point at.
  package func key(_ name: String) -> Node? {
    entries.first { $0.name == name }?.key
  }

  /// Where there are many, what belongs to each is left to `faultline explain`.
  private static func allowed(_ keys: [Key]) -> String {
    guard !keys.isEmpty else { return "no keys are allowed here" }
    return "allowed: \(Spelling.list(keys.map(keys.count > 10 ? \.name : \.inWords)))"
  }
}
