// What follows a run as it goes, and can end it.

import FaultlineMeasures
package import FaultlineScenarios

/// Follows a run as it goes, and can end it.
package protocol RunObserver: AnyObject {
  /// A Boolean value that indicates whether the run is to end as soon as it can.
  var isCancelled: Bool { get }

  /// Reports what is being read or written, before and after trials.
  func report(_ activity: String)

  /// Reports what is being played; the text is made only where it is shown.
  func update(_ status: @autoclosure () -> String)

  /// Reports the plans of a run before the first trial.
  func plan(_ plans: [Plan])

  /// Reports that a trial runs, or has ended.
  func show(_ event: RunEvent, of scenario: String, _ place: RunPlace)

  /// Shows a line of what the engine did, with whatever text of a user is in it.
  func show(statement line: String)

  /// Reports that nothing is played any more.
  func finish()

  /// Reports something that a person should know and that ends nothing.
  func warn(_ message: String)
}

extension RunObserver {
  /// The answer to a trial that asks whether it may go on.
  package var continuation: ChildProcess.Continuation { isCancelled ? .stop : .proceed }
}
