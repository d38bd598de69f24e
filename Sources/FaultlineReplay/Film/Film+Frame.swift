// One moment of a film.

public import FaultlineMeasures

extension Film {
  /// What there was after a step.
  public struct Frame: Sendable, Codable, Hashable {
    /// The line of the script that was played; nil before the first and after the last.
    public var line: Int?
    /// The step's keyword, or what the moment is called.
    public var step: String
    /// The rounds of the open loops, outermost first.
    public var rounds: [Round]
    /// Rounds of the loop that were played before this frame and not filmed.
    public var roundsLeftOut: Int
    /// Steps that were played before this frame and not filmed, since the film was long enough.
    public var stepsLeftOut = 0
    /// What the author explains here.
    public var notes: [String]
    /// What the reader is asked before the frame is shown.
    public var questions: [Question]
    /// What happened, and which rule it is.
    public var sentence: String
    /// What is alive now, and what holds it.
    public var standing: String
    /// The rules that the sentence cites.
    public var cited: [String]
    /// All objects and roots that are there.
    public var states: [State]
    /// Every hold there is.
    public var ties: [Tie]
    /// The places of the nodes in which something changed.
    public var changed: [Int]
    /// What went in this step.
    public var released: [Released]
    /// The counters.
    public var readings: [Reading]

    /// Gathers what there was.
    public init(
      line: Int?, step: String, rounds: [Round] = [], roundsLeftOut: Int = 0,
      notes: [String] = [], questions: [Question] = [], states: [State] = [], ties: [Tie] = [],
      readings: [Reading] = []
    ) {
      self.line = line
      self.step = step
      self.rounds = rounds
      self.roundsLeftOut = roundsLeftOut
      self.notes = notes
      self.questions = questions
      sentence = ""
      standing = ""
      cited = []
      self.states = states
      self.ties = ties
      changed = []
      released = []
      self.readings = readings
    }

    /// The state of a node, if it is there.
    public func state(of node: Int) -> State? { states.first { $0.node == node } }

    /// What was read of a metric.
    public func reading(_ metric: String) -> Int? {
      guard case .integer(let value)? = readings.first(where: { $0.metric == metric })?.quantity
      else { return nil }
      return value
    }
  }

  /// What a reader may think about before a step is shown.
  public struct Question: Sendable, Codable, Hashable {
    /// What is asked.
    public var text: String
    /// What the author says is right; what was measured stands in the frame.
    public var answer: String
    /// What to choose from, judged; nil where the reader answers in words.
    public var offer: Offer?

    /// Asks something.
    public init(_ text: String, answer: String, offer: Offer? = nil) {
      self.text = text
      self.answer = answer
      self.offer = offer
    }
  }

  /// In what state the objects of a node are; a root is just there.
  public struct State: Sendable, Codable, Hashable {
    /// The place of the node.
    public var node: Int
    /// How many of its objects are alive.
    public var count: Int
    /// How many of them are faults.
    public var faults = 0
    /// How many were inserted and not saved.
    public var inserted = 0
    /// How many have unsaved changes.
    public var updated = 0
    /// How many the next save removes.
    public var deleted = 0
    /// How many are in a retain cycle.
    public var inCycles = 0
    /// How many strong references the runtime counts on each, where all have the same.
    public var retains: Int?

    /// Says that a node is there.
    public init(node: Int, count: Int = 1) {
      self.node = node
      self.count = count
    }

    /// How many have values in memory.
    public var realized: Int { max(0, count.subtractingSaturated(faults)) }
    /// How many have unsaved changes of any kind.
    public var pending: Int {
      inserted.addingSaturated(updated).addingSaturated(deleted)
    }
  }

  /// A hold that is there.
  public struct Tie: Sendable, Codable, Hashable {
    /// The place of the edge.
    public var edge: Int
    /// How many references it stands for.
    public var count: Int
    /// Whether it lies within a retain cycle, and so keeps the retain cycle alive.
    public var isInCycle: Bool

    /// Says that an edge is there.
    public init(edge: Int, count: Int, isInCycle: Bool = false) {
      self.edge = edge
      self.count = count
      self.isInCycle = isInCycle
    }
  }

  /// Objects that are gone.
  public struct Released: Sendable, Codable, Hashable {
    /// The place of the node.
    public var node: Int
    /// How many of its objects went.
    public var count: Int

    /// Says what went.
    public init(node: Int, count: Int) {
      self.node = node
      self.count = count
    }
  }
}
