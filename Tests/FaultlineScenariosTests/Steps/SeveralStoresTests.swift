// Several stores on one coordinator, as a scenario names them (P8).

import Faultline
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct SeveralStoresTests {
  /// P8, semantics 154: a new object goes where its step says, and a fetch asks the stores that it names.
  @Test(arguments: [
    "{together: {desk: sqlite, archive: memory}}", "{together: {desk: memory, archive: sqlite}}",
  ])
  func `objects go to the store that is named and are found there`(store: String) {
    let picture = playing(
      """
      - insert: {entity: Employee, count: 3, store: archive, set: {name: 'Old {index}'}}
      - save: {}
      - reset: {}
      - fetch: {entity: Employee, stores: archive, into: old}
      - fetch: {entity: Employee, stores: [desk], into: new}
      - fetch: {entity: Employee, into: everybody}
      """, store: store
    ) { session, _ in
      ["old", "new", "everybody"].map { "\($0) \(session.variables[$0].count)" }
        .joined(separator: ", ")
    }
    #expect(picture == "old 3, new 4, everybody 7")
  }

  /// P8: a save writes to each store in a transaction of its own, and a question goes to each.
  @Test func `each store is asked and written by itself`() {
    let picture = playing(
      """
      - insert: {entity: Employee, store: archive, set: {name: Old}}
      - insert: {entity: Employee, store: desk, set: {name: New}}
      - save: {}
      - reset: {}
      - fetch: {entity: Employee}
      """, store: "{together: {desk: sqlite, archive: sqlite}}"
    ) { session, _ in
      let statistics = session.coordinator.statistics
      return "\(statistics.transactions) transactions, \(statistics.roundTrips) round trips"
    }
    // Each file takes three to be made, and each of three writes sets the keys of new rows aside before.
    #expect(picture == "12 transactions, 7 round trips")
  }

  @Test(arguments: [
    ("memory", "- insert: {entity: Employee, store: desk}", "there is one store"),
    (
      "{together: {desk: memory, archive: memory}}", "- fetch: {entity: Employee, stores: desc}",
      "no store 'desc'. Did you mean 'desk'?"
    ),
    ("{together: {desk: memory}}", "- save: {}", "at least two"),
    ("{together: {desk: paper, archive: memory}}", "- save: {}", "'paper'"),
    (
      "{together: {desk: memory, archive: memory}}", "- external: DELETE FROM ZEMPLOYEE",
      "only an SQLite store has a file"
    ),
  ])
  func `what stores cannot be is an error with its place`(
    store: String, step: String, says: String
  ) {
    let picture = playing(step, store: store) { _, _ in "played" }
    #expect(picture.hasPrefix("company.yaml:") && picture.contains(says), "\(picture)")
  }
}
