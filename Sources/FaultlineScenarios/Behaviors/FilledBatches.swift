// What a report says where a batch size does not do what it is there for.

import Faultline
import FaultlineMeasures
import FaultlineProfiler

extension Judge {
  /// The finding that the batches of a fetch were filled at once, as Swift's bridging does; told only where the plan has
  /// such a fetch and the trial has filled faults so.
  func filledBatches(of trial: Trial) -> [Finding] {
    guard trial.pass.fetchesInBatches,
      trial.settings.behaviours.switches.contains(.arraysFillEveryBatch),
      let filled = faultsFilled(by: trial), filled > 0
    else { return [] }
    return [
      Finding(
        kind: .behavior,
        message:
          "The batch size of a fetch saves no memory: a Swift array fills every batch at once and holds all objects "
          + "(swiftArrays: filled; \(MetricName.faultsBatched) is \(NumberText.grouped(filled)))",
        advice:
          "a results controller ('watch') keeps its batches, and fills one when its rows are shown")
    ]
  }

  private func faultsFilled(by trial: Trial) -> Int? {
    measured.first { $0.trial.key == trial.key }?.result.samples.first?
      .checkpoints.compactMap { $0[MetricName.faultsBatched]?.whole }.max()
  }
}
