// What the contexts of a pass have caused, by their names, also of those that were closed.

package import Faultline
import Synchronization

/// Hands out the counts of contexts: those of one name share theirs, whichever thread opens them.
package final class ActivityLedger: Sendable {
  private let all = Mutex<[String: ActivityCounts]>([:])

  package init() {}

  /// The counts so far, by the names of contexts.
  package var counts: [String: ActivityCounts] { all.withLock { $0 } }

  /// Returns the counts of contexts of a name.
  package func counts(of context: String, _ model: ManagedObjectModel) -> ActivityCounts {
    all.withLock { all in
      if let known = all[context] { return known }
      // A copy of the name: what a workload allocated for its own must not outlive it.
      let name = String(decoding: Array(context.utf8), as: UTF8.self)
      let counts = ActivityCounts(entityCount: model.entities.count)
      all[name] = counts
      return counts
    }
  }
}
