// Retain cycles that have outlived their context, and what an instrument does about them when it has read them (C1).

import FaultlineTestGraph
import Foundation
import Testing

@testable import Faultline

@Suite struct LeakedCyclesTests {
  /// Saves two objects that hold each other, and lets go of their context.
  private func leak(realizing count: Int = 1) throws {
    let office = try Office()
    for _ in 0..<count { _ = try office.pair() }
    for employee in try office.staff() {
      _ = employee.value(forKey: "manager")
      _ = employee.value(forKey: "reports")
    }
  }

  /// The objects that are left, when no more than expected are.
  ///
  /// A pass of another test looks at all objects of the process, and holds them for a moment.
  private func left(_ count: Int, since moment: Population.Moment) -> Int {
    for _ in 0..<1_000 where Population.liveCount(since: moment) > count { usleep(1_000) }
    return Population.liveCount(since: moment)
  }

  /// C1, R1: a cycle outlives its context, and ends when one of its objects lets go.
  @Test func `leaked cycles end when their objects drop what they refer to`() throws {
    let moment = Population.now.onThisThread
    try leak(realizing: 3)
    #expect(Population.liveCount(since: moment) == 6)
    Population.breakCyclesOfLeaked(since: moment)
    #expect(left(0, since: moment) == 0)
  }

  /// What belongs to a context is its own business, and so is what leaked before.
  @Test func `cycles of contexts that are there and older leaks stay`() throws {
    let first = Population.now.onThisThread
    try leak()
    let second = Population.now.onThisThread
    let office = try Office()
    let (manager, report) = (office.hire("Grace"), office.hire("Ada"))
    report.setValue(manager, forKey: "manager")
    try leak()
    #expect(Population.liveCount(since: first) == 6)
    Population.breakCyclesOfLeaked(since: second)
    #expect(left(2, since: second) == 2)
    #expect(report.value(forKey: "manager") as? ManagedObject === manager)
    #expect(office.context.invariantViolations(full: true) == [])
    Population.breakCyclesOfLeaked(since: first)
    #expect(left(2, since: first) == 2)
  }

  /// An object that something else holds is no cycle's alone.
  @Test func `an object that is held keeps its values`() throws {
    let moment = Population.now.onThisThread
    var held: ManagedObject?
    do {
      let office = try Office()
      held = office.hire("Ada", manager: office.hire("Grace"))
      try office.context.save()
    }
    Population.breakCyclesOfLeaked(since: moment)
    #expect(left(1, since: moment) == 1)
    #expect(held?.value(forKey: "name") as? String == "Ada")
  }
}
