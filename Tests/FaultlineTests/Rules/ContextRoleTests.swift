// R1–R4, R7: what a context holds, and what holds a context.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct ContextRoleTests {
  /// R1, semantics 14: a fetched object dies when the turn ends, unless it is kept.
  @Test func `a fetched object dies with the turn that fetched it`() throws {
    let office = try Office(pool: true)
    try office.context.turn { _ = try office.pair() }
    office.context.refreshAllObjects()
    #expect(office.context.registeredObjectCount == 0)
    var kept: ManagedObject?
    try office.context.turn {
      kept = try office.staff()[0]
      #expect(
        drawing(of: office.context) == """
          Employee (fault)
          Employee (fault)
          """)
    }
    #expect(drawing(of: office.context) == "Employee (fault)")
    #expect(kept?.value(forKey: "name") as? String == "Grace")
    kept = nil
    try office.context.endTurn(0)
    #expect(drawing(of: office.context) == "")
  }

  /// Turns nest: the inner one lets go of its own.
  @Test func `an inner turn drains only what it was handed`() throws {
    let office = try Office(pool: true)
    let ids = try office.context.turn { try office.pair() }
    office.context.refreshAllObjects()
    office.context.turn {
      _ = office.context.object(with: ids.manager)
      office.context.turn { _ = office.context.object(with: ids.report) }
      #expect(office.context.registeredObjectCount == 1)
      #expect(office.context.registeredObject(for: ids.manager) != nil)
    }
    #expect(office.context.registeredObjectCount == 0)
  }

  /// R2, semantics 9: a context does not live because its objects do.
  @Test func `a context ends while its objects live`() throws {
    weak var context: ManagedObjectContext?
    var ada: ManagedObject?
    do {
      let office = try Office()
      context = office.context
      ada = office.hire("Ada")
      #expect(ada?.managedObjectContext === context)
    }
    #expect(context == nil)
    #expect(ada?.managedObjectContext == nil)
    #expect(ada?.value(forKey: "name") as? String == "Ada")
  }

  /// R3, semantics 7: a change holds its object until it is saved.
  @Test func `a changed object is held until the save`() throws {
    let office = try Office()
    let id = try office.employed("Ada")
    office.context.object(with: id).setValue(2.5, forKey: "salary")
    #expect(drawing(of: office.context) == "Employee Ada · changed")
    #expect(office.context.updatedObjects.map(\.objectID) == [id])
    try office.context.save()
    #expect(drawing(of: office.context) == "")
    #expect(office.context.object(with: id).value(forKey: "salary") as? Double == 2.5)
  }

  /// R3, semantics 7, 15, 16: a reset lets go as well, and invalidates what others still hold.
  @Test func `a reset lets go of changes and objects`() throws {
    let office = try Office()
    let ada = office.hire("Ada")
    office.hire("Grace", manager: ada)
    #expect(office.context.registeredObjectCount == 2)
    office.context.reset()
    #expect(office.context.registeredObjectCount == 0)
    #expect(!office.context.hasChanges)
    #expect(ada.isFault)
    #expect(ada.managedObjectContext == nil)
  }

  /// R4, semantics 8: on, every registered object lives as long as its context; off, they go.
  @Test func `retaining registered objects keeps them, and no longer lets them go`() throws {
    let office = try Office()
    office.context.retainsRegisteredObjects = true
    let ids = try office.pair()
    office.context.refreshAllObjects()
    #expect(
      drawing(of: office.context) == """
        Employee (fault)
        Employee (fault)
        """)
    let kept = office.context.object(with: ids.report)
    office.context.retainsRegisteredObjects = false
    #expect(office.context.registeredObjects == [kept])
  }

  /// R4: what is registered already is held from the moment of the switch.
  @Test func `retaining holds what is there when it is turned on`() throws {
    weak var context: ManagedObjectContext?
    do {
      let office = try Office()
      context = office.context
      let id = try office.employed("Ada")
      var ada: ManagedObject? = office.context.object(with: id)
      #expect(ada?.isFault == true)
      office.context.retainsRegisteredObjects = true
      ada = nil
      #expect(office.context.registeredObjectCount == 1)
      #expect(ada == nil)
    }
    #expect(context == nil)
  }

  /// R7, semantics 18: letting the context go is the way.
  @Test func `taking the coordinator away is refused`() throws {
    let office = try Office()
    let error = #expect(throws: GraphError.self) {
      try office.context.setPersistentStoreCoordinator(nil)
    }
    #expect(
      error?.description
        == "A context's coordinator cannot be taken away or exchanged; "
        + "let the context go and make another. (134060)")
    #expect(office.context.persistentStoreCoordinator != nil)
    try office.context.setPersistentStoreCoordinator(office.coordinator)
  }
}
