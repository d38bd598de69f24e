// What the memory was from the first step to the last, and what it served.

/// The bytes of a run at some of its moments, by owner: column by column, a place for each moment.
///
/// A moment is the beginning or the end of a step, or of its turn. Of a long run the lowest and the highest of each
/// stretch are there, so that no crest and no valley is left out.
public struct MemoryTimeline: Sendable, Hashable {
  /// How many moments the run had.
  public var moments: Int
  /// Which of them these are, from 0.
  public var at: [Int]
  /// How many steps were played by then, each round of a loop counted.
  public var played: [Int]
  /// The step of each, as a place among the titles; -1 before the first and after the last.
  public var steps: [Int]
  /// The round of the outermost loop around it, from 0; -1 outside of loops.
  public var rounds: [Int]
  /// What workload and stores held.
  public var bytes: [Int]
  /// The same bytes by what they serve; those of one moment add up to its bytes.
  public var owners: [Share]
  /// The steps that were played at these moments, in words.
  public var titles: [String]
  /// The checkpoints outside of loops.
  public var checkpoints: [Mark]

  /// The bytes of one owner at each moment.
  public struct Share: Sendable, Hashable, Codable {
    /// The last word of the metric: `objects` for `bytes.objects`.
    public var owner: String
    /// How many bytes serve it.
    public var bytes: [Int]

    /// Pairs an owner with its bytes.
    public init(owner: String, bytes: [Int]) {
      self.owner = owner
      self.bytes = bytes
    }
  }

  /// A named moment.
  public struct Mark: Sendable, Hashable, Codable {
    /// The name of the checkpoint.
    public var name: String
    /// The moment before which it was taken.
    public var moment: Int

    /// Names a moment.
    public init(name: String, moment: Int) {
      self.name = name
      self.moment = moment
    }
  }

  /// Gathers moments.
  public init(
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
  public var isWhole: Bool {
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
  public init(from decoder: any Decoder) throws {
    self.init()
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a timeline.
  public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}
