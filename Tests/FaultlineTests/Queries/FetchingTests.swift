// What a fetch returns, in which order, and which part of it.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct FetchingTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Six employees: one has no name, and two have no salary.
  private func office(_ kind: StoreKind) throws -> ManagedObjectContext {
    let context = try makeContext(on: kind.coordinator(try companyModel(), in: folder))
    let people: [(String?, Double?)] = [
      ("bob", 3), ("Ada", nil), (nil, 1), ("Émile", 2), ("item 10", nil), ("item 9", 1),
    ]
    for (name, salary) in people {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(name, forKey: "name")
      employee.setValue(salary, forKey: "salary")
    }
    try context.save()
    return context
  }

  private func names(
    _ context: ManagedObjectContext, _ keys: SortKey...,
    change: (inout FetchRequest) -> Void = { _ in }
  ) throws -> String {
    var request = FetchRequest(entityName: "Employee", sortKeys: keys)
    change(&request)
    return try context.fetch(request).map { $0.value(forKey: "name") as? String ?? "-" }
      .joined(separator: " ")
  }

  /// Semantics 137, 138: what has no value is the least, upwards and downwards.
  @Test(arguments: StoreKind.allCases)
  func `an order is by bytes, by letters or as people sort`(kind: StoreKind) throws {
    let context = try office(kind)
    #expect(try names(context, SortKey("name")) == "- Ada bob item 10 item 9 Émile")
    #expect(
      try names(context, SortKey("name", ascending: false)) == "Émile item 9 item 10 bob Ada -")
    #expect(
      try names(context, SortKey("name", options: [.caseInsensitive, .diacriticInsensitive]))
        == "- Ada bob Émile item 10 item 9")
    #expect(
      try names(context, SortKey("name", options: .localized)) == "- Ada bob Émile item 9 item 10")
    #expect(
      try names(context, SortKey("salary"), SortKey("name", ascending: false))
        == "item 10 Ada item 9 - Émile bob")
  }

  /// Semantics 131: the window is of the sorted answer, and behind its end there is nothing.
  @Test(arguments: StoreKind.allCases)
  func `a window shows a part of the answer`(kind: StoreKind) throws {
    let context = try office(kind)
    func window(_ offset: Int, _ limit: Int) throws -> String {
      try names(context, SortKey("name")) {
        $0.fetchOffset = offset
        $0.fetchLimit = limit
      }
    }
    #expect(try window(1, 2) == "Ada bob")
    #expect(try window(4, 9) == "item 9 Émile")
    #expect(try window(6, 1) == "")
    #expect(try window(99, 0) == "")
  }

  /// Semantics 126, 130: with unsaved changes the window is of what there is with them.
  @Test(arguments: StoreKind.allCases)
  func `unsaved changes stand where they belong`(kind: StoreKind) throws {
    let context = try office(kind)
    let staff = try context.fetch(FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")]))
    staff[1].setValue("zoe", forKey: "name")
    context.delete(staff[2])
    context.insertNewObject(forEntityName: "Employee").setValue("cy", forKey: "name")
    #expect(try names(context, SortKey("name")) == "- cy item 10 item 9 zoe Émile")
    let part = try names(context, SortKey("name")) {
      $0.fetchOffset = 1
      $0.fetchLimit = 2
    }
    #expect(part == "cy item 10")
    // Semantics 127: what matched in the store, with the values that the instances have.
    let stored = try names(context, SortKey("name")) { $0.includesPendingChanges = false }
    #expect(stored == "- zoe bob item 10 item 9 Émile")
  }

  /// Semantics 131: also where nothing is asked for and nothing is in order, so that new objects need only follow.
  @Test(arguments: StoreKind.allCases)
  func `a window without an order is of stored and of new objects`(kind: StoreKind) throws {
    let context = try office(kind)
    for _ in 0..<2 { _ = context.insertNewObject(forEntityName: "Employee") }
    for (offset, limit, expected) in [
      (0, 0, 8), (0, 2, 2), (0, 6, 6), (0, 7, 7), (0, 99, 8), (5, 2, 2), (7, 5, 1), (8, 1, 0),
    ] {
      var request = FetchRequest(entityName: "Employee")
      request.fetchOffset = offset
      request.fetchLimit = limit
      let found = try context.fetch(request)
      #expect(found.count == expected, "\(offset), \(limit)")
      #expect(Set(found).count == expected)
      #expect(try context.count(for: request) == expected)
    }
  }

  /// Semantics 127: without pending changes a predicate is the store's affair alone.
  @Test(arguments: StoreKind.allCases)
  func `a fetch may leave unsaved changes out`(kind: StoreKind) throws {
    let context = try office(kind)
    let ada = try context.fetch(
      FetchRequest(entityName: "Employee", predicate: try FetchPredicate(format: "name == 'Ada'")))
    ada[0].setValue("zoe", forKey: "name")
    var request = FetchRequest(
      entityName: "Employee", predicate: try FetchPredicate(format: "name == 'Ada'"))
    #expect(try context.fetch(request).isEmpty)
    #expect(try context.count(for: request) == 0)
    request.includesPendingChanges = false
    #expect(try context.fetch(request) == ada)
    #expect(try context.count(for: request) == 1)
  }

  /// Semantics 133: as many as there would be, and no object is made for it.
  @Test(arguments: StoreKind.allCases)
  func `counting makes no object`(kind: StoreKind) throws {
    let context = try office(kind)
    context.reset()
    var request = FetchRequest(
      entityName: "Employee", predicate: try FetchPredicate(format: "salary != NIL"))
    let trips = { context.persistentStoreCoordinator?.statistics.roundTrips ?? 0 }
    let before = trips()
    #expect(try context.count(for: request) == 4)
    #expect(trips() == before + 1)
    #expect(context.registeredObjectCount == 0)
    request.fetchOffset = 1
    request.fetchLimit = 2
    #expect(try context.count(for: request) == 2)
    request.fetchOffset = 5
    #expect(try context.count(for: request) == 0)
  }

  /// Semantics 132, 136: subentities count unless they are not wanted; a name is looked up when it is asked.
  @Test(arguments: StoreKind.allCases)
  func `subentities are part of a family`(kind: StoreKind) throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(name: "Person", attributes: [AttributeDescription("name", .string)]),
      EntityDescription(
        name: "Boss", superentity: "Person", attributes: [AttributeDescription("car", .string)]),
    ])
    let context = try makeContext(on: kind.coordinator(model, in: folder))
    for (index, entity) in ["Boss", "Person", "Boss", "Person"].enumerated() {
      let person = context.insertNewObject(forEntityName: entity)
      person.setValue("\(3 - index)", forKey: "name")
    }
    try context.save()
    context.reset()
    var request = FetchRequest(entityName: "Person", sortKeys: [SortKey("name")])
    request.returnsObjectsAsFaults = false
    func found() throws -> String {
      try context.fetch(request).map { "\($0.entity.name) \($0.value(forKey: "name") ?? "")" }
        .joined(separator: ", ")
    }
    #expect(try found() == "Person 0, Boss 1, Person 2, Boss 3")
    request.predicate = try FetchPredicate(format: "name > '0'")
    request.includesSubentities = false
    #expect(try found() == "Person 2")
    request.entityName = "Boss"
    #expect(try found() == "Boss 1, Boss 3")
    request.entityName = "Bos"
    #expect(throws: GraphError.self) { try context.fetch(request) }
  }

  @Test func `only the stores that are named are asked`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    let first = try coordinator.addPersistentStore(type: .inMemory)
    let second = try coordinator.addPersistentStore(type: .inMemory)
    let context = try makeContext(on: coordinator)
    for (index, store) in [first, second, first, second].enumerated() {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue("E\(3 - index)", forKey: "name")
      context.assign(employee, to: store)
    }
    try context.save()
    #expect(try names(context, SortKey("name")) == "E0 E1 E2 E3")
    #expect(try names(context) == "E3 E1 E2 E0")
    let part = try names(context, SortKey("name")) {
      $0.fetchOffset = 1
      $0.fetchLimit = 2
    }
    #expect(part == "E1 E2")
    let alone = try names(context, SortKey("name")) { $0.affectedStores = [second] }
    #expect(alone == "E0 E2")
  }

  /// An unsaved change of a department changes which employees are found by it; one trip more finds them.
  @Test(arguments: StoreKind.allCases)
  func `changes that others look at are seen`(kind: StoreKind) throws {
    let context = try makeContext(on: kind.coordinator(try companyModel(), in: folder))
    let department = context.insertNewObject(forEntityName: "Department")
    department.setValue("Old", forKey: "name")
    let ada = context.insertNewObject(forEntityName: "Employee")
    ada.setValue("Ada", forKey: "name")
    ada.setValue(department, forKey: "department")
    try context.save()
    context.reset()
    let known = try context.fetch(FetchRequest(entityName: "Department"))
    let request = FetchRequest(
      entityName: "Employee", predicate: try FetchPredicate(format: "department.name == 'New'"))
    #expect(try context.fetch(request).isEmpty)
    known[0].setValue("New", forKey: "name")
    #expect(try context.fetch(request).count == 1)
    #expect(try context.count(for: request) == 1)
    #expect(try context.fetchIDs(request).count == 1)
    // A change of what no condition looks at costs nothing.
    known[0].setValue("Old", forKey: "name")
    try context.save()
    known[0].setValue(3.0, forKey: "budget")
    let trips = { context.persistentStoreCoordinator?.statistics.roundTrips ?? 0 }
    let before = trips()
    #expect(try context.fetch(request).isEmpty)
    #expect(trips() == before + 1)
  }
}
