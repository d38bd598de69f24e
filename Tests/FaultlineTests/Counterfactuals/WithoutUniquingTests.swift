// Q1 and Q2 switched off: every way to a record makes an object of its own, and they may contradict each other.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct WithoutUniquingTests {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// An office in which Grace manages Ada, and whose context does not unique; no object is registered.
  private func office(_ kind: StoreKind = .memory) throws -> Office {
    let office = try Office(kind, in: folder)
    let research = office.context.insertNewObject(forEntityName: "Department")
    research.setValue("Research", forKey: "name")
    let grace = office.hire("Grace")
    for employee in [grace, office.hire("Ada", manager: grace)] {
      employee.setValue(research, forKey: "department")
      employee.setValue(1_000.0, forKey: "salary")
    }
    try office.context.save()
    office.context.reset()
    try office.context.setUniquesObjects(false)
    return office
  }

  /// Two objects of Ada's record.
  private func twins(in office: Office) throws -> (one: ManagedObject, other: ManagedObject) {
    try twins(in: office.context)
  }

  private func twins(
    in context: ManagedObjectContext
  ) throws -> (one: ManagedObject, other: ManagedObject) {
    var request = FetchRequest(entityName: "Employee")
    request.predicate = try FetchPredicate(format: "name == 'Ada'")
    request.returnsObjectsAsFaults = false
    return (try context.fetch(request)[0], try context.fetch(request)[0])
  }

  private func salary(_ object: ManagedObject) -> Double? {
    object.value(forKey: "salary") as? Double
  }

  /// Q1: each fetch, each relationship and each lookup of an ID makes objects of its own.
  @Test(arguments: StoreKind.allCases)
  func `every way to a record makes an object of its own`(kind: StoreKind) throws {
    let office = try office(kind)
    let (ada, again) = try twins(in: office)
    #expect(ada !== again)
    #expect(ada.objectID == again.objectID)
    let one = try #require(ada.value(forKey: "department") as? ManagedObject)
    let other = try #require(again.value(forKey: "department") as? ManagedObject)
    #expect(one.value(forKey: "name") as? String == other.value(forKey: "name") as? String)
    #expect(
      drawing(of: office.context) == """
        Employee Ada · department → Research · manager → (fault)
        Department Research
        Employee (fault)
        Employee Ada · department → Research · manager → (fault)
        Department Research
        Employee (fault)
        """)
    #expect(office.context.registeredObject(for: ada.objectID) === ada)
    #expect(office.context.object(with: ada.objectID) !== ada)
    #expect(office.context.invariantViolations(full: true) == [])
  }

  /// Q2: what one object says the others do not know.
  @Test func `objects of one record contradict each other`() throws {
    let office = try office()
    let (ada, again) = try twins(in: office)
    ada.setValue(2_000.0, forKey: "salary")
    #expect(salary(again) == 1_000)
    #expect(try twins(in: office).one.value(forKey: "salary") as? Double == 1_000)
    #expect(office.context.updatedObjectCount == 1)
  }

  /// Q2: a save cannot know which is right, so it says so and changes nothing.
  @Test(arguments: StoreKind.allCases)
  func `a save of objects that contradict each other is refused`(kind: StoreKind) throws {
    let office = try office(kind)
    let (ada, again) = try twins(in: office)
    ada.setValue(2_000.0, forKey: "salary")
    again.setValue(3_000.0, forKey: "salary")
    let error = #expect(throws: GraphError.self) { try office.context.save() }
    #expect(
      error?.description
        == "'Employee.salary' of \(ada.objectID) is 2000.0 in one and 3000.0 in another of its objects, "
        + "and a save cannot know which is right (Q2); refresh all but one. (134030)")
    #expect(error?.objectID == ada.objectID)
    #expect(error?.key == "salary")
    #expect(office.context.updatedObjectCount == 2)
    #expect(office.coordinator.statistics.rowsWritten == 3)
    office.context.refresh(again, mergeChanges: false)
    try office.context.save()
    #expect(salary(again) == 2_000)
  }

  /// Q2: an object stands for its record as a whole, so what it did not change counts as well.
  @Test func `objects that changed different properties contradict each other too`() throws {
    let office = try office()
    let (ada, again) = try twins(in: office)
    ada.setValue(2_000.0, forKey: "salary")
    again.setValue("Lovelace", forKey: "name")
    again.setValue(nil, forKey: "manager")
    let error = #expect(throws: GraphError.self) { try office.context.save() }
    let grace = (ada.value(forKey: "manager") as? ManagedObject)?.objectID
    #expect(
      error?.description == """
        Objects of the same records contradict each other in 3 places, and a save cannot know which are right; refresh \
        all but one of each record. (134030)
          - 'Employee.name' of \(ada.objectID) is Ada in one and Lovelace in another of its objects, and a save cannot \
        know which is right (Q2); refresh all but one.
          - 'Employee.salary' of \(ada.objectID) is 2000.0 in one and 1000.0 in another of its objects, and a save cannot \
        know which is right (Q2); refresh all but one.
          - 'Employee.manager' of \(ada.objectID) leads to \(grace?.description ?? "") in one and to nothing in another of \
        its objects, and a save cannot know which is right (Q2); refresh all but one.
        """)
  }

  /// Q2: objects that agree are written once, and all of them live on what was written.
  @Test(arguments: StoreKind.allCases)
  func `objects that agree are written once`(kind: StoreKind) throws {
    let office = try office(kind)
    let (ada, again) = try twins(in: office)
    let (_, old) = try twins(in: office)
    let written = office.coordinator.statistics.rowsWritten
    for object in [ada, again] { object.setValue(2_000.0, forKey: "salary") }
    try office.context.save()
    #expect(office.coordinator.statistics.rowsWritten == written + 1)
    #expect(!office.context.hasChanges)
    // Both know the row as it is now: the one that is changed next is saved, and the other one stays behind.
    again.setValue(3_000.0, forKey: "salary")
    try office.context.save()
    #expect([ada, again, old].map(salary) == [2_000, 3_000, 1_000])
    #expect(office.context.invariantViolations(full: true) == [])
    old.setValue(4_000.0, forKey: "salary")
    let error = #expect(throws: GraphError.self) { try office.context.save() }
    #expect(error?.code == .merge)
    office.context.mergePolicy = .mergeByPropertyObjectTrump
    try office.context.save()
    #expect(salary(try twins(in: office).one) == 4_000)
  }

  /// Q2, L3: a record is deleted once, however many objects say so, unless one of them has changes.
  @Test(arguments: StoreKind.allCases)
  func `a deletion and a change contradict each other`(kind: StoreKind) throws {
    let office = try office(kind)
    let (ada, again) = try twins(in: office)
    let (third, _) = try twins(in: office)
    third.setValue(2_000.0, forKey: "salary")
    office.context.delete(ada)
    office.context.delete(again)
    let error = #expect(throws: GraphError.self) { try office.context.save() }
    #expect(
      error?.message.contains("\(ada.objectID) is deleted in one and changed in another") == true)
    office.context.refresh(third, mergeChanges: false)
    try office.context.save()
    #expect(try office.staff().map { $0.value(forKey: "name") as? String } == ["Grace"])
    #expect(ada.managedObjectContext == nil && again.managedObjectContext == nil)
  }

  /// Q1, N4: from both sides, a relationship leads to different objects, which do not update each other.
  @Test func `the ends of a relationship do not know each other`() throws {
    let office = try office()
    let (ada, _) = try twins(in: office)
    let grace = try #require(ada.value(forKey: "manager") as? ManagedObject)
    let reports = try #require(grace.value(forKey: "reports") as? Set<ManagedObject>)
    #expect(reports.map(\.objectID) == [ada.objectID])
    #expect(!reports.contains(ada))
    #expect(reports.first?.value(forKey: "manager") as? ManagedObject !== grace)
  }

  /// F5: faults of one record are filled together, by one row.
  @Test func `many faults of one record are filled by one request`() throws {
    let office = try office(.sqlite)
    let id = try twins(in: office).one.objectID
    let before = office.coordinator.statistics.roundTrips
    let faults = (0..<5).map { _ in office.context.object(with: id) }
    try office.context.fill(faults)
    #expect(faults.allSatisfy { !$0.isFault })
    #expect(office.coordinator.statistics.roundTrips - before == 1)
  }

  /// N2: a merge brings every object of a record up to date.
  @Test func `a merge reaches every object of a record`() throws {
    let office = try office()
    let (ada, again) = try twins(in: office)
    let annex = try Office(on: office.coordinator)
    let copy = try annex.context.existingObject(with: ada.objectID)
    copy.setValue(5_000.0, forKey: "salary")
    try annex.context.save()
    var saved = SavedChanges()
    saved.updated = [ada.objectID]
    try office.context.merging(saved)
    #expect([ada, again].map(salary) == [5_000, 5_000])
    saved = SavedChanges()
    saved.deleted = [ada.objectID]
    try office.context.merging(saved)
    #expect(ada.isDeleted && again.isDeleted)
  }

  /// P1: it would not be known which of a record's objects a child edits.
  @Test func `a context without uniquing cannot be a parent`() throws {
    let parent = ManagedObjectContext(concurrencyType: .privateQueue)
    parent.name = "team"
    try parent.setPersistentStoreCoordinator(try office().coordinator)
    try parent.setUniquesObjects(false)
    let error = #expect(throws: GraphError.self) { try ManagedObjectContext().setParent(parent) }
    #expect(
      error?.message
        == "Context 'team' does not unique its objects and cannot be a parent: a child could not know "
        + "which of a record's objects it edits. Turn uniquesObjects on.")
    try parent.setUniquesObjects(true)
    let child = ManagedObjectContext()
    try child.setParent(parent)
    #expect(throws: GraphError.self) { try parent.setUniquesObjects(false) }
    // A child may do without: what it hands up is one object for each record.
    try child.setUniquesObjects(false)
    let (ada, again) = try twins(in: child)
    for object in [ada, again] { object.setValue(2_000.0, forKey: "salary") }
    try child.save()
    #expect(
      parent.performAndWait { drawing(of: parent) } == """
        Employee Ada · changed · department → (fault) · manager → (fault)
        Department (fault)
        Employee (fault)
        """)
  }

  /// Q1: objects that are known by their records cannot be forgotten without a reset.
  @Test func `uniquing is switched before the first object or after a reset`() throws {
    let office = try Office()
    _ = try office.pair()
    let error = #expect(throws: GraphError.self) { try office.context.setUniquesObjects(false) }
    #expect(
      error?.message.hasSuffix("set uniquesObjects before its first use or after a reset.") == true)
    office.context.reset()
    try office.context.setUniquesObjects(false)
    #expect(!office.context.uniquesObjects)
  }

  static let seeds = Effort.choose(quick: 20, ci: 50, full: 200)
  static let steps = Effort.choose(quick: 500, ci: 2_000, full: 20_000)

  /// Q2: whatever is done to objects of one record, the context stays sound and the store has one word for each.
  @Test(arguments: 1...seeds, StoreKind.allCases)
  func `a random walk without uniquing keeps the other laws`(seed: Int, kind: StoreKind) throws {
    let walk = try TwinWalk(seed: UInt64(seed), on: try Office(kind, in: folder).coordinator)
    let complaint = try walk.run(steps: Self.steps)
    #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
    #expect(walk.saved > 0 && walk.refused > 0)
  }
}
