// One pass more, in which the peak of those before it is explained: it costs nothing that is in a number.

import FaultlineMeasures
import FaultlineProfiler

extension TrialRun {
  /// Plays once more, and says what held the memory at its peak and along the run.
  func explanation(
    of point: PeakPoint?, along stretches: MomentStretches?, _ stores: PreparedStores
  ) -> PeakExplanation {
    guard !trial.settings.threads else {
      return PeakExplanation(
        bytes: 0, failureReason: "with threads: true allocations come in another order each time")
    }
    guard let point else {
      return PeakExplanation(bytes: 0, failureReason: "the peak that was read is not exact")
    }
    guard !trial.isLarge else {
      let most = NumberText.grouped(PassLimits.standard.operations)
      return PeakExplanation(
        bytes: point.bytes,
        failureReason:
          "with more than \(most) operations the lists of objects and blocks would take more "
          + "memory than the workload; a smaller size shows which parts grow")
    }
    do {
      let explanation = try attempt(to: point, along: stretches, stores)
      // Tables of Swift's runtime grow once in a process, wherever that happens to be. The pass after has them grown.
      guard explanation.failureReason != nil || stretches != nil && explanation.timeline == nil
      else { return explanation }
      return try attempt(to: point, along: stretches, stores)
    } catch {
      return PeakExplanation(bytes: point.bytes, failureReason: "\(error)")
    }
  }

  private func attempt(
    to point: PeakPoint, along stretches: MomentStretches?, _ stores: PreparedStores
  ) throws -> PeakExplanation {
    let heap = try Heap.shared()
    guard let explainer = PeakExplainer(point, of: heap) else {
      return PeakExplanation(
        bytes: point.bytes, failureReason: "another peak is being explained in this process")
    }
    let timeline = stretches.map { TimelineRecorder($0, of: heap) }
    try lay(stores.contents, in: stores.folder)
    _ = try Pass.played(
      PassSetup(
        trial: trial, board: board, folder: stores.folder?.path ?? "",
        contents: stores.contents, isMeasured: true, attention: .ends, explainer: explainer,
        timeline: timeline))
    var explanation = explainer.explanation()
    explanation.timeline = timeline?.recorded()
    return explanation
  }
}
