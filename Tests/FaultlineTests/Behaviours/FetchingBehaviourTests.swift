// What a fetch and a save do by the guides, and what they were observed to do.

import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct FetchingBehaviourTests {
  /// D4: Apple's developer forums, thread 651325; the tests of alemar11/CoreDataPlus.
  @Test("Batches are filled when they are reached, and all at once in a Swift array")
  func arrays() throws {
    func figures(_ behaviours: CoreDataBehaviours) throws -> [Int] {
      let firm = try Firm()
      let context = try firm.context(behaviours)
      return try context.performAndWait {
        var results: BatchedResults?
        let fetched = try firm.requests {
          results = try context.fetchBatched(try Firm.everybody(batch: 5))
        }
        let registered = context.registeredObjectCount
        let again = try firm.requests {
          for _ in 0..<2 {
            for object in try #require(results) { _ = object.value(forKey: "name") }
          }
        }
        return [fetched, registered, again, context.registeredObjectCount]
      }
    }
    let found1 = try figures([])
    // The four departments are there as faults.
    #expect(found1 == [1, 0, 8, 14])
    let found2 = try figures(.arraysFillEveryBatch)
    #expect(found2 == [5, 20, 0, 24])
  }

  /// Semantics 61: a batch makes room before the next one is loaded.
  @Test("A walk over a list in batches never has more than two batches in memory")
  func batchesInMemory() throws {
    let firm = try Firm()
    let tally = ObjectTally()
    try tally.counting {
      let context = try firm.context([.destinationsComeWhenFollowed])
      try context.performAndWait {
        for object in try context.fetchBatched(try Firm.everybody(batch: 5)) {
          _ = object.value(forKey: "name")
        }
      }
    }
    #expect(tally.mostCount == 10)
  }

  @Test("An empty result has no objects in either way")
  func nothing() throws {
    for behaviours in [CoreDataBehaviours(), .coreData] {
      let context = try Firm().context(behaviours)
      try context.performAndWait {
        let results = try context.fetchBatched(try Firm.everybody(batch: 5, where: "salary < 0"))
        #expect(results.isEmpty && Array(results).isEmpty)
      }
    }
  }

  /// D9: SQLite's documentation of NULL; douglashill.co, "NSPredicate: an old API with new surprises".
  @Test("A database leaves out what has no value, where it compares as SQL does")
  func nothingCompared() throws {
    func counts(_ behaviours: CoreDataBehaviours) throws -> [Int] {
      let firm = try Firm()
      let context = try firm.context(behaviours)
      return try context.performAndWait {
        try [
          "notes != '1'", "NOT (notes == '1')", "NOT (notes IN {'1', '2'})",
          "NOT (notes BEGINSWITH '1')", "notes == NIL", "notes != NIL", "NOT (notes == NIL)",
          "notes != '1' OR notes == NIL",
        ].map { try context.count(for: try Firm.everybody(where: $0)) }
      }
    }
    let found3 = try counts([])
    #expect(found3 == [15, 15, 10, 15, 5, 15, 15, 15])
    let found4 = try counts(.storesCompareAsSQL)
    #expect(found4 == [10, 10, 5, 10, 5, 15, 15, 15])
  }

  @Test("In memory a comparison has two answers in either way")
  func comparedInMemory() throws {
    for behaviours in [CoreDataBehaviours(), .storesCompareAsSQL] {
      let context = try Firm().context(behaviours)
      try context.performAndWait {
        let nameless = try context.fetch(try Firm.everybody(where: "notes == NIL"))
        let predicate = try FetchPredicate(format: "notes != '1'")
        #expect(nameless.allSatisfy { predicate.evaluate(with: $0) })
        // An object with unsaved changes is judged in memory, whatever its store thinks.
        let before = try context.count(for: try Firm.everybody(where: "notes != '1'"))
        nameless[0].setValue(99.0, forKey: "salary")
        let after = try context.count(for: try Firm.everybody(where: "notes != '1'"))
        #expect(after - before == (behaviours.isEmpty ? 0 : 1))
      }
    }
  }

  /// D10: FB7419788; alemar11/CoreDataPlus, test StillBroken.
  @Test("Fetching again refreshes by its documentation, and keeps old values in Core Data")
  func refetching() throws {
    func name(_ behaviours: CoreDataBehaviours) throws -> String? {
      let firm = try Firm()
      let context = try firm.context(behaviours)
      return try context.performAndWait {
        let employee = try context.employee("Employee 10")
        #expect(employee.value(forKey: "name") as? String == "Employee 10")
        _ = try firm.renamed("Employee 10", "Ada")
        var request = try Firm.everybody()
        request.shouldRefreshRefetchedObjects = true
        _ = try context.fetch(request)
        return employee.value(forKey: "name") as? String
      }
    }
    let found5 = try name([])
    #expect(found5 == "Ada")
    let found6 = try name(.refetchingRefreshesNothing)
    #expect(found6 == "Employee 10")
  }

  /// D12: one test suite; not part of what Core Data does for certain.
  @Test("A limit counts unsaved changes, or the store first; without one nothing differs")
  func limits() throws {
    func names(_ behaviours: CoreDataBehaviours, limit: Int, offset: Int = 0) throws -> [String] {
      let firm = try Firm()
      let context = try firm.context(behaviours)
      return try context.performAndWait {
        context.delete(try context.employee("Employee 10"))
        context.hire("Employee 0")
        var request = try Firm.everybody()
        request.fetchLimit = limit
        request.fetchOffset = offset
        return try context.fetch(request).map { $0.value(forKey: "name") as? String ?? "" }
      }
    }
    let isExact = try names([], limit: 3)
    #expect(isExact == ["Employee 0", "Employee 11", "Employee 12"])
    // Three are stored: one of them is deleted, and the new one joins the two that are left.
    #expect(
      try names(.limitsCountWhatIsStored, limit: 3) == isExact)
    #expect(
      try names(.limitsCountWhatIsStored, limit: 3, offset: 1)
        == ["Employee 0", "Employee 11", "Employee 12", "Employee 13"])
    #expect(
      try names([], limit: 3, offset: 1) == ["Employee 11", "Employee 12", "Employee 13"])
    #expect(
      try names(.limitsCountWhatIsStored, limit: 0) == names([], limit: 0))
    #expect(!CoreDataBehaviours.coreData.contains(.limitsCountWhatIsStored))
  }

  /// D13: one report; not part of what Core Data does for certain.
  @Test("A save without changes is no request, or one")
  func emptySaves() throws {
    func requests(_ behaviours: CoreDataBehaviours, isChild: Bool = false) throws -> Int {
      let firm = try Firm()
      let context = try firm.context(isChild: isChild, behaviours)
      return try context.performAndWait { try firm.requests { try context.save() } }
    }
    let found7 = try requests([])
    #expect(found7 == 0)
    let found8 = try requests(.emptySavesAskTheStore)
    #expect(found8 == 1)
    let found9 = try requests(.emptySavesAskTheStore, isChild: true)
    #expect(found9 == 0)
    #expect(!CoreDataBehaviours.coreData.contains(.emptySavesAskTheStore))
  }

  /// D8: lines of PostSaveMaintenance in the logs of several apps.
  @Test("A log that is too long is cut to nothing after the save, and its longest is known")
  func maintenance() throws {
    func lengths(_ longest: Int?) throws -> (now: Int, most: Int) {
      var options = StoreOptions()
      options.longestLog = longest
      let firm = try Firm(options: options)
      let office = try Office(on: firm.coordinator)
      for number in 0..<200 { office.employ("\(number)" + String(repeating: "x", count: 400)) }
      try office.context.save()
      let statistics = firm.coordinator.statistics
      return (statistics.logBytes, statistics.longestLogBytes)
    }
    let free = try lengths(nil)
    #expect(free.now > 64 << 10 && free.most == free.now)
    let bounded = try lengths(64 << 10)
    #expect(bounded.now == 0 && bounded.most >= 64 << 10)
    let roomy = try lengths(64 << 20)
    #expect(roomy.now == free.now && roomy.most == free.now)
  }

  @Test("A log that a reader needs is left as it is, and the save has succeeded")
  func neededLog() throws {
    var options = StoreOptions()
    options.longestLog = 1
    let firm = try Firm(options: options)
    let other = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try other.addPersistentStore(type: .sqlite, at: firm.folder.store)
    let reader = try Office(on: other)
    // What one turn reads belongs together, so its first question keeps the log until it ends.
    try reader.context.turn {
      #expect(try reader.staff().count == Firm.staff)
      _ = try firm.renamed("Employee 10", "Ada")
      #expect(firm.coordinator.statistics.logBytes > 1)
    }
    _ = try firm.renamed("Ada", "Ada L.")
    #expect(firm.coordinator.statistics.logBytes == 0)
  }
}
