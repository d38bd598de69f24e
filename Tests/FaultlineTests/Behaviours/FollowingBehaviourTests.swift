// What a results controller and a merge do by the guides, and what they were observed to do.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct FollowingBehaviourTests {
  private func controller(
    _ context: ManagedObjectContext, batch: Int = 0, atOnce: Bool = false, _ table: Table? = nil
  ) throws -> FetchedResultsController {
    let controller = FetchedResultsController(
      fetchRequest: try Firm.everybody(batch: batch), managedObjectContext: context)
    controller.delegate = table
    controller.loadsAtOnce = atOnce
    try controller.performFetch()
    return controller
  }

  /// D5: Apple's page of fetchBatchSize, where 0 is infinite; donnywals.com, 18 January 2021.
  @Test("A controller fills 32 objects at a time, or loads everything in one request")
  func everything() throws {
    func figures(
      _ behaviours: CoreDataBehaviours, batch: Int = 0, atOnce: Bool = false
    ) throws -> [Int] {
      let firm = try Firm()
      let office = try Office(on: firm.coordinator)
      for number in 0..<80 { office.employ("Newcomer \(10 + number)") }
      try office.context.save()
      let context = try firm.context(behaviours)
      return try context.performAndWait {
        var followed: FetchedResultsController?
        let fetched = try firm.requests {
          followed = try self.controller(context, batch: batch, atOnce: atOnce)
        }
        let registered = context.registeredObjectCount
        let controller = try #require(followed)
        var count = 0
        let shown = firm.requests { count = controller.names.count }
        #expect(count == 100)
        return [fetched, registered, shown]
      }
    }
    let found1 = try figures([])
    #expect(found1 == [1, 0, 4])
    let found2 = try figures(.controllersLoadEverything)
    #expect(found2 == [1, 100, 0])
    let found3 = try figures(.controllersLoadEverything, batch: 50)
    #expect(found3 == [1, 0, 2])
    let found4 = try figures([], atOnce: true)
    #expect(found4 == found2)
  }

  @Test("A controller that has loaded everything asks for nothing again after a change")
  func afterAChange() throws {
    let firm = try Firm()
    let context = try firm.context(.controllersLoadEverything)
    try context.performAndWait {
      let table = Table()
      let controller = try self.controller(context, table)
      table.reload(controller)
      let requests = try firm.requests {
        context.hire("Employee 00")
        try context.employee("Employee 15").setValue("Zoe", forKey: "name")
        context.processPendingChanges()
        #expect(controller.names.count == Firm.staff + 1)
      }
      // Looking the employee up is the one request.
      #expect(requests == 1)
      #expect(controller.names.first == "Employee 00" && controller.names.last == "Zoe")
      let saving = try firm.requests { try context.save() }
      #expect(saving <= 2)
      let showing = firm.requests { _ = controller.names }
      #expect(showing == 0)
      #expect(table.complaints.isEmpty)
    }
  }

  @Test("A child's controller ignores its batch size where children do")
  func inAChild() throws {
    let firm = try Firm()
    let context = try firm.context(isChild: true, .childrenIgnoreBatchSizes)
    try context.performAndWait {
      let fetched = try firm.requests {
        let controller = try self.controller(context, batch: 5)
        #expect(context.registeredObjectCount == Firm.staff)
        #expect(controller.names.count == Firm.staff)
      }
      #expect(fetched == 1)
    }
  }

  /// D6: DATAStack#57, RZVinyl#37, RestKit#2158.
  @Test("A merge asks once for each entity, or once for each object")
  func merging() throws {
    func requests(_ behaviours: CoreDataBehaviours) throws -> [Int] {
      let firm = try Firm()
      let context = try firm.context(behaviours)
      return try context.performAndWait {
        let staff = try context.fetch(try Firm.everybody())
        staff.forEach { _ = $0.value(forKey: "name") }
        let ids = staff.prefix(6).map(\.objectID)
        let update = BatchUpdateRequest(entityName: "Employee", propertiesToUpdate: ["salary": 1.0])
        _ = try context.execute(update)
        let updated = firm.requests {
          ManagedObjectContext.mergeChanges(
            fromRemoteContextSave: ["updated": ids], into: [context])
        }
        #expect(staff[0].value(forKey: "salary") as? Double == 1)
        context.reset()
        let inserted = firm.requests {
          ManagedObjectContext.mergeChanges(
            fromRemoteContextSave: ["inserted": ids], into: [context])
        }
        return [updated, inserted]
      }
    }
    let found4 = try requests([])
    #expect(found4 == [1, 1])
    let found5 = try requests(.mergesAskOneByOne)
    #expect(found5 == [6, 6])
  }

  /// D7: RestKit#2158, gold-miner#678; the tests NotificationMerge of alemar11/CoreDataPlus.
  @Test("A controller judges merged faults by their rows, or does not notice them")
  func faults() throws {
    func calls(_ behaviours: CoreDataBehaviours) throws -> String {
      let firm = try Firm()
      let context = try firm.context(behaviours)
      return try context.performAndWait {
        let table = Table()
        let controller = try self.controller(context, table)
        table.reload(controller)
        _ = table.takeCalls()
        let saved = try firm.renamed("Employee 29", "Ada")
        // The shown objects are faults with their rows, as far as they are there at all.
        context.mergeChanges(saved)
        context.processPendingChanges()
        return table.takeCalls()
      }
    }
    #expect(
      try calls([]).contains("move"))
    #expect(
      try calls(.controllersMissFaults).isEmpty)
  }
}
