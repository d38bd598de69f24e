// What a context with a parent does by the guides, and what it was observed to do.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct ChildBehaviourTests {
  /// D2: openradar 18332905, 21603124, MagicalRecord#1141, DATAStack#59.
  @Test("A child counts a batch size by the guides, and ignores it in Core Data")
  func batchSizes() throws {
    func figures(_ behaviours: CoreDataBehaviours, isChild: Bool) throws -> String {
      let firm = try Firm()
      let context = try firm.context(isChild: isChild, behaviours)
      return try context.performAndWait {
        var results: BatchedResults?
        let fetched = try firm.requests {
          results = try context.fetchBatched(try Firm.everybody(batch: 5))
        }
        let registered = context.registeredObjectCount
        let walked = try firm.requests {
          for object in try #require(results) { _ = object.value(forKey: "name") }
        }
        let count = try #require(results).count
        return "\(count): \(fetched) + \(walked) requests, \(registered) then "
          + "\(context.registeredObjectCount) objects"
      }
    }
    // The four departments are there as faults.
    let batches = "20: 1 + 4 requests, 0 then 14 objects"
    let found1 = try figures([], isChild: true)
    #expect(found1 == batches)
    let found2 = try figures(.childrenIgnoreBatchSizes, isChild: false)
    #expect(found2 == batches)
    #expect(
      try figures(.childrenIgnoreBatchSizes, isChild: true)
        == "20: 1 + 0 requests, 20 then 24 objects")
  }

  /// D3: openradar 27268968, MagicalRecord#1099, CoreStore#355.
  @Test("A child prefetches by the guides, and pays for each department in Core Data")
  func prefetching() throws {
    func requests(_ behaviours: CoreDataBehaviours, isChild: Bool) throws -> [Int] {
      let firm = try Firm()
      let context = try firm.context(isChild: isChild, behaviours)
      return try context.performAndWait {
        var staff: [ManagedObject] = []
        let fetched = try firm.requests {
          staff = try context.fetch(try Firm.everybody(prefetching: ["department"]))
        }
        let walked = firm.requests {
          for employee in staff {
            _ = (employee.value(forKey: "department") as? ManagedObject)?.value(forKey: "name")
          }
        }
        return [fetched, walked]
      }
    }
    let found3 = try requests([], isChild: true)
    #expect(found3 == [2, 0])
    let found4 = try requests(.childrenIgnorePrefetching, isChild: false)
    #expect(found4 == [2, 0])
    let found5 = try requests(.childrenIgnorePrefetching, isChild: true)
    #expect(found5 == [1, 4])
  }

  @Test("A child that ignores prefetching returns faults, and refuses a path that leads nowhere")
  func prefetchedFaults() throws {
    let firm = try Firm()
    let context = try firm.context(isChild: true, .childrenIgnorePrefetching)
    try context.performAndWait {
      let staff = try context.fetch(try Firm.everybody(prefetching: ["department"]))
      let faults = staff.count { $0.isFault }
      #expect(faults == Firm.staff)
      #expect(throws: GraphError.self) {
        try context.fetch(try Firm.everybody(prefetching: ["nowhere"]))
      }
    }
  }

  /// D11, semantics 172: a child keeps temporary IDs unless it asks for permanent ones.
  @Test("A child learns permanent IDs by the guides, and keeps temporary ones in Core Data")
  func identifiers() throws {
    func isTemporary(_ behaviours: CoreDataBehaviours) throws -> [Bool] {
      let firm = try Firm()
      let child = try firm.context(isChild: true, behaviours)
      return try child.performAndWait {
        let ada = child.hire("Ada")
        try child.save()
        let parent = try #require(child.parent)
        try parent.performAndWait { try parent.save() }
        // The next look at the store is when a child learns.
        _ = try child.count(for: FetchRequest(entityName: "Employee"))
        let kept = ada.objectID.isTemporaryID
        ada.setValue("Ada L.", forKey: "name")
        try child.save()
        try parent.performAndWait { try parent.save() }
        #expect(try child.count(for: try Firm.everybody(where: "name == 'Ada L.'")) == 1)
        try child.obtainPermanentIDs(for: [ada])
        return [kept, ada.objectID.isTemporaryID]
      }
    }
    let found6 = try isTemporary([])
    #expect(found6 == [false, false])
    let found7 = try isTemporary(.childrenKeepTemporaryIDs)
    #expect(found7 == [true, false])
  }
}
