// How objects come from fetches that do not say so: settings of a context, which a matrix can vary.

import Faultline
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct FetchSettingsTests {
  /// F5: what a fetch and a walk cost is what the setting says, and a step's own words go before it.
  @Test(arguments: [
    ("", "", 1), ("prefetches: reports", "", 2), ("prefetches: [manager, reports.manager]", "", 2),
    ("fetchesAs: keys", "", 5), ("fetchesAs: keys", ", as: faults", 1),
    ("fetchesAs: realized", "", 1), ("fetchBatchSize: 2", "", 3), ("fetchBatchSize: 0", "", 1),
  ])
  func `a setting stands in where a step says nothing`(settings: String, words: String, trips: Int)
  {
    let fetch = """
      - reset: {}
      - fetch: {entity: Employee, into: crew\(words)}
      - walk: {from: crew, path: manager}
      """
    #expect(roundTrips(fetch, settings) - roundTrips("- reset: {}", settings) == trips)
  }

  private func roundTrips(_ steps: String, _ settings: String) -> Int {
    let picture = playing(steps, store: "sqlite", settings: settings) { session, _ in
      "\(session.coordinator.statistics.roundTrips)"
    }
    return Int(picture) ?? -1
  }

  @Test(arguments: [
    ("prefetches: boss", "no entity has the path 'boss'"), ("fetchesAs: rows", "'rows'"),
    ("fetchBatchSize: -1", "'-1'"),
  ])
  func `what no fetch can do is an error with its place`(settings: String, says: String) {
    let picture = playing("- save: {}", settings: settings) { _, _ in "played" }
    #expect(picture.hasPrefix("company.yaml:") && picture.contains(says), "\(picture)")
  }
}
