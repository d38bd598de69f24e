// What a question lets its reader choose from, judged by what was measured.

extension Film {
  /// An answer that a question offers.
  public struct Choice: Sendable, Codable, Hashable {
    /// What the reader chooses.
    public var says: String
    /// Whether it is right in this variant.
    public var isRight: Bool
    /// What a reader believes when choosing it where it is wrong.
    public var mistake: String?

    /// Offers an answer.
    public init(_ says: String, isRight: Bool, mistake: String? = nil) {
      self.says = says
      self.isRight = isRight
      self.mistake = mistake
    }
  }

  /// The choices of a question, of which one is right.
  public struct Offer: Sendable, Codable, Hashable {
    /// The choices in their order.
    public var choices: [Choice]
    /// What was read where they ask: `objects.live was 4`.
    public var measured: String
    /// The place of the frame that shows why: where what the right one asks for came to be as it is.
    public var reason: Int
    /// The line of the file at which the question stands.
    public var line: Int
    /// The question of public threads that it asks in the inventory.
    public var inventory: Int?
    /// What the variant does, for a reader of the inventory.
    public var here: String?

    /// Offers choices.
    public init(
      _ choices: [Choice], measured: String, reason: Int, line: Int, inventory: Int? = nil,
      here: String? = nil
    ) {
      self.choices = choices
      self.measured = measured
      self.reason = reason
      self.line = line
      self.inventory = inventory
      self.here = here
    }

    /// The place of the right choice; nil where not exactly one is.
    public var right: Int? {
      let places = choices.indices.filter { choices[$0].isRight }
      return places.count == 1 ? places[0] : nil
    }
  }
}
