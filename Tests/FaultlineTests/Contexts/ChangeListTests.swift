// R3, N1: the list of changed objects, from which objects also go between others.

import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import Faultline

/// An employee who, awaking, takes another one's changes back.
private final class Meddler: ManagedObject {
  weak var other: ManagedObject?

  override func awakeFromFetch() {
    if let other, other.hasChanges { managedObjectContext?.refresh(other, mergeChanges: false) }
  }
}

@Suite struct ChangeListTests {
  let office: Office

  init() throws { office = try Office() }

  private func names(_ objects: [ManagedObject]) -> String {
    objects.map { "\($0.value(forKey: "name") ?? "nil")" }.joined(separator: " ")
  }

  private func staff(_ names: String...) throws -> [ManagedObject] {
    for name in names { office.hire(name) }
    try office.context.save()
    return try office.staff()
  }

  @Test func `objects are listed by their registration, whichever was changed first`() throws {
    let staff = try staff("Ada", "Bob", "Cyd", "Dan")
    for place in [2, 0, 3, 1] { staff[place].setValue(1.0, forKey: "salary") }
    #expect(names(office.context.updatedObjects) == "Ada Bob Cyd Dan")
    office.context.refresh(staff[0], mergeChanges: false)
    #expect(names(office.context.updatedObjects) == "Bob Cyd Dan")
    #expect(office.context.invariantViolations(full: true) == [])
    try office.context.save()
    #expect(office.context.updatedObjects.isEmpty)
  }

  /// One that goes makes room for another, and neither is announced twice or never.
  @Test func `those that observers know stay apart from the others`() throws {
    let staff = try staff("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay")
    let received = Listener()
    received.listen(
      to: ManagedObjectContext.didChangeObjectsNotification, of: office.context
    ) { $0.summary }
    for place in 0..<3 { staff[place].setValue(1.0, forKey: "salary") }
    office.context.processPendingChanges()
    for place in 3..<6 { staff[place].setValue(1.0, forKey: "salary") }
    office.context.refresh(staff[0], mergeChanges: false)
    office.context.refresh(staff[4], mergeChanges: false)
    #expect(office.context.invariantViolations(full: true) == [])
    office.context.processPendingChanges()
    office.context.processPendingChanges()
    #expect(received.count == 2)
    #expect(received.received.first == "updated: Ada, Bob, Cyd")
    // The fault among the updated ones is Eve, who had changes in this event.
    #expect(received.received.last == "updated: (fault), Dan, Fay · refreshed: (fault), (fault)")
  }

  /// A save asks for the order, and may itself have changed objects of which observers know nothing yet.
  @Test func `an object that comes between others in their order is still announced`() throws {
    let staff = try staff("Ada", "Bob")
    let received = Listener()
    received.listen(
      to: ManagedObjectContext.didChangeObjectsNotification, of: office.context
    ) { $0.summary }
    staff[1].setValue(1.0, forKey: "salary")
    office.context.processPendingChanges()
    staff[0].setValue(1.0, forKey: "salary")
    #expect(names(office.context.changes.inOrder()) == "Ada Bob")
    office.context.processPendingChanges()
    #expect(received.received == ["updated: Bob", "updated: Ada"])
  }

  /// The list moves while an object has other values put beneath its changes, and stands with none.
  @Test func `an object may take another off the list while it awakes`() throws {
    let personnel = try Personnel(Meddler.self)
    let staff = ["Ada", "Bob", "Cyd"].map(personnel.hire)
    try personnel.context.save()
    for object in staff { object.setValue(2.0, forKey: "salary") }
    (staff[2] as? Meddler)?.other = staff[0]
    try personnel.elsewhere(staff[2]) { copy in
      copy.setValue("Cyd C.", forKey: "name")
      try copy.managedObjectContext?.save()
    }
    personnel.context.refresh(staff[2], mergeChanges: true)
    #expect(personnel.context.invariantViolations(full: true) == [])
    #expect(names(personnel.context.updatedObjects) == "Bob Cyd C.")
    personnel.context.refresh(staff[2], mergeChanges: false)
    #expect(names(personnel.context.updatedObjects) == "Bob")
    #expect(personnel.context.invariantViolations(full: true) == [])
  }

  /// In a walk with the laws of a context after each step.
  @Test(arguments: 1...4) func `the list agrees with a set`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for number in 0..<40 { office.hire("E\(number)") }
    try office.context.save()
    let staff = try office.staff()
    var changed: Set<Int> = []
    for step in 1...400 {
      let place = Int.random(in: staff.indices, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        try office.context.save()
        changed = []
      case 1:
        office.context.rollback()
        changed = []
      case 2, 3: office.context.processPendingChanges()
      case 4..<10:
        office.context.refresh(staff[place], mergeChanges: false)
        changed.remove(place)
      default:
        staff[place].setValue(Double(step), forKey: "salary")
        changed.insert(place)
      }
      #expect(office.context.invariantViolations(full: true) == [])
      let expected = changed.sorted().map { staff[$0] }
      guard office.context.updatedObjects.elementsEqual(expected, by: ===) else {
        Issue.record("step \(step): \(names(office.context.updatedObjects))")
        return
      }
    }
  }
}
