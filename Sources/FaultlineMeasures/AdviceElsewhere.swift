// Whether advice holds elsewhere: in the other description of Core Data, and at the other end of what is not known.

/// What is best where something about Core Data is otherwise than where the results were measured.
public struct AdviceElsewhere: Sendable, Hashable {
  /// What is otherwise there, such as `behaves: core-data` or `rowCache: kept`.
  public var there: String
  /// The place where a variant is chosen, such as a store; empty where there is one place only.
  public var place: String
  /// The variants that are best there, in words.
  public var best: String
  /// Whether they are the same as here.
  public var holds: Bool
  /// The switches that turn the advice by themselves; empty where it holds, and where only several together do.
  public var turnedBy: [String]

  /// Describes what is best somewhere else.
  public init(there: String, place: String, best: String, holds: Bool, turnedBy: [String] = []) {
    self.there = there
    self.place = place
    self.best = best
    self.holds = holds
    self.turnedBy = turnedBy
  }
}

extension AdviceElsewhere: Codable {
  /// All that a document says of it.
  static let fields: [Field<AdviceElsewhere>] = [
    Field("there", \.there, .text),
    Field("place", \.place, .text),
    Field("best", \.best, .text),
    Field("holds", \.holds, .truth),
    Field(unlessEmpty: "turnedBy", \.turnedBy, .texts),
  ]

  /// Reads it.
  public init(from decoder: any Decoder) throws {
    self.init(there: "", place: "", best: "", holds: false)
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}
