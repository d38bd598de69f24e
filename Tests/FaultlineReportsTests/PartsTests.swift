// Whose objects and requests a report shows: the parts by context and by entity.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineReports

@Suite struct PartsTests {
  private func parts(contexts: [String: Int], entities: [String: Int]) -> ReadingParts {
    var parts = ReadingParts()
    (parts.contexts, parts.entities) = (contexts, entities)
    return parts
  }

  /// A trial with more objects at its first checkpoint, and more requests at its last.
  private func table(_ contexts: [String: Int], _ entities: [String: Int]) -> String {
    let metrics = [MetricName.objectsLive, MetricName.roundTrips].map {
      Metric(
        name: $0, group: .objects, scale: .count, polarity: .less, exactness: .exact, meaning: "")
    }
    func checkpoint(_ name: String, live: Int, trips: Int) -> Checkpoint {
      Checkpoint(
        name: name,
        readings: Cells.readings([(MetricName.objectsLive, live), (MetricName.roundTrips, trips)]),
        parts: [
          MetricName.objectsLive: parts(
            contexts: contexts.mapValues { $0 * live }, entities: entities.mapValues { $0 * live }),
          MetricName.roundTrips: parts(
            contexts: contexts.mapValues { $0 * trips },
            entities: entities.mapValues { $0 * trips }),
        ])
    }
    let trial = TrialResult(
      TrialKey(scenario: "s", variant: "v"), settings: [],
      samples: [
        Sample(
          pass: 1,
          checkpoints: [
            checkpoint("full", live: 9, trips: 1), checkpoint("later", live: 2, trips: 5),
          ])
      ])
    let scenario = ScenarioResult(
      name: "s", title: "", file: "s.yaml", reference: "v", repeats: 1, metrics: metrics,
      columns: [], trials: [trial], judgements: [])
    return ReportBuilder().parts(scenario).compactMap { block in
      guard case .table(let table) = block else { return nil }
      return table.rows.map { $0.cells.map(\.text).joined(separator: " | ") }
        .joined(separator: "\n")
    }.joined()
  }

  @Test func `show who has the most objects, and who has made the requests in all`() {
    expectText(
      table(["main": 1, "worker": 2, ReadingParts.none: 3], ["Photo": 6]),
      is: """
        v | full | no context | 27 | 0 | 0 B | 0 | 15
        v | full | context main | 9 | 0 | 0 B | 0 | 5
        v | full | context worker | 18 | 0 | 0 B | 0 | 10
        """)
    expectText(
      table(["main": 2], ["Album": 1, "Photo": 1]),
      is: """
        v | full | entity Album | 9 | 0 | 0 B | 0 | 5
        v | full | entity Photo | 9 | 0 | 0 B | 0 | 5
        """)
    #expect(table(["main": 1], ["Photo": 1]) == "", "one owner of all is no table")
  }
}
