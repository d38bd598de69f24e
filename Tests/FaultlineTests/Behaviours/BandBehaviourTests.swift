// What nothing public settles: the engine at both ends of each band.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct BandBehaviourTests {
  private func members(of object: ManagedObject, _ name: String) -> Set<ManagedObject> {
    object.value(forKey: name) as? Set<ManagedObject> ?? []
  }

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

  /// B6: a public log shows the rows of a prefetch, and not what holds them.
  @Test("What is prefetched is registered at one end, and waits as rows at the other")
  func prefetchedObjects() throws {
    func figures(_ behaviours: CoreDataBehaviours) throws -> [Int] {
      let firm = try Firm()
      let context = try firm.context(behaviours)
      return try context.performAndWait {
        var request = FetchRequest(entityName: "Department", sortKeys: [SortKey("name")])
        request.relationshipKeyPathsForPrefetching = ["employees.reports"]
        var departments: [ManagedObject] = []
        let prefetching = try firm.requests { departments = try context.fetch(request) }
        let registered = context.registeredObjectCount
        let rows = firm.coordinator.statistics.rowCacheEntries
        let walking = firm.requests {
          let names = departments.flatMap { department in
            members(of: department, "employees").map {
              $0.value(forKey: "name") as? String
            }
          }
          #expect(names.count == Firm.staff && !names.contains(nil))
        }
        let walked = context.registeredObjectCount
        departments = []
        context.reset()
        return [
          prefetching, registered, rows, walking, walked,
          firm.coordinator.statistics.rowCacheEntries,
        ]
      }
    }
    let usual = try figures([])
    #expect(usual == [3, 24, 24, 0, 24, 0])
    let rowsOnly = try figures(.prefetchingBringsRowsAlone)
    #expect(rowsOnly == [3, 4, 24, 0, 24, 0])
  }

  @Test(
    "Members that wait are forgotten where others may have come, and rows alone change no answer")
  func waitingMembers() throws {
    let firm = try Firm()
    let context = try firm.context(.prefetchingBringsRowsAlone)
    try context.performAndWait {
      var request = FetchRequest(entityName: "Department", sortKeys: [SortKey("name")])
      request.relationshipKeyPathsForPrefetching = ["employees"]
      let departments = try context.fetch(request)
      let ada = context.insertNewObject(forEntityName: "Employee")
      ada.setValue("Ada", forKey: "name")
      ada.setValue(departments[0], forKey: "department")
      #expect(members(of: departments[0], "employees").contains(ada))
      try context.save()
      // The save may have changed what the others have: they ask.
      let asking = firm.requests {
        #expect(members(of: departments[1], "employees").count == 5)
      }
      #expect(asking == 1)
      let again = try context.fetch(request)
      #expect(again.map { members(of: $0, "employees").count } == [6, 5, 5, 5])
    }
  }

  @Test("A path leads on by rows, to one and to many, past what has objects")
  func pathsOfRows() throws {
    let firm = try Firm()
    let context = try firm.context(.prefetchingBringsRowsAlone)
    try context.performAndWait {
      let request = try Firm.everybody(prefetching: ["department.employees"])
      let north = try context.fetch(
        FetchRequest(entityName: "Department", sortKeys: [SortKey("name")]))
      _ = north.map { members(of: $0, "employees").count }
      var staff: [ManagedObject] = []
      let asked = try firm.requests { staff = try context.fetch(request) }
      // The list alone: departments and their members are there.
      #expect(asked == 1)
      #expect(staff.count == Firm.staff)
    }
    let other = try firm.context(.prefetchingBringsRowsAlone)
    try other.performAndWait {
      let request = try Firm.everybody(prefetching: ["department.employees"])
      var staff: [ManagedObject] = []
      #expect(try firm.requests { staff = try other.fetch(request) } == 3)
      let walked = firm.requests {
        for employee in staff {
          let department = employee.value(forKey: "department") as? ManagedObject
          #expect(department.map { members(of: $0, "employees").count } == 5)
        }
      }
      #expect(walked == 0)
    }
  }

  /// B8: what becomes of the objects of a context that goes is documented nowhere.
  @Test("A retain cycle outlives its context at one end, and goes with it at the other")
  func retainCycles() throws {
    func left(_ behaviours: CoreDataBehaviours) throws -> [Int] {
      let firm = try Firm()
      let departments = WeakObjects()
      let employees = WeakObjects()
      do {
        let context = try firm.context(behaviours)
        try context.performAndWait {
          for employee in try context.fetch(try Firm.everybody()) {
            let department = try #require(employee.value(forKey: "department") as? ManagedObject)
            // The other end is realized as well, so that they hold each other.
            #expect(members(of: department, "employees").contains(employee))
            departments.add(department)
            employees.add(employee)
          }
        }
      }
      return [departments.alive, employees.alive]
    }
    #expect(try left([]) == [Firm.staff, Firm.staff])
    #expect(try left(.contextsEndTheirCycles) == [0, 0])
  }

  /// An object that is held is there all the same, with its values, and holds no other.
  @Test("What is held outlives its context at both ends")
  func heldObjects() throws {
    let firm = try Firm()
    var kept: ManagedObject?
    weak var department: ManagedObject?
    do {
      let context = try firm.context(.contextsEndTheirCycles)
      try context.performAndWait {
        kept = try context.fetch(try Firm.everybody()).first
        let other = kept?.value(forKey: "department") as? ManagedObject
        department = other
        #expect(other.map { members(of: $0, "employees").count } == 5)
      }
    }
    #expect(kept?.isFault == false)
    #expect(department == nil)
  }

  /// B4: whether merged deletions follow their rules is documented nowhere; MergedDeletionTests has the rest.
  @Test("Bands are no part of what Core Data is known to do")
  func defaults() {
    #expect(CoreDataBehaviours.coreData.isDisjoint(with: [.rowsStayInTheCache]))
    #expect(CoreDataBehaviours.coreData.isDisjoint(with: [.parentsRegisterWhatIsServed]))
    #expect(CoreDataBehaviours.coreData.isDisjoint(with: [.prefetchingBringsRowsAlone]))
    #expect(CoreDataBehaviours.coreData.isDisjoint(with: [.contextsEndTheirCycles]))
  }
}

/// Objects that are remembered and not held.
private final class WeakObjects {
  private struct Entry { weak var object: ManagedObject? }

  private var entries: [Entry] = []

  func add(_ object: ManagedObject) { entries.append(Entry(object: object)) }

  /// How many entries still have an object.
  var alive: Int { entries.count { $0.object != nil } }
}
