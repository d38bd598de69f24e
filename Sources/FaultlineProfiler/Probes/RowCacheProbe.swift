// The row cache.

import Faultline
package import FaultlineMeasures

/// Counts what the row cache holds, and how often a fault found its row there.
package enum RowCacheProbe: Probe {
  package static let metrics = [
    Metric(
      name: "rowcache.entries", group: .rowcache, scale: .count, polarity: .neutral,
      exactness: .exact, meaning: "rows in the cache, each used by a registered object",
      rules: ["F3"]),
    Metric(
      name: "rowcache.hits", group: .rowcache, scale: .count, polarity: .neutral,
      exactness: .exact, meaning: "faults that found their row in the cache", rules: ["F3"]),
    Metric(
      name: "rowcache.misses", group: .rowcache, scale: .count, polarity: .less,
      exactness: .exact, meaning: "faults that had to ask a store", rules: ["F3", "R6"]),
  ]

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    guard let statistics = subject.coordinator?.statistics else { return }
    readings.add("rowcache.entries", statistics.rowCacheEntries)
    readings.add("rowcache.hits", statistics.rowCacheHits)
    readings.add("rowcache.misses", statistics.rowCacheMisses)
  }
}
