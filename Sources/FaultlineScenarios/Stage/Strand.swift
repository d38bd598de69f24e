// One of several runs of steps that are played in turns: where it stands, and under which names.

import Faultline
import FaultlineMeasures

/// A step that stands for others, played so many times; between any two of them another block may play.
protocol Unrolling: Step {
  /// The steps and how often they are played now; what is played once or not at all is no loop.
  func unroll(on stage: Stage) throws(StepFailure) -> Unrolled
}

/// What a step unrolls to.
struct Unrolled {
  let steps: [PlacedStep]
  let times: Int
  /// Whether the steps are the rounds of a loop.
  var isLoop = false
  /// What the loop is called.
  var name: String?
}

/// A run of steps that goes on step by step, its loops unrolled.
struct Strand {
  private struct Frame {
    let unrolled: Unrolled
    var position = 0
    var round = 0
    /// The names and rounds outside.
    let names: Names
    let rounds: [LoopRound]
  }

  let bench: Workbench
  private var frames: [Frame]
  private var names: Names
  private var rounds: [LoopRound]

  /// A run that has not begun.
  init(_ steps: [PlacedStep], in bench: Workbench, on stage: Stage) {
    self.bench = bench
    names = stage.names
    rounds = stage.rounds
    frames = [
      Frame(
        unrolled: Unrolled(steps: steps, times: 1), names: stage.names, rounds: stage.rounds)
    ]
  }

  /// Plays the next step that is no loop; false when there is none.
  mutating func advance(on stage: Stage) throws(StepFailure) -> Bool {
    let outer = (stage.names, stage.rounds)
    (stage.names, stage.rounds) = (names, rounds)
    defer {
      (names, rounds) = (stage.names, stage.rounds)
      (stage.names, stage.rounds) = outer
    }
    while let frame = frames.last {
      let last = frames.count - 1
      guard frame.round < frame.unrolled.times else {
        (stage.names, stage.rounds) = (frame.names, frame.rounds)
        frames.removeLast()
        continue
      }
      guard frame.position < frame.unrolled.steps.count else {
        frames[last].round += 1
        frames[last].position = 0
        continue
      }
      if frame.position == 0 { begin(frame, on: stage) }
      frames[last].position += 1
      let placed = frame.unrolled.steps[frame.position]
      if let step = placed.step as? any Unrolling {
        stage.instruments.willPlay(placed, on: stage)
        let unrolled = try step.unroll(on: stage)
        stage.instruments.didPlay(placed, on: stage)
        frames.append(Frame(unrolled: unrolled, names: stage.names, rounds: stage.rounds))
        continue
      }
      try stage.visit(bench) { () throws(StepFailure) in try stage.play([placed]) }
      return true
    }
    return false
  }

  /// Begins a round of a loop: its number is known under its name.
  private func begin(_ frame: Frame, on stage: Stage) {
    guard frame.unrolled.isLoop else { return }
    let name = frame.unrolled.name
    stage.names = name.map { frame.names.with($0, frame.round) } ?? frame.names
    stage.rounds = frame.rounds + [LoopRound(loop: name, number: frame.round)]
    stage.instruments.iterate(frame.round + 1)
  }
}
