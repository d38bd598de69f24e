// How old a row may be that fills a fault.

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct StalenessTests {
  let office: Office
  let ada: ManagedObject

  init() throws {
    office = try Office()
    ada = office.hire("Ada")
    try office.context.save()
  }

  /// Another coordinator on the same rows would do the same: the cached row is what is looked at.
  private func misses(_ body: () throws -> Void) rethrows -> Int {
    let before = office.coordinator.statistics.rowCacheMisses
    try body()
    return office.coordinator.statistics.rowCacheMisses - before
  }

  private func refire() {
    office.context.refresh(ada, mergeChanges: false)
    _ = ada.value(forKey: "name")
  }

  /// Semantics 69, 70: by default any age will do, and 0 asks the store each time.
  @Test func `no interval trusts every row and zero trusts none`() {
    #expect(office.context.stalenessInterval == -1)
    #expect(misses { refire() } == 0)
    office.context.stalenessInterval = 0
    #expect(misses { refire() } == 1)
    #expect(misses { refire() } == 1)
    office.context.stalenessInterval = -1
    #expect(misses { refire() } == 0)
  }

  /// Semantics 69, 78: the seconds count from when the row was fetched.
  @Test func `an interval trusts what was fetched within it`() {
    office.context.stalenessInterval = 1000
    // The age of the save's row is not known, since it was not asked for.
    #expect(misses { refire() } == 1)
    #expect(misses { refire() } == 0)
    office.context.stalenessInterval = 0.01
    Thread.sleep(forTimeInterval: 0.02)
    #expect(misses { refire() } == 1)
  }

  /// Semantics 78: a refresh with merging asks no store for a row that is fresh enough.
  @Test func `a refresh reads the row cache before the interval is over`() {
    let trips = office.coordinator.statistics.roundTrips
    office.context.refresh(ada, mergeChanges: true)
    #expect(office.coordinator.statistics.roundTrips == trips)
    office.context.stalenessInterval = 0
    office.context.refresh(ada, mergeChanges: true)
    #expect(office.coordinator.statistics.roundTrips == trips + 1)
  }

  /// Semantics 69: it fills faults, and never touches an object that has its values.
  @Test func `an object with values is never updated by it`() throws {
    let annex = try Office(on: office.coordinator)
    annex.context.object(with: ada.objectID).setValue("Lovelace", forKey: "name")
    try annex.context.save()
    office.context.stalenessInterval = 0
    #expect(misses { _ = ada.value(forKey: "name") } == 0)
    #expect(ada.value(forKey: "name") as? String == "Ada")
    refire()
    #expect(ada.value(forKey: "name") as? String == "Lovelace")
  }

  /// Semantics 69: a row that a fetch has just seen is as old as the fetch.
  @Test func `a fetch makes rows fresh`() throws {
    office.context.stalenessInterval = 1000
    _ = try office.staff()
    #expect(misses { refire() } == 0)
  }
}
