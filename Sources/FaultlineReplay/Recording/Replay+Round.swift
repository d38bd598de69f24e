// A round of a loop, as a frame knows it.

import FaultlineMeasures

extension Replay {
  /// A loop that is open, and which of its rounds is played.
  package struct Round: Sendable, Codable, Hashable {
    /// The loop's name, if it has one.
    package var loop: String?
    /// The round, from 0, as the script has it under the loop's name.
    package var number: Int
    /// How many rounds the loop has; nil in films that were made before films had it.
    package var of: Int?

    /// Names a round.
    package init(loop: String?, number: Int, of: Int? = nil) {
      self.loop = loop
      self.number = number
      self.of = of
    }

    /// `round 3 of 1,000 (i = 2)`.
    package var words: String {
      let whole = of.map { " of \(NumberText.grouped($0))" } ?? ""
      let name = loop.map { " (\($0) = \(number))" } ?? ""
      return "round \(NumberText.grouped(number + 1))\(whole)\(name)"
    }
  }
}

extension Replay.Frame {
  /// The rounds that lie between a frame and the one before it, where they are those that were left out: `4–99`.
  package func unseenRounds(since before: Replay.Frame) -> ClosedRange<Int>? {
    guard let depth = rounds.indices.first(where: { rounds[$0] != before.round(at: $0) }),
      let former = before.round(at: depth), former.loop == rounds[depth].loop,
      rounds[depth].number - former.number - 1 == roundsLeftOut, roundsLeftOut > 0
    else { return nil }
    return former.number + 2...rounds[depth].number
  }

  private func round(at depth: Int) -> Replay.Round? {
    rounds.indices.contains(depth) ? rounds[depth] : nil
  }
}
