// Whose a reading is: its parts by context and by entity.

/// The parts of a reading, without zeros.
///
/// By context the parts add up to the reading. By entity they do as well, unless one thing can concern several entities.
package struct ReadingParts: Sendable, Hashable {
  /// The key of what has no context, or no entity.
  package static let none = "(none)"

  package var contexts: [String: Int] = [:]
  package var entities: [String: Int] = [:]

  package init() {}

  /// Returns the part that an argument of a metric names: `worker`, or `context worker` where a name has two meanings.
  package func part(of argument: String) -> Int {
    for (word, list) in zip(MetricName.argumentWords, [contexts, entities])
    where argument.hasPrefix("\(word) ") {
      let name = String(argument.dropFirst(word.count + 1))
      return list[name == MetricName.none ? Self.none : name] ?? 0
    }
    return contexts[argument] ?? entities[argument] ?? 0
  }
}

extension ReadingParts: Codable {
  private enum CodingKeys: String, CodingKey { case contexts, entities }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !contexts.isEmpty { try container.encode(contexts, forKey: .contexts) }
    if !entities.isEmpty { try container.encode(entities, forKey: .entities) }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    contexts = try container.decodeIfPresent([String: Int].self, forKey: .contexts) ?? [:]
    entities = try container.decodeIfPresent([String: Int].self, forKey: .entities) ?? [:]
  }
}
