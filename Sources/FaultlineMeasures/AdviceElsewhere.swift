// Whether advice holds elsewhere: in the other description of Core Data, and at the other end of what is not known.

/// What is best where something about Core Data is otherwise than where the results were measured.
public struct AdviceElsewhere: Sendable, Hashable {
  /// The key of what is otherwise there: `behaves` for the other description, or that of a band.
  public var key: String
  /// What it is there, such as `core-data`, or the end of a band.
  public var value: String
  /// The place where a variant is chosen, such as a store; empty where there is one place only.
  public var place: String
  /// The variants that are best there, in words.
  public var best: String
  /// Whether they are the same as here.
  public var holds: Bool
  /// The switches that turn the advice by themselves; empty where it holds, and where only several together do.
  public var turnedBy: [String]

  /// Describes what is best somewhere else.
  public init(
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
  public var there: String { "\(key): \(value)" }
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
  public init(from decoder: any Decoder) throws {
    self.init(key: "", value: "", place: "", best: "", holds: false)
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}
