// One of several blocks of steps that are played in turns: how far it has come, and under which names.

import Faultline
import FaultlineMeasures

/// A block of steps that goes on step by step, its loops unrolled.
struct InterleavedBlock {
  private struct Frame {
    let repetition: Repetition
    var position = 0
    var round = 0
  }

  let context: SessionContext
  private var frames: [Frame]
  private var names: Names
  private var rounds: [LoopRound]

  /// A block that has not begun.
  init(_ steps: [PlacedStep], in context: SessionContext, of session: Session) {
    self.context = context
    names = session.names
    rounds = session.rounds
    frames = [Frame(repetition: Repetition(steps: steps, times: 1))]
  }

  /// Plays the next step that is no loop; false when there is none.
  mutating func advance(in session: Session) throws -> Bool {
    swapNames(with: session)
    defer { swapNames(with: session) }
    while let frame = frames.last {
      let last = frames.count - 1
      guard frame.round < frame.repetition.times else {
        leave(frame.repetition, in: session)
        continue
      }
      guard frame.position < frame.repetition.steps.count else {
        frames[last].round += 1
        frames[last].position = 0
        continue
      }
      if frame.position == 0, frame.repetition.isLoop {
        session.begin(frame.round, of: frame.repetition)
      }
      frames[last].position += 1
      let placed = frame.repetition.steps[frame.position]
      if let step = placed.step as? any ControlStep {
        session.instruments.willPlay(placed, in: session)
        let repetition = try step.repetition(in: session)
        session.instruments.didPlay(placed, in: session)
        enter(repetition, in: session)
        continue
      }
      try session.visit(context) { try session.play([placed]) }
      return true
    }
    return false
  }

  private mutating func enter(_ repetition: Repetition, in session: Session) {
    frames.append(Frame(repetition: repetition))
    guard repetition.isLoop else { return }
    if let name = repetition.name { session.names.push(name, 0) }
    session.rounds.append(LoopRound(loop: repetition.name, number: 0))
  }

  private mutating func leave(_ repetition: Repetition, in session: Session) {
    frames.removeLast()
    guard repetition.isLoop else { return }
    if repetition.name != nil { session.names.pop() }
    session.rounds.removeLast()
  }

  /// The session has the names of the block that plays.
  private mutating func swapNames(with session: Session) {
    swap(&names, &session.names)
    swap(&rounds, &session.rounds)
  }
}

/// A step that stands for others; between any two of them another block may play.
protocol ControlStep: Step {
  /// The steps and how often they are played now.
  func repetition(in session: Session) throws -> Repetition
}

extension ControlStep {
  package static var hasOwnTurns: Bool { true }

  package func execute(in session: Session) throws {
    try session.play(try repetition(in: session))
  }
}

/// Steps with the number of times that they are played; what is played once or not at all is no loop.
struct Repetition {
  let steps: [PlacedStep]
  let times: Int
  /// Whether the steps are the rounds of a loop.
  var isLoop = false
  /// What the loop is called.
  var name: String?
}
