// What a results controller finds, and what it says when it cannot.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ResultsFetchingTests {
  /// Semantics 213.
  @Test func `a controller without a sort key is an error that names the entity`() throws {
    let office = try Office()
    let error = #expect(throws: GraphError.self) { try office.controller(by: []) }
    #expect(error?.code == .unsupportedRequest)
    #expect(error?.message.contains("'Employee' objects needs a sort key") == true)
  }

  /// Semantics 213.
  @Test(arguments: StoreKind.allCases)
  func `the first sort key has to put objects in the order of their sections`(
    kind: StoreKind
  ) throws {
    let folder = try StoreFolder()
    let office = try Office(kind, in: folder)
    office.employ("Ada", grade: "B")
    office.employ("Bob", grade: "A")
    office.employ("Cyd", grade: "B")
    try office.context.save()
    let error = #expect(throws: GraphError.self) { try office.controller(sections: "notes") }
    #expect(error?.key == "notes")
    expectText(
      error?.message ?? "",
      is:
        "The 'Employee' objects of section 'B' do not stand together: the first sort key is name ascending, "
        + "and it has to put them in the order of 'notes'.")
    let sorted = try office.controller(by: [SortKey("notes"), SortKey("name")], sections: "notes")
    expectText(sorted.text, is: "[A] Bob\n[B] Ada Cyd")
  }

  /// Semantics 213: an unknown key is named, wherever it stands.
  @Test func `unknown keys are named`() throws {
    let office = try Office()
    let sort = #expect(throws: GraphError.self) { try office.controller(by: [SortKey("nme")]) }
    #expect(sort?.key == "nme")
    let section = #expect(throws: GraphError.self) { try office.controller(sections: "grade") }
    #expect(section?.key == "grade")
    #expect(section?.message.contains("sections of 'Employee' objects") == true)
    let object = #expect(throws: GraphError.self) { try office.controller(sections: "manager") }
    #expect(object?.message.contains("leads to an object") == true)
  }

  /// Semantics 215.
  @Test func `there are no results before the first fetch`() throws {
    let office = try Office()
    office.employ("Ada")
    let controller = FetchedResultsController(
      fetchRequest: FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")]),
      managedObjectContext: office.context)
    #expect(controller.fetchedObjects == nil)
    #expect(controller.sections == nil)
    #expect(controller.sectionIndexTitles == [])
    let error = #expect(throws: GraphError.self) {
      try controller.object(atPath: IndexPath(item: 0, section: 0))
    }
    #expect(error?.message.contains("call performFetch") == true)
    try controller.performFetch()
    #expect(controller.names == ["Ada"])
  }

  /// Semantics 215: unsaved changes count, whatever the request says of them.
  @Test(arguments: StoreKind.allCases) func `results are as they are in memory`(
    kind: StoreKind
  ) throws {
    let folder = try StoreFolder()
    let office = try Office(kind, in: folder)
    let ada = office.employ("Ada", 10)
    let bob = office.employ("Bob", 20)
    try office.context.save()
    ada.setValue("Zoe", forKey: "name")
    office.context.delete(bob)
    office.employ("Cyd", 30)
    var request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")])
    request.includesPendingChanges = false
    let controller = FetchedResultsController(
      fetchRequest: request, managedObjectContext: office.context)
    try controller.performFetch()
    #expect(controller.names == ["Cyd", "Zoe"])
  }

  /// Semantics 215.
  @Test func `results that were asked for before do not change`() throws {
    let office = try Office()
    office.employ("Ada")
    let table = Table()
    let controller = try office.controller(table: table)
    let before = try #require(controller.fetchedObjects)
    office.employ("Bob")
    office.context.processPendingChanges()
    #expect(before.count == 1)
    #expect(controller.fetchedObjects?.count == 2)
  }

  @Test func `sections have names, titles and objects`() throws {
    let office = try Office()
    office.found("research", [office.employ("Ada"), office.employ("Bob")])
    office.found("Sales", [office.employ("Cyd")])
    office.employ("Dan")
    let controller = try office.controller(
      by: [SortKey("department.name", options: .caseInsensitive), SortKey("name")],
      sections: "department.name")
    expectText(controller.text, is: "[] Dan\n[research] Ada Bob\n[Sales] Cyd")
    #expect(controller.sections?.map(\.numberOfObjects) == [1, 2, 1])
    #expect(controller.sectionIndexTitles == ["R", "S"])
    #expect(controller.section(forSectionIndexTitle: "S") == 2)
    #expect(controller.section(forSectionIndexTitle: "X") == nil)
    let bob = controller.object(at: IndexPath(item: 1, section: 1))
    #expect(bob.value(forKey: "name") as? String == "Bob")
    #expect(controller.indexPath(for: bob) == IndexPath(item: 1, section: 1))
    #expect(controller.indexPath(for: office.found("none")) == nil)
    let error = #expect(throws: GraphError.self) {
      try controller.object(atPath: IndexPath(item: 2, section: 1))
    }
    #expect(
      error?.message
        == "There is nothing at [1, 2]: the results have 3 section(s) with 1, 2, 1 object(s).")
    #expect(throws: GraphError.self) {
      try controller.object(atPath: IndexPath(item: -1, section: 0))
    }
    #expect(throws: GraphError.self) { try controller.object(atPath: IndexPath(index: 0)) }
  }

  @Test func `a controller without sections has one without a name`() throws {
    let office = try Office()
    let controller = try office.controller()
    #expect(controller.sections?.map(\.name) == [""])
    #expect(controller.sections?.first?.numberOfObjects == 0)
    #expect(controller.names == [])
  }

  /// A section may be a value that only the object itself has.
  @Test func `sections may be transient`() throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Diary",
        attributes: [
          AttributeDescription("name", .string),
          AttributeDescription("initial", .string, isTransient: true),
        ])
    ])
    model.register(InitialDiary.self, forEntityNamed: "Diary")
    let context = try makeContext(model)
    for name in ["Anna", "Albert", "Berta"] {
      context.insertNewObject(forEntityName: "Diary").setValue(name, forKey: "name")
    }
    try context.save()
    context.reset()
    let controller = FetchedResultsController(
      fetchRequest: FetchRequest(entityName: "Diary", sortKeys: [SortKey("name")]),
      managedObjectContext: context, sectionNameKeyPath: "initial")
    let table = Table()
    controller.delegate = table
    try controller.performFetch()
    table.reload(controller)
    expectText(controller.text, is: "[A] Albert Anna\n[B] Berta")
    context.insertNewObject(forEntityName: "Diary").setValue("Carl", forKey: "name")
    context.processPendingChanges()
    expectText(controller.text, is: "[A] Albert Anna\n[B] Berta\n[C] Carl")
    expectText(table.takeCalls(), is: "will\nsection insert C 2 (1)\ninsert Carl · → 2.0\ndid")
  }

  /// Semantics 221: faults with their rows, whatever the request says of them.
  @Test(arguments: StoreKind.allCases) func `results are faults with their rows`(
    kind: StoreKind
  ) throws {
    let folder = try StoreFolder()
    let office = try Office(kind, in: folder)
    for name in ["Ada", "Bob", "Cyd"] { office.employ(name) }
    try office.context.save()
    office.context.reset()
    var request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")])
    request.returnsObjectsAsFaults = false
    let controller = FetchedResultsController(
      fetchRequest: request, managedObjectContext: office.context)
    try controller.performFetch()
    let objects = try #require(controller.fetchedObjects)
    #expect(objects.count { $0.isFault } == 3)
    let trips = office.coordinator.statistics.roundTrips
    #expect(controller.names == ["Ada", "Bob", "Cyd"])
    #expect(office.coordinator.statistics.roundTrips == trips)
  }

  /// Semantics 221: a limit counts for the fetch, and not for objects that come later.
  @Test func `a limit does not keep later objects out`() throws {
    let office = try Office()
    for name in ["Bob", "Cyd", "Dan"] { office.employ(name) }
    try office.context.save()
    var request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")])
    request.fetchLimit = 2
    let controller = FetchedResultsController(
      fetchRequest: request, managedObjectContext: office.context)
    let table = Table()
    controller.delegate = table
    try controller.performFetch()
    #expect(controller.names == ["Bob", "Cyd"])
    office.employ("Ada")
    office.context.processPendingChanges()
    #expect(controller.names == ["Ada", "Bob", "Cyd"])
    expectText(table.takeCalls(), is: "will\ninsert Ada · → 0.0\ndid")
  }

  /// Semantics 223.
  @Test(arguments: StoreKind.allCases)
  func `a walk over tens of thousands keeps tens in memory`(kind: StoreKind) throws {
    let count = Effort.choose(quick: 3_000, ci: 20_000, full: 50_000)
    let folder = try StoreFolder()
    let coordinator = try kind.coordinator(try companyModel(), in: folder)
    do {
      let office = try Office(on: coordinator)
      for number in 0..<count {
        office.employ("Employee \(number)", Double(number * 7 % count), grade: "\(number % 10)")
      }
      try office.context.save()
    }
    let office = try Office(on: coordinator)
    let table = CountingTable()
    var request = FetchRequest(
      entityName: "Employee", sortKeys: [SortKey("notes"), SortKey("salary")])
    request.fetchBatchSize = 20
    let controller = FetchedResultsController(
      fetchRequest: request, managedObjectContext: office.context, sectionNameKeyPath: "notes")
    controller.delegate = table
    try controller.performFetch()
    #expect(office.context.registeredObjectCount == 0)
    var most = 0
    for (number, section) in (controller.sections ?? []).enumerated() {
      for item in 0..<section.numberOfObjects {
        let object = controller.object(at: IndexPath(item: item, section: number))
        #expect(object.value(forKey: "notes") as? String == "\(number)")
        most = max(most, office.context.registeredObjectCount)
      }
    }
    #expect(most <= 2 * 20 + 1)
    // Nor does it need more to put a new object in its place.
    office.employ("New", 1.5, grade: "4")
    office.context.processPendingChanges()
    #expect(table.count == 1)
    #expect(office.context.registeredObjectCount <= 2 * 20 + 1)
    #expect(controller.fetchedObjects?.count == count + 1)
  }

  @Test func `a controller keeps its context, and is not kept by it`() throws {
    weak var gone: FetchedResultsController?
    weak var lost: ManagedObjectContext?
    do {
      let office = try Office()
      office.employ("Ada")
      let table = Table()
      let controller = try office.controller(table: table)
      gone = controller
      lost = office.context
    }
    #expect(gone == nil)
    #expect(lost == nil)
  }

  @Test func `the holders of a controller's object are named`() throws {
    let office = try Office()
    let id = try office.employed("Ada")
    let controller = try office.controller()
    let ada = controller.object(at: IndexPath(item: 0, section: 0))
    #expect(ada.objectID == id)
    #expect(office.context.holders(of: ada) == [.container("the results of a fetch")])
  }
}

/// Counts what has come.
private final class CountingTable: FetchedResultsControllerDelegate {
  var count = 0

  func controller(
    _ controller: FetchedResultsController, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    count += 1
  }
}

/// A diary that knows the first letter of its name.
private final class InitialDiary: ManagedObject {
  override func value(forKey key: String) -> Any? {
    guard key == "initial" else { return super.value(forKey: key) }
    return (value(forKey: "name") as? String)?.prefix(1).description
  }
}
