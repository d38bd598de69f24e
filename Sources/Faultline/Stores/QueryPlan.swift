// How a store goes about a question, for people.

/// What a fetch asks its stores, and how they find the answer.
public struct QueryPlan: Sendable, CustomStringConvertible {
  /// One statement that a store runs.
  public struct Statement: Sendable, Hashable {
    /// The statement; `?1` and so on stand for the values.
    public let text: String
    /// The values in the order of their places, as a person would write them.
    public let values: [String]
    /// The steps that the store takes, as it says itself; those that belong to others are indented.
    public let steps: [String]

    package init(text: String, values: [String], steps: [String]) {
      self.text = text
      self.values = values
      self.steps = steps
    }
  }

  /// The request's predicate, as the engine writes it.
  public internal(set) var predicate: String?
  /// The statements, store by store.
  public internal(set) var statements: [Statement] = []
  /// What is not left to a store, in sentences.
  public internal(set) var inMemory: [String] = []

  /// The plan as a page of text.
  public var description: String {
    var lines: [String] = []
    if let predicate { lines.append("Predicate: \(predicate)") }
    for statement in statements {
      lines.append("SQL: \(statement.text)")
      for (index, value) in statement.values.enumerated() {
        lines.append("  ?\(index + 1) = \(value)")
      }
      if !statement.steps.isEmpty { lines.append("SQLite's plan:") }
      lines += statement.steps.map { "  \($0)" }
    }
    lines.append("In memory:")
    lines += (inMemory.isEmpty ? ["nothing"] : inMemory).map { "  \($0)" }
    return lines.joined(separator: "\n")
  }
}

extension Scalar {
  /// The value as a plan shows it.
  package var words: String {
    switch self {
    case .none: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text.debugDescription
    case .bytes(let data): "\(data.count) bytes"
    case .object(let identity): "object \(identity.key)"
    }
  }
}
