// A mapping read against its table of keys.

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
