// Sets of so many members that places are found by a table, and not by looking through them.

import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import Faultline

@Suite struct ManyMembersTests {
  private let office: Office
  private let staff: [ManagedObject]
  private let managers: [ManagedObject]

  init() throws {
    office = try Office()
    // Managers come between their reports, so that objects of every age join and leave.
    var (staff, managers): ([ManagedObject], [ManagedObject]) = ([], [])
    for number in 0..<80 {
      staff.append(office.hire("\(number)"))
      if number % 30 == 10 { managers.append(office.hire("manager \(number)")) }
    }
    (self.staff, self.managers) = (staff, managers)
    try office.context.save()
  }

  private func reports(of manager: ManagedObject) -> Set<ManagedObject> {
    manager.value(forKey: "reports") as? Set<ManagedObject> ?? []
  }

  /// N4: older objects join after newer ones, leave, and come back; the other end is true after each step.
  @Test func `many members come and go as in a set of Swift`() throws {
    var random = SplitMix64(seed: 3)
    var expected = [Set<ManagedObject>](repeating: [], count: managers.count)
    for step in 0..<Effort.choose(quick: 2_000, ci: 6_000, full: 100_000) {
      let employee = try #require(staff.randomElement(using: &random))
      // Mostly one manager has most of them, so that her set grows over the bound and shrinks below it.
      let place = step / 500 % 2 == 0 || step % 4 == 0 ? step % managers.count : nil
      for index in expected.indices { expected[index].remove(employee) }
      if let place { expected[place].insert(employee) }
      employee.setValue(place.map { managers[$0] }, forKey: "manager")
      guard step % 50 == 0 else { continue }
      if step % 200 == 0 { try office.context.save() }
      if step % 600 == 0 {
        for manager in managers { office.context.refresh(manager, mergeChanges: true) }
      }
      for (manager, members) in zip(managers, expected) { #expect(reports(of: manager) == members) }
    }
    #expect(office.context.invariantViolations(full: true) == [])
  }

  /// In which order members leave a set.
  enum Leaving: CaseIterable {
    case first, last, everySecond, fromTheMiddle, shuffled

    func order(_ members: [ManagedObject]) -> [ManagedObject] {
      switch self {
      case .first: return members
      case .last: return members.reversed()
      case .everySecond:
        let numbered = members.enumerated()
        return numbered.filter { $0.offset % 2 == 0 }.map(\.element)
          + numbered.filter { $0.offset % 2 == 1 }.map(\.element)
      case .fromTheMiddle: return Array(members[30...] + members[..<30])
      case .shuffled:
        var random = SplitMix64(seed: 5)
        return members.shuffled(using: &random)
      }
    }
  }

  /// N4: a set that looks for the next of its members first finds the others too, and one that is back again.
  @Test(arguments: Leaving.allCases)
  func `members leave in any order, and some come back`(leaving: Leaving) throws {
    let manager = managers[0]
    for employee in staff { employee.setValue(manager, forKey: "manager") }
    var expected = Set(staff)
    for (step, employee) in leaving.order(staff).enumerated() {
      employee.setValue(nil, forKey: "manager")
      expected.remove(employee)
      if step % 7 == 3 {
        let former = staff[step / 2]
        former.setValue(manager, forKey: "manager")
        expected.insert(former)
      }
      #expect(reports(of: manager) == expected, "\(step)")
    }
    #expect(office.context.invariantViolations(full: true) == [])
  }

  /// The table of places is a third block, beside the set and its list; all others are found without one.
  @Test func `a table is made for a member that leaves out of turn, and for no other`() throws {
    let manager = managers[0]
    for employee in staff { employee.setValue(manager, forKey: "manager") }
    let tie = try #require(
      manager.identityTable.layout.ties.firstIndex { $0.relationship.name == "reports" })
    let set = try manager.members(tie)
    func blocks() -> Int {
      var count = 0
      set.showBlocks(
        to: BlockVisitor { _, _ in
          count += 1
          return true
        })
      return count
    }
    for employee in staff[..<60] {
      employee.setValue(nil, forKey: "manager")
      #expect(blocks() == 2, "\(set.count) are left")
    }
    staff[70].setValue(nil, forKey: "manager")
    #expect(blocks() == 3)
    #expect(set.count == 19)
  }

  /// A set that only grew is asked for its oldest and its newest member, and for one that it does not have.
  @Test func `a member is found in a set that only grew`() throws {
    let manager = managers[0]
    for employee in staff.dropLast() { employee.setValue(manager, forKey: "manager") }
    let reports = manager.mutableSetValue(forKey: "reports")
    #expect(reports.contains(staff[0]))
    #expect(reports.contains(staff[78]))
    #expect(!reports.contains(staff[79]))
    staff[79].setValue(manager, forKey: "manager")
    #expect(reports.contains(staff[79]))
    staff[0].setValue(nil, forKey: "manager")
    #expect(!reports.contains(staff[0]))
    #expect(reports.count == 79)
  }
}
