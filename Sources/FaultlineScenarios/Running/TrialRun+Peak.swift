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
        bytes: 0, doubt: "with threads: true allocations come in another order each time")
    }
    guard let point else {
      return PeakExplanation(bytes: 0, doubt: "the peak that was read is not exact")
    }
    guard !trial.isLarge else {
      let most = NumberText.grouped(PassLimits.standard.operations)
      return PeakExplanation(
        bytes: point.bytes,
        doubt: "with more than \(most) operations the lists of objects and blocks would take more "
          + "memory than the workload; a smaller size shows which parts grow")
    }
    do {
      let heap = try Heap.shared()
      guard let explainer = PeakExplainer(point, of: heap) else {
        return PeakExplanation(
          bytes: point.bytes, doubt: "another peak is being explained in this process")
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
    } catch {
      return PeakExplanation(bytes: point.bytes, doubt: "\(error)")
    }
  }
}
