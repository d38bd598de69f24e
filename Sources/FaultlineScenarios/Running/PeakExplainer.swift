// A pass that is played to explain the peak of the passes before it.

import Faultline
import FaultlineMeasures
import FaultlineProfiler

/// Looks at everything just before the peak and just after it, and keeps a ledger of the blocks in between.
///
/// The same steps take and release the same blocks in every pass: the peak comes at the allocation at which the level
/// reaches for the first time what the measured pass has read.
final class PeakExplainer {
  /// What is looked at, and where it happens.
  struct Scene {
    let contexts: [ManagedObjectContext]
    let moment: Population.Moment
    let named: OutsideHolds.Named
    let show: (BlockVisitor) -> Void
    var step: String?
    var rounds: [LoopRound] = []
  }

  private let point: PeakPoint
  private let ledger: PeakLedger
  private let census: PeakCensus
  private var passed = 0
  private var step: String?
  private var rounds: [LoopRound] = []
  private var hasLookedTwice = false
  private var failureReason: String?

  /// Prepares for the peak of an earlier pass; nil where another one is being explained in this process.
  init?(_ point: PeakPoint, of heap: Heap) {
    guard let ledger = PeakLedger(of: heap) else { return nil }
    self.point = point
    self.ledger = ledger
    census = PeakCensus(ledger)
  }

  /// Plays a pass whose blocks are followed.
  func following<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value { try ledger.following(body) }

  /// Whether the moment that comes now is one at which to look.
  func isDue() -> Bool {
    defer { passed += 1 }
    return passed == point.number || passed == point.number + 1
  }

  /// Says that the end of a turn comes next, or that it is over.
  func mark(isEndingTurn: Bool) { ledger.mark(isEndingTurn: isEndingTurn) }

  /// Looks, with the levels of now in case that the ledger begins here.
  func look(_ scene: Scene, workload: Int, sqlite: Int) {
    let isFirst = passed == point.number + 1
    census.look(
      isLater: !isFirst, at: scene.contexts, since: scene.moment, named: scene.named,
      showing: scene.show)
    guard isFirst else {
      ledger.stop()
      hasLookedTwice = true
      return
    }
    (step, rounds) = (scene.step, scene.rounds)
    do throws(HeapError) {
      try ledger.start(workload: workload, sqlite: sqlite, target: point.bytes)
    } catch {
      failureReason = error.description
    }
  }

  /// What the pass has shown.
  func explanation() -> PeakExplanation {
    var explanation = PeakExplanation(bytes: point.bytes, step: step, rounds: rounds)
    let peak = ledger.peak
    if let failureReason {
      explanation.failureReason = failureReason
    } else if ledger.hasFailed {
      explanation.failureReason = "there was no memory for the list of blocks"
    } else if !hasLookedTwice || !ledger.isPastPeak {
      explanation.failureReason = "played once more, the trial did not come to this peak"
    } else if peak.workload + peak.sqlite != point.bytes {
      explanation.failureReason =
        "played once more, the trial came to \(peak.workload + peak.sqlite) bytes instead"
    } else {
      explanation.operation = peak.mark.words
      explanation.parts = census.parts()
      if explanation.parts.contains(where: { $0.bytes < 0 }) {
        explanation.parts = []
        explanation.failureReason = "more blocks were found than the heap held"
      }
    }
    return explanation
  }
}

/// The last moment before the peak at which nothing is half done, and how high the peak is.
struct PeakPoint: Equatable {
  /// The number of the moment: 0 is the beginning of the pass.
  var number = 0
  /// What workload and stores held at the peak.
  var bytes = 0
}

/// Counts the moments of a pass at which everything can be looked at, and finds the one before the peak.
///
/// A step begins or has ended, or its turn is about to end. Each costs a look at a number that is followed anyway, and
/// allocates nothing.
struct PeakFinder {
  private(set) var point = PeakPoint()
  /// Which moments are worth a look along the run.
  private(set) var stretches = MomentStretches()
  private var passed = 0

  /// Such a moment has come.
  mutating func pass(_ gauge: PeakGauge) {
    let bytes = gauge.peak.bytes
    if bytes > point.bytes { point = PeakPoint(number: passed - 1, bytes: bytes) }
    stretches.pass(gauge.now.bytes)
    passed += 1
  }
}
