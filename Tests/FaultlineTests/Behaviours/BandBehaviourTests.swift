// What nothing public settles: the engine at both ends of each band.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct BandBehaviourTests {
  /// B1: when an unused row leaves the row cache is documented nowhere.
  @Test("A row goes with its last object at one end, and serves the next fault at the other")
  func rowCache() throws {
    func figures(_ behaviours: CoreDataBehaviours) throws -> [Int] {
      let firm = try Firm()
      let reader = try firm.context(behaviours)
      return try reader.performAndWait {
        var ids: [ManagedObjectID] = []
        try reader.turn { ids = try reader.fetch(try Firm.everybody()).map(\.objectID) }
        let cached = firm.coordinator.statistics.rowCacheEntries
        let fired = firm.requests {
          for id in ids { _ = reader.object(with: id).value(forKey: "name") }
        }
        return [cached, fired]
      }
    }
    let usual = try figures([])
    #expect(usual == [0, 20])
    let kept = try figures(.rowsStayInTheCache)
    #expect(kept == [20, 0])
  }

  @Test("Rows that stay give way to newer ones, and go with their store and their coordinator")
  func keptRowsGo() throws {
    let firm = try Firm()
    let context = try firm.context(.rowsStayInTheCache)
    try context.performAndWait {
      let ids = try context.fetchIDs(try Firm.everybody())
      #expect(firm.coordinator.statistics.rowCacheEntries == 20)
      _ = try firm.renamed("Employee 10", "Ada")
      let names = firm.requests {
        let name = context.object(with: ids[0]).value(forKey: "name") as? String
        #expect(name == "Ada")
      }
      #expect(names == 0)
      let eve = try #require(
        try context.fetch(try Firm.everybody(where: "name == 'Employee 11'")).first)
      context.delete(eve)
      try context.save()
      #expect(firm.coordinator.statistics.rowCacheEntries >= 19)
      #expect(try context.count(for: try Firm.everybody(where: "name == 'Employee 11'")) == 0)
    }
    weak var coordinator: PersistentStoreCoordinator?
    do {
      let other = try Firm()
      coordinator = other.coordinator
      let reader = try other.context(.rowsStayInTheCache)
      try reader.performAndWait { _ = try reader.fetchIDs(try Firm.everybody()) }
    }
    #expect(coordinator == nil)
    let store = try #require(firm.coordinator.persistentStores.first)
    try firm.coordinator.remove(store)
    #expect(firm.coordinator.statistics.rowCacheEntries == 0)
  }

  /// B2: five.agency's parent grows although its child is let go.
  @Test("A parent has none of what a child fetches at one end, and all of it at the other")
  func parentObjects() throws {
    func figures(_ behaviours: CoreDataBehaviours) throws -> [Int] {
      let firm = try Firm()
      let child = try firm.context(isChild: true, behaviours)
      let parent = try #require(child.parent)
      let fetched = try child.performAndWait {
        let staff = try child.fetch(try Firm.everybody(prefetching: ["department"]))
        return withExtendedLifetime(staff) {
          parent.performAndWait { parent.registeredObjectCount }
        }
      }
      let afterwards = parent.performAndWait { parent.registeredObjectCount }
      let served = try firm.requests {
        try child.performAndWait { _ = try child.fetch(try Firm.everybody()) }
      }
      parent.performAndWait { parent.reset() }
      return [
        fetched, afterwards, served, parent.performAndWait { parent.registeredObjectCount },
      ]
    }
    let usual = try figures([])
    #expect(usual == [0, 0, 1, 0])
    let registered = try figures(.parentsRegisterWhatIsServed)
    #expect(registered == [24, 24, 1, 0])
  }

  @Test("What a parent has registered for a child is held by it, and goes with it")
  func registeredObjectsGo() throws {
    let firm = try Firm()
    var child: ManagedObjectContext? = try firm.context(
      isChild: true, .parentsRegisterWhatIsServed)
    weak var held: ManagedObject?
    try child?.performAndWait {
      let request = try Firm.everybody(where: "name == 'Employee 10'")
      let staff = try #require(try child?.fetch(request))
      let parent = try #require(child?.parent)
      parent.performAndWait {
        held = parent.registeredObject(for: staff[0].objectID)
        if let held { #expect(parent.holders(of: held) == [.retainsRegistered]) }
      }
    }
    #expect(held != nil)
    child = nil
    #expect(held == nil)
  }

  /// B4: whether merged deletions follow their rules is documented nowhere; MergedDeletionTests has the rest.
  @Test("Bands are no part of what Core Data is known to do")
  func defaults() {
    #expect(CoreDataBehaviours.coreData.isDisjoint(with: [.rowsStayInTheCache]))
    #expect(CoreDataBehaviours.coreData.isDisjoint(with: [.parentsRegisterWhatIsServed]))
  }
}
