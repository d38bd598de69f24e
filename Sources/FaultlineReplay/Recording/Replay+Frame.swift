// One moment of a film.

import FaultlineKnowledge
package import FaultlineMeasures

extension Replay {
  /// What there was after a step.
  package struct Frame: Sendable, Codable, Hashable {
    /// The line of the script that was played; nil before the first and after the last.
    package var line: Int?
    /// The step's keyword, or what the moment is called.
    package var step: String
    /// The rounds of the open loops, outermost first.
    package var rounds: [Round]
    /// Rounds of the loop that were played before this frame and not filmed.
    package var roundsLeftOut: Int
    /// Steps that were played before this frame and not filmed, since the film was long enough.
    package var stepsLeftOut = 0
    /// What the author explains here.
    package var notes: [String]
    /// What the reader is asked before the frame is shown.
    package var questions: [Question]
    /// What happened, and which rule it is.
    package var sentence: String
    /// What is alive now, and what holds it.
    package var standing: String
    /// The rules that the sentence cites.
    package var cited: [String]
    /// All objects and roots that are there.
    package var states: [State]
    /// Every hold there is.
    package var ties: [Tie]
    /// The places of the nodes in which something changed.
    package var changed: [Int]
    /// What went in this step.
    package var released: [Released]
    /// The counters.
    package var readings: [Reading]

    /// Gathers what there was.
    package init(
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
    package func state(of node: Int) -> State? { states.first { $0.node == node } }

    /// What was read of a metric.
    package func reading(_ metric: String) -> Int? {
      guard case .integer(let value)? = readings.first(where: { $0.metric == metric })?.quantity
      else { return nil }
      return value
    }
  }

  /// What a reader may think about before a step is shown.
  package struct Question: Sendable, Codable, Hashable {
    /// What is asked.
    package var text: String
    /// What the author says is right; what was measured stands in the frame.
    package var answer: String
    /// What to choose from, judged; nil where the reader answers in words.
    package var offer: Offer?

    /// Asks something.
    package init(_ text: String, answer: String, offer: Offer? = nil) {
      self.text = text
      self.answer = answer
      self.offer = offer
    }
  }

  /// In what state the objects of a node are; a root is just there.
  package struct State: Sendable, Codable, Hashable {
    /// The place of the node.
    package var node: Int
    /// How many of its objects are alive.
    package var count: Int
    /// How many of them are faults.
    package var faults = 0
    /// How many were inserted and not saved.
    package var inserted = 0
    /// How many have unsaved changes.
    package var updated = 0
    /// How many the next save removes.
    package var deleted = 0
    /// How many are in a retain cycle.
    package var inCycles = 0
    /// How many strong references the runtime counts on each, where all have the same.
    package var retains: Int?

    /// Says that a node is there.
    package init(node: Int, count: Int = 1) {
      self.node = node
      self.count = count
    }

    /// How many have values in memory.
    package var realized: Int { max(0, count.subtractingSaturated(faults)) }
    /// How many have unsaved changes of any kind.
    package var pending: Int {
      inserted.addingSaturated(updated).addingSaturated(deleted)
    }
  }

  /// A hold that is there.
  package struct Tie: Sendable, Codable, Hashable {
    /// The place of the edge.
    package var edge: Int
    /// How many references it stands for.
    package var count: Int
    /// Whether it lies within a retain cycle, and so keeps the retain cycle alive.
    package var isInCycle: Bool

    /// Says that an edge is there.
    package init(edge: Int, count: Int, isInCycle: Bool = false) {
      self.edge = edge
      self.count = count
      self.isInCycle = isInCycle
    }
  }

  /// Objects that are gone.
  package struct Released: Sendable, Codable, Hashable {
    /// The place of the node.
    package var node: Int
    /// How many of its objects went.
    package var count: Int

    /// Says what went.
    package init(node: Int, count: Int) {
      self.node = node
      self.count = count
    }
  }
}

// A round of a loop, as a frame knows it.
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
