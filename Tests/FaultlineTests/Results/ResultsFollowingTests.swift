// N3: a results controller follows what its context changes and saves.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ResultsFollowingTests {
  /// N3, semantics 214: whether or not changes have reached the disk.
  @Test(arguments: StoreKind.allCases)
  func `changes are followed when they are processed`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try Office(kind, in: folder)
    office.employ("Ada")
    office.employ("Cyd")
    try office.context.save()
    let table = Table()
    let controller = try office.controller(table: table)
    office.employ("Bob")
    #expect(controller.names == ["Ada", "Cyd"])
    #expect(table.takeCalls() == "")
    office.context.processPendingChanges()
    #expect(controller.names == ["Ada", "Bob", "Cyd"])
    expectText(table.takeCalls(), is: "will\ninsert Bob · → 0.1\ndid")
    // A save has nothing to add.
    try office.context.save()
    #expect(table.takeCalls() == "")
    // And it processes what was not processed yet.
    office.employ("Abe")
    try office.context.save()
    expectText(table.takeCalls(), is: "will\ninsert Abe · → 0.0\ndid")
    #expect(table.objects == Array(try #require(controller.fetchedObjects)))
  }

  /// Semantics 214.
  @Test func `without a delegate nothing is followed`() throws {
    let office = try Office()
    office.employ("Ada")
    let controller = try office.controller()
    office.employ("Bob")
    office.context.processPendingChanges()
    #expect(controller.names == ["Ada"])
    // A delegate that comes later is notified of it with the next change.
    let table = Table()
    controller.delegate = table
    table.reload(controller)
    office.employ("Cyd")
    office.context.processPendingChanges()
    expectText(table.takeCalls(), is: "will\ninsert Bob · → 0.1\ninsert Cyd · → 0.2\ndid")
    #expect(table.complaints == [])
  }

  /// Semantics 216.
  @Test func `sections are reported before objects, and paths are old or new`() throws {
    let office = try Office()
    let ada = office.employ("Ada", grade: "A")
    let bob = office.employ("Bob", grade: "B")
    let cyd = office.employ("Cyd", grade: "C")
    let dan = office.employ("Dan", grade: "C")
    try office.context.save()
    let table = Table()
    let controller = try office.controller(
      by: [SortKey("notes"), SortKey("name")], sections: "notes", table: table)
    office.context.delete(bob)
    ada.setValue("C", forKey: "notes")
    cyd.setValue(3, forKey: "salary")
    dan.setValue("D", forKey: "notes")
    office.employ("Eve", grade: "C")
    office.context.processPendingChanges()
    expectText(
      table.takeCalls(),
      is: """
        will
        section delete B 1 (1)
        section delete A 0 (1)
        section insert D 1 (1)
        delete Bob 1.0 → ·
        insert Eve · → 0.2
        move Ada 0.0 → 0.0
        move Dan 2.1 → 1.0
        update Cyd 2.0 → 0.1
        did
        """)
    #expect(table.complaints == [])
    expectText(controller.text, is: "[C] Ada Cyd Eve\n[D] Dan")
    #expect(table.objects == Array(try #require(controller.fetchedObjects)))
  }

  /// Semantics 216: one move is enough, and it says that the object may have changed.
  @Test func `an object that has not changed has not moved`() throws {
    let office = try Office()
    let staff = ["Ada", "Bob", "Cyd", "Dan"].map { office.employ($0) }
    try office.context.save()
    let table = Table()
    let controller = try office.controller(table: table)
    staff[0].setValue("Zoe", forKey: "name")
    office.context.processPendingChanges()
    expectText(table.takeCalls(), is: "will\nmove Zoe 0.0 → 0.3\ndid")
    staff[0].setValue("Zora", forKey: "name")
    office.context.processPendingChanges()
    expectText(table.takeCalls(), is: "will\nupdate Zora 0.3 → 0.3\ndid")
    #expect(controller.names == ["Bob", "Cyd", "Dan", "Zora"])
  }

  /// Semantics 217.
  @Test(arguments: StoreKind.allCases)
  func `an object that begins or ceases to match comes or goes`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try Office(kind, in: folder)
    let ada = office.employ("Ada", 100)
    let bob = office.employ("Bob", 10)
    try office.context.save()
    let table = Table()
    let controller = try office.controller("salary > 50", table: table)
    ada.setValue(20, forKey: "salary")
    bob.setValue(200, forKey: "salary")
    office.employ("Cyd", 5)
    office.context.processPendingChanges()
    expectText(table.takeCalls(), is: "will\ndelete Ada 0.0 → ·\ninsert Bob · → 0.0\ndid")
    #expect(controller.names == ["Bob"])
  }

  /// N3, semantics 217: also where the predicate, the order or the sections look at another object.
  @Test(arguments: StoreKind.allCases)
  func `changes of others that are looked at are followed`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try Office(kind, in: folder)
    let research = office.found("Research", [office.employ("Ada"), office.employ("Bob")])
    office.found("Sales", [office.employ("Cyd")])
    try office.context.save()
    let table = Table()
    let controller = try office.controller(
      "department.budget != 13", by: [SortKey("department.name"), SortKey("name")],
      sections: "department.name", table: table)
    research.setValue("Treasury", forKey: "name")
    office.context.processPendingChanges()
    expectText(
      table.takeCalls(),
      is: """
        will
        section delete Research 0 (2)
        section insert Treasury 1 (2)
        move Ada 0.0 → 1.0
        move Bob 0.1 → 1.1
        did
        """)
    expectText(controller.text, is: "[Sales] Cyd\n[Treasury] Ada Bob")
    research.setValue(13, forKey: "budget")
    office.context.processPendingChanges()
    expectText(controller.text, is: "[Sales] Cyd")
    #expect(table.complaints == [])
  }

  /// N2, semantics 218: rows that were removed elsewhere are deletions.
  @Test(arguments: StoreKind.allCases)
  func `merged saves are followed`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let coordinator = try kind.coordinator(try companyModel(), in: folder)
    let office = try Office(on: coordinator)
    for name in ["Ada", "Bob", "Cyd"] { office.employ(name) }
    try office.context.save()
    let table = Table()
    let controller = try office.controller(table: table)
    // An object that is looked at is loaded, and is reported.
    #expect(controller.names == ["Ada", "Bob", "Cyd"])
    let other = try Office(on: coordinator)
    let saves = Saves(of: other.context)
    try other.context.employee("Ada").setValue("Zoe", forKey: "name")
    other.context.delete(try other.context.employee("Bob"))
    other.employ("Dan")
    try other.context.save()
    #expect(table.takeCalls() == "")
    for save in saves.all { office.context.mergeChanges(save) }
    expectText(
      table.takeCalls(), is: "will\ndelete Bob 0.1 → ·\ninsert Dan · → 0.1\nmove Zoe 0.0 → 0.2\ndid"
    )
    #expect(controller.names == ["Cyd", "Dan", "Zoe"])
    #expect(table.complaints == [])
  }

  /// N2, N3: also of those that are not held.
  @Test(arguments: StoreKind.allCases)
  func `a merge is followed for objects that are not in memory`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let coordinator = try kind.coordinator(try companyModel(), in: folder)
    let office = try Office(on: coordinator)
    for name in ["Ada", "Bob", "Cyd"] { office.employ(name) }
    try office.context.save()
    office.context.reset()
    let keeper = SnapshotKeeper()
    let controller = try office.controller()
    controller.delegate = keeper
    #expect(office.context.registeredObjectCount == 0)
    let other = try Office(on: coordinator)
    let saves = Saves(of: other.context)
    try other.context.employee("Ada").setValue("Zoe", forKey: "name")
    other.context.delete(try other.context.employee("Bob"))
    try other.context.save()
    for save in saves.all { office.context.mergeChanges(save) }
    #expect(keeper.snapshots.count == 1)
    let fresh = try office.context.fetchIDs(controller.fetchRequest)
    #expect(keeper.snapshots.last?.itemIdentifiers == fresh)
    #expect(office.context.registeredObjectCount == 0)
    #expect(controller.names == ["Cyd", "Zoe"])
  }

  /// Semantics 222: each merge is one event, however much it brings.
  @Test func `a merge of many is looked at once`() throws {
    let coordinator = try StoreKind.memory.coordinator(try companyModel(), in: StoreFolder())
    let office = try Office(on: coordinator)
    let table = Table()
    let controller = try office.controller(table: table)
    let other = try Office(on: coordinator)
    let saves = Saves(of: other.context)
    for number in 0..<200 { other.employ("\(number)") }
    try other.context.save()
    for number in 200..<400 { other.employ("\(number)") }
    try other.context.save()
    for save in saves.all { office.context.mergeChanges(save) }
    let said = table.said
    #expect(said.count { $0 == "will" } == 2)
    #expect(said.count { $0 == "did" } == 2)
    #expect(said.count == 404)
    #expect(controller.fetchedObjects?.count == 400)
  }

  /// N2, semantics 189, 218: a rollback cannot bring back what was removed elsewhere.
  @Test(arguments: StoreKind.allCases)
  func `what others have removed stays away after a rollback`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let coordinator = try kind.coordinator(try companyModel(), in: folder)
    let office = try Office(on: coordinator)
    for name in ["Ada", "Bob"] { office.employ(name) }
    try office.context.save()
    let table = Table()
    let controller = try office.controller(table: table)
    let bob = try office.context.employee("Bob")
    let other = try Office(on: coordinator)
    let saves = Saves(of: other.context)
    other.context.delete(try other.context.employee("Bob"))
    try other.context.save()
    for save in saves.all { office.context.mergeChanges(save) }
    #expect(controller.names == ["Ada"])
    office.context.rollback()
    office.context.processPendingChanges()
    #expect(bob.isFault && !bob.isDeleted)
    #expect(controller.names == ["Ada"])
    #expect(table.complaints == [])
  }

  /// What a delegate changes while it is notified is reported after that.
  @Test func `changes of a delegate wait for their turn`() throws {
    let office = try Office()
    let table = Table()
    let controller = try office.controller(table: table)
    table.whileNotified = { [weak table] in
      table?.whileNotified = nil
      office.employ("Abe")
      office.context.processPendingChanges()
    }
    office.employ("Bob")
    office.context.processPendingChanges()
    expectText(
      table.takeCalls(),
      is: "will\ninsert Bob · → 0.0\ndid\nwill\ninsert Abe · → 0.0\ndid")
    #expect(controller.names == ["Abe", "Bob"])
    #expect(table.complaints == [])
  }

  /// Semantics 213, 218: a change breaks the order of sections; `failure` and the next fetch say why.
  @Test func `sections that fall apart stay together in the results`() throws {
    let office = try Office()
    office.employ("Ada", grade: "A")
    office.employ("Bob", grade: "A")
    office.employ("Cyd", grade: "B")
    let table = Table()
    let controller = try office.controller(sections: "notes", table: table)
    office.employ("Dan", grade: "A")
    office.context.processPendingChanges()
    expectText(table.takeCalls(), is: "will\ninsert Dan · → 0.2\ndid")
    expectText(controller.text, is: "[A] Ada Bob Dan\n[B] Cyd")
    let failure = controller.failure
    #expect(failure?.message.contains("section 'A' do not stand together") == true)
    let error = #expect(throws: GraphError.self) { try controller.performFetch() }
    #expect(error?.message == failure?.message)
  }

  /// P1, N3: a child's controller follows the child.
  @Test func `a controller of a child follows it through saves up to the root`() throws {
    let family = try Family()
    let (parent, child) = (family.parent, family.child)
    try child.performAndWait {
      child.hire("Bob")
      let table = Table()
      let keeper = DifferenceKeeper()
      let request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")])
      let controller = FetchedResultsController(fetchRequest: request, managedObjectContext: child)
      controller.delegate = table
      try controller.performFetch()
      table.reload(controller)
      let other = FetchedResultsController(fetchRequest: request, managedObjectContext: child)
      other.delegate = keeper
      try other.performFetch()
      keeper.ids = try #require(other.fetchedObjects).map(\.objectID)
      child.hire("Ada")
      try child.save()
      #expect(controller.names == ["Ada", "Bob"])
      try parent.performAndWait { try parent.save() }
      #expect(controller.names == ["Ada", "Bob"])
      let third = child.hire("Cyd")
      child.processPendingChanges()
      #expect(controller.names == ["Ada", "Bob", "Cyd"])
      #expect(table.complaints + keeper.complaints == [])
      let fresh = try child.fetchIDs(request)
      #expect(keeper.ids == fresh)
      #expect(keeper.ids.map(\.isTemporaryID) == [false, false, true])
      #expect(controller.indexPath(for: third) == IndexPath(item: 2, section: 0))
    }
  }

  /// Semantics 23: an ID that was obtained early is known.
  @Test func `permanent IDs that come early are known`() throws {
    let office = try Office()
    let table = Table()
    let controller = try office.controller(table: table)
    let ada = office.employ("Ada")
    office.context.processPendingChanges()
    try office.context.obtainPermanentIDs(for: [ada])
    #expect(controller.indexPath(for: ada) == IndexPath(item: 0, section: 0))
    #expect(controller.object(at: IndexPath(item: 0, section: 0)) === ada)
    office.context.delete(ada)
    office.context.processPendingChanges()
    #expect(controller.names == [])
    #expect(table.complaints == [])
  }
}
