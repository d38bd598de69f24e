// A part of the stage for one thread: contexts of its own, what their names hold, and nothing that others touch.

import Faultline

/// What a thread plays while others play as well.
///
/// Unchecked: the part is made before its thread begins and taken back after it has ended, and its stage is no
/// else's meanwhile.
package final class StagePart: @unchecked Sendable {
  private var stage: Stage?
  private let body: (Stage) throws(StepFailure) -> Void
  /// Why it could not be played to its end.
  private(set) var failure: StepFailure?

  /// A part of a stage, in which something will be played.
  init(_ stage: Stage, _ body: @escaping (Stage) throws(StepFailure) -> Void) {
    self.stage = stage
    self.body = body
  }

  /// Plays it, on whatever thread this is.
  package func play() {
    guard let stage else { return }
    do throws(StepFailure) { try body(stage) } catch { failure = error }
  }

  /// Gives the part of the stage back: a thread that ends a little later holds nothing of it.
  func takeStage() -> Stage? {
    defer { stage = nil }
    return stage
  }
}

extension Stage {
  /// Whether it is a part of another, on a thread of its own.
  var isPart: Bool { firstOpening > 0 }

  /// Plays each block in its context, each on a thread of its own; false where the instruments allow no threads.
  func playOnThreads(
    _ blocks: [(bench: Workbench, play: (Stage) throws(StepFailure) -> Void)]
  ) throws(StepFailure) -> Bool {
    threadings += 1
    let parts = blocks.enumerated().map { number, block in
      StagePart(Stage(partOf: self, number: number, in: block.bench), block.play)
    }
    // What is sent to a context is run by a worker, as in an app, and not by the sender: two that merge each
    // other's saves would wait for each other.
    setDriven(false)
    let isDone = instruments.playOnThreads(parts)
    for part in parts { if let stage = part.takeStage() { takeBack(stage) } }
    if isDone { try awaitBlocks() }
    setDriven(true)
    for part in parts { if let failure = part.failure { throw failure } }
    return isDone
  }

  /// What was sent to contexts may send something itself, but what comes of a merge is no save: twice is enough.
  private func awaitBlocks() throws(StepFailure) {
    for _ in 0..<2 {
      for bench in benches { try bench.working {} }
    }
  }

  private func setDriven(_ isDriven: Bool) {
    for bench in benches { bench.isDriven = isDriven }
  }

  /// Takes over what a part has made, and forgets what it has closed.
  private func takeBack(_ part: Stage) {
    cast.take(part.cast)
    closed += part.closed
    openings = max(openings, part.openings)
    for bench in part.benches where bench.number > part.firstOpening { benches.append(bench) }
    benches.removeAll { bench in
      bench.number == part.bench.number && !part.benches.contains { $0 === bench }
    }
  }
}
