// What the memory was from the first step to the last, and what it served.

/// The bytes of a run at some of its moments, by owner: column by column, a place for each moment.
///
/// A moment is the beginning or the end of a step, or of its turn. Of a long run the lowest and the highest of each
/// stretch are there, so that no crest and no valley is left out.
package struct MemoryTimeline: Sendable, Hashable {
  /// How many moments the run had.
  package var moments: Int
  /// Which of them these are, from 0.
  package var at: [Int]
  /// How many steps were played by then, each round of a loop counted.
  package var played: [Int]
  /// The step of each, as a place among the titles; -1 before the first and after the last.
  package var steps: [Int]
  /// The round of the outermost loop around it, from 0; -1 outside of loops.
  package var rounds: [Int]
  /// What workload and stores held.
  package var bytes: [Int]
  /// The same bytes by what they serve; those of one moment add up to its bytes.
  package var owners: [Share]
  /// The steps that were played at these moments, in words.
  package var titles: [String]
  /// The checkpoints outside of loops.
  package var checkpoints: [Mark]

  /// The bytes of one owner at each moment.
  package struct Share: Sendable, Hashable, Codable {
    /// The last word of the metric: `objects` for `bytes.objects`.
    package var owner: String
    /// How many bytes serve it.
    package var bytes: [Int]

    /// Pairs an owner with its bytes.
    package init(owner: String, bytes: [Int]) {
      self.owner = owner
      self.bytes = bytes
    }
  }

  /// A named moment.
  package struct Mark: Sendable, Hashable, Codable {
    /// The name of the checkpoint.
    package var name: String
    /// The moment before which it was taken.
    package var moment: Int

    /// Names a moment.
    package init(name: String, moment: Int) {
      self.name = name
      self.moment = moment
    }
  }

  /// Gathers moments.
  package init(
    moments: Int = 0, at: [Int] = [], played: [Int] = [], steps: [Int] = [], rounds: [Int] = [],
    bytes: [Int] = [], owners: [Share] = [], titles: [String] = [], checkpoints: [Mark] = []
  ) {
    self.moments = moments
    self.at = at
    self.played = played
    self.steps = steps
    self.rounds = rounds
    self.bytes = bytes
    self.owners = owners
    self.titles = titles
    self.checkpoints = checkpoints
  }

  /// Whether every column has a place for each moment, as in each that was written by a run.
  package var isWhole: Bool {
    let columns = [played, steps, rounds, bytes] + owners.map(\.bytes)
    return !at.isEmpty && columns.allSatisfy { $0.count == at.count }
      && steps.allSatisfy { $0 < titles.count } && zip(at, at.dropFirst()).allSatisfy { $0 < $1 }
  }
}

extension MemoryTimeline: Codable {
  /// All that a document says of it.
  static let fields: [Field<MemoryTimeline>] = [
    Field("moments", \.moments, .whole(from: 0)),
    Field("at", \.at, .list(.whole(from: 0))),
    Field("played", \.played, .list(.whole(from: 0))),
    Field("steps", \.steps, .list(.whole)),
    Field("rounds", \.rounds, .list(.whole)),
    Field("bytes", \.bytes, .list(.whole(from: 0))),
    Field("owners", \.owners, .list(.named("timelineShare"))),
    Field("titles", \.titles, .texts),
    Field(unlessEmpty: "checkpoints", \.checkpoints, .list(.named("timelineMark"))),
  ]

  /// Reads a timeline.
  package init(from decoder: any Decoder) throws {
    self.init()
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a timeline.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}
