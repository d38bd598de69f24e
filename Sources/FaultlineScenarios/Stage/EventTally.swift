// What is counted of those who listen on a stage.

import Faultline
import FaultlineProfiler
import Synchronization

/// Who listens to what, known before anything runs.
package struct Listening: Sendable {
  /// Whether events are counted.
  var isCounted = false
  /// The contexts whose saves are merged.
  var sources: [Source] = []

  /// A context whose saves are merged.
  struct Source: Sendable {
    let name: String
    /// The contexts that merge all of them and not only the last.
    var targets: [String] = []
  }

  /// Notes that a context merges another's last save, or all of them.
  mutating func add(from name: String, into target: String, all isAll: Bool) {
    if !sources.contains(where: { $0.name == name }) { sources.append(Source(name: name)) }
    for index in sources.indices where isAll && sources[index].name == name {
      if !sources[index].targets.contains(target) { sources[index].targets.append(target) }
    }
  }

  /// What keeps a context's saves; nil where none are merged.
  func ear(for name: String, _ context: ManagedObjectContext) -> SaveEar? {
    guard let source = sources.first(where: { $0.name == name }) else { return nil }
    return source.targets.isEmpty ? SaveEar(context) : SaveLog(context, for: source.targets)
  }
}

/// The counts that all listeners add to.
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
