// Whether advice holds elsewhere: in the other description of Core Data, and at the other end of what is not known.

/// What is best where something about Core Data is otherwise than where the results were measured.
package struct AdviceElsewhere: Sendable, Hashable {
  /// The key of what is otherwise there: `behaves` for the other description, or that of a band.
  package var key: String
  /// What it is there, such as `core-data`, or the end of a band.
  package var value: String
  /// The place where a variant is chosen, such as a store; empty where there is one place only.
  package var place: String
  /// The variants that are best there, in words.
  package var best: String
  /// Whether they are the same as here.
  package var holds: Bool
  /// The switches that turn the advice by themselves; empty where it holds, and where only several together do.
  package var turnedBy: [String]

  /// Describes what is best somewhere else.
  package init(
    key: String, value: String, place: String, best: String, holds: Bool, turnedBy: [String] = []
  ) {
    self.key = key
    self.value = value
    self.place = place
    self.best = best
    self.holds = holds
    self.turnedBy = turnedBy
  }

  /// What is otherwise there, as a scenario says it: `rowCache: kept`.
  package var there: String { "\(key): \(value)" }
}

extension AdviceElsewhere: Codable {
  /// All that a document says of it.
  package static let fields: [Field<AdviceElsewhere>] = [
    Field("key", \.key, .text),
    Field("value", \.value, .text),
    Field("place", \.place, .text),
    Field("best", \.best, .text),
    Field("holds", \.holds, .truth),
    Field(unlessEmpty: "turnedBy", \.turnedBy, .texts),
  ]

  /// Reads it.
  package init(from decoder: any Decoder) throws {
    self.init(key: "", value: "", place: "", best: "", holds: false)
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes it.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}
