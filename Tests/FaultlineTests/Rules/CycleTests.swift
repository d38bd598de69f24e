// C1–C3: realized relationships hold, a refresh breaks them, and names outside hold all the same.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct CycleTests {
  /// C1, semantics 10: realized in both directions, a pair needs no other holder to stay.
  @Test func `two objects that point at each other keep each other`() throws {
    let office = try Office()
    _ = try office.pair()
    #expect(
      drawing(of: office.context) == """
        Employee Grace · reports ⇒ Ada
        Employee Ada · manager → Grace
        """)
  }

  /// C1 needs both directions: a chain goes with its beginning.
  @Test func `two objects that point one way go with the first`() throws {
    let office = try Office()
    let ids = try office.pair()
    office.context.refreshAllObjects()
    var ada: ManagedObject? = office.context.object(with: ids.report)
    #expect((ada?.value(forKey: "manager") as? ManagedObject)?.objectID == ids.manager)
    #expect(
      drawing(of: office.context) == """
        Employee Ada · manager → (fault)
        Employee (fault)
        """)
    ada = nil
    #expect(drawing(of: office.context) == "")
    #expect(ada == nil)
  }

  /// C2, semantics 10, 75: without merging, one fault is enough to break a retain cycle.
  @Test func `a refresh without merging breaks the cycle`() throws {
    let office = try Office()
    let ids = try office.pair()
    office.context.refresh(office.context.object(with: ids.manager), mergeChanges: false)
    #expect(drawing(of: office.context) == "")
  }

  /// C2, semantics 75: pending changes are dropped, and the object is a fault.
  @Test func `a refresh without merging drops pending changes`() throws {
    let office = try Office()
    let ada = office.context.object(with: try office.employed("Ada"))
    ada.setValue("Lovelace", forKey: "name")
    office.context.refresh(ada, mergeChanges: false)
    #expect(ada.isFault)
    #expect(!office.context.hasChanges)
    #expect(ada.value(forKey: "name") as? String == "Ada")
  }

  /// C2, semantics 76: with merging, the others' changes come in and one's own are kept.
  @Test func `a refresh with merging keeps changes and takes in the rest`() throws {
    let office = try Office()
    let ada = office.context.object(with: try office.employed("Ada"))
    ada.setValue("Lovelace", forKey: "name")
    let annex = try Office(on: office.coordinator)
    let copy = annex.context.object(with: ada.objectID)
    copy.setValue("Byron", forKey: "name")
    copy.setValue(7.5, forKey: "salary")
    try annex.context.save()
    #expect(ada.value(forKey: "salary") as? Double == nil)
    office.context.refresh(ada, mergeChanges: true)
    #expect(drawing(of: office.context) == "Employee Lovelace · changed")
    #expect(ada.value(forKey: "salary") as? Double == 7.5)
    try office.context.save()
    annex.context.refresh(copy, mergeChanges: true)
    #expect(copy.value(forKey: "name") as? String == "Lovelace")
  }

  /// C3: a reference from outside of the graph keeps what hangs on it.
  @Test func `objects go when everyone outside has let go too`() throws {
    let office = try Office()
    let ids = try office.pair()
    var grace: ManagedObject? = office.context.object(with: ids.manager)
    office.context.refresh(office.context.object(with: ids.report), mergeChanges: false)
    #expect(
      drawing(of: office.context) == """
        Employee Grace · reports ⇒ (fault)
        Employee (fault)
        """)
    grace = nil
    #expect(drawing(of: office.context) == "")
    #expect(grace == nil)
  }

  /// DESIGN 3.3: a context's end does not break realized references; a cycle outlives it.
  @Test func `a cycle outlives its context`() throws {
    weak var grace: ManagedObject?
    do {
      let office = try Office()
      grace = office.context.object(with: try office.pair().manager)
    }
    #expect(grace?.managedObjectContext == nil)
    #expect(grace?.value(forKey: "name") as? String == "Grace")
  }

  /// C4: dropping one end of a pending relationship leaves the other; the engine can say beforehand.
  @Test func `an object with changed relationships says so`() throws {
    let office = try Office()
    let ids = try office.pair()
    let ada = office.context.object(with: ids.report)
    ada.setValue(1.0, forKey: "salary")
    #expect(!ada.hasRelationshipChanges)
    ada.setValue(nil, forKey: "manager")
    #expect(ada.hasRelationshipChanges)
    #expect(office.context.object(with: ids.manager).hasRelationshipChanges)
    try office.context.save()
    #expect(!ada.hasRelationshipChanges)
  }
}
