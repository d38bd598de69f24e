// What a question lets its reader choose from, judged by what was measured.

extension Replay {
  /// An answer that a question offers.
  package struct Choice: Sendable, Codable, Hashable {
    /// What the reader chooses.
    package var says: String
    /// Whether it is right in this variant.
    package var isRight: Bool
    /// What a reader believes when choosing it where it is wrong.
    package var mistake: String?

    /// Offers an answer.
    package init(_ says: String, isRight: Bool, mistake: String? = nil) {
      self.says = says
      self.isRight = isRight
      self.mistake = mistake
    }
  }

  /// The choices of a question, of which one is right.
  package struct Offer: Sendable, Codable, Hashable {
    /// The choices in their order.
    package var choices: [Choice]
    /// What was read where they ask: `objects.live was 4`.
    package var measured: String
    /// The place of the frame that shows why: where what the right one asks for came to be as it is.
    package var reason: Int
    /// The line of the file at which the question stands.
    package var line: Int
    /// The question of public threads that it asks in the inventory.
    package var inventory: Int?
    /// What the variant does, for a reader of the inventory.
    package var here: String?

    /// Offers choices.
    package init(
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
    package var right: Int? {
      let places = choices.indices.filter { choices[$0].isRight }
      return places.count == 1 ? places[0] : nil
    }
  }
}
