// What is counted of those who listen on a stage.

import Faultline
import FaultlineProfiler
import Synchronization

/// Who listens to what, known before anything runs.
package struct Listening: Sendable {
  /// Whether events are counted.
  var isCounted = false
  /// The contexts whose saves somebody merges.
  var sources: [String] = []
}

/// The counts that everybody adds to who is told something.
final class EventTally: Sendable {
  private let all = Mutex(EventCounts())

  /// The counts so far.
  var counts: EventCounts { all.withLock { $0 } }

  /// Adds one to a count.
  func add(_ count: WritableKeyPath<EventCounts, Int>) { all.withLock { $0[keyPath: count] += 1 } }

  /// Adds what an observer of one property was told.
  func add(_ cause: ValueChange.Cause) {
    switch cause {
    case .changed: add(\.observedChanges)
    case .turnedIntoFault: add(\.observedFaults)
    case .fired: add(\.observedFires)
    }
  }
}
