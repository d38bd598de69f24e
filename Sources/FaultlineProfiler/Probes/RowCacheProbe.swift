// The row cache.

package import Faultline
import FaultlineMeasures

/// Counts what the row cache holds, and how often a fault found its row there.
package enum RowCacheProbe: Probe {
  package static func facts(of subject: Subject) -> CoordinatorStatistics? {
    subject.coordinator?.statistics
  }

  package static let gauges: [Gauge<CoordinatorStatistics>] = [
    Gauge(
      "rowcache.entries", .rowcache,
      "rows in the cache, each used by a registered object", ["F3"], better: .neutral
    ) { $0.rowCacheEntries },
    Gauge(
      MetricName.rowCacheHits, .rowcache,
      "faults that found their row in the cache", ["F3"], better: .neutral
    ) { $0.rowCacheHits },
    Gauge("rowcache.misses", .rowcache, "faults that had to ask a store", ["F3", "R6"]) {
      $0.rowCacheMisses
    },
  ]
}
