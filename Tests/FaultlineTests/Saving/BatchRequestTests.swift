// Semantics 139: changes straight to the stores, which no context learns of by itself.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct BatchRequestTests {
  private func staff(_ context: ManagedObjectContext) throws -> String {
    context.reset()
    return try context.fetch(FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")]))
      .map { "\($0.value(forKey: "name") ?? "-") \($0.value(forKey: "salary") ?? "-")" }
      .joined(separator: ", ")
  }

  private func office(_ kind: StoreKind, _ folder: StoreFolder) throws -> ManagedObjectContext {
    let context = try makeContext(on: kind.coordinator(try companyModel(), in: folder))
    let office = context.insertNewObject(forEntityName: "Department")
    for (index, name) in ["Ada", "Bob", "Cy"].enumerated() {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(name, forKey: "name")
      employee.setValue(Double(index) * 100, forKey: "salary")
      employee.setValue(office, forKey: "department")
    }
    try context.save()
    return context
  }

  /// Semantics 139: no context's objects learn of it.
  @Test(arguments: StoreKind.allCases)
  func `a batch update sets values and what is computed`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder)
    let ada = try context.fetch(FetchRequest(entityName: "Employee"))[0]
    #expect(ada.value(forKey: "name") as? String == "Ada")
    let result = try context.execute(
      BatchUpdateRequest(
        entityName: "Employee",
        propertiesToUpdate: [
          "salary": try PropertyExpression("more", format: "salary * 2 + 1"), "notes": "raised",
          "department": nil,
        ], predicate: try FetchPredicate(format: "salary < 200")))
    #expect(result.count == 2)
    #expect(result.changes.keys.sorted() == ["updated"])
    #expect(result.updatedObjectIDs.contains(ada.objectID))
    // A registered object knows nothing of it.
    #expect(ada.value(forKey: "salary") as? Double == 0)
    #expect(try staff(context) == "Ada 1.0, Bob 201.0, Cy 200.0")
    let alone = FetchRequest(
      entityName: "Employee", predicate: try FetchPredicate(format: "department == NIL"))
    #expect(try context.count(for: alone) == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `a batch delete removes rows and what points at them`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder)
    let gone = try context.execute(
      BatchDeleteRequest(
        fetchRequest: FetchRequest(
          entityName: "Employee", predicate: try FetchPredicate(format: "name == 'Bob'"))))
    #expect(gone.deletedObjectIDs.count == 1)
    #expect(try staff(context) == "Ada 0.0, Cy 200.0")
    let offices = try context.fetchIDs(FetchRequest(entityName: "Department"))
    let closed = try context.execute(BatchDeleteRequest(objectIDs: offices))
    #expect(closed.count == 1)
    let alone = FetchRequest(
      entityName: "Employee", predicate: try FetchPredicate(format: "department == NIL"))
    #expect(try context.count(for: alone) == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `a batch insert makes rows`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder)
    let office = try context.fetchIDs(FetchRequest(entityName: "Department"))[0]
    let result = try context.execute(
      BatchInsertRequest(
        entityName: "Employee",
        objects: [["name": "Dee", "department": office], ["name": "Eve", "salary": 5.0]]))
    #expect(result.insertedObjectIDs.map(\.isTemporaryID) == [false, false])
    #expect(try staff(context) == "Ada 0.0, Bob 100.0, Cy 200.0, Dee -, Eve 5.0")
    let inside = FetchRequest(
      entityName: "Employee", predicate: try FetchPredicate(format: "department == %@", office))
    #expect(try context.count(for: inside) == 4)
  }

  @Test(arguments: StoreKind.allCases)
  func `a handler fills one new object after the other, until it says that there are no more`(
    kind: StoreKind
  ) throws {
    let folder = try StoreFolder()
    let context = try office(kind, folder)
    var asked = 0
    var request = BatchInsertRequest(entityName: "Employee") { values in
      asked += 1
      values["name"] = "New \(asked)"
      return asked > 2_500
    }
    request.resultType = .count
    let result = try context.execute(request)
    #expect(result.count == 2_500)
    #expect(result.insertedObjectIDs.isEmpty)
    #expect(asked == 2_501)
    #expect(try context.count(for: FetchRequest(entityName: "Employee")) == 2_503)
    // More objects than are written together.
    let last = FetchRequest(
      entityName: "Employee", predicate: try FetchPredicate(format: "name == 'New 2500'"))
    #expect(try context.count(for: last) == 1)
  }

  @Test func `a handler without objects inserts none`() throws {
    let folder = try StoreFolder()
    let context = try office(.memory, folder)
    let result = try context.execute(BatchInsertRequest(entityName: "Employee") { _ in true })
    #expect(result.count == 0 && result.insertedObjectIDs.isEmpty)
  }

  @Test func `what a batch cannot do is refused, and nothing is done`() throws {
    let folder = try StoreFolder()
    let context = try office(.memory, folder)
    #expect(throws: GraphError.self) {
      try context.execute(
        BatchUpdateRequest(entityName: "Employee", propertiesToUpdate: ["reports": []]))
    }
    #expect(throws: GraphError.self) {
      try context.execute(
        BatchUpdateRequest(entityName: "Employee", propertiesToUpdate: ["name": 3]))
    }
    #expect(throws: GraphError.self) {
      try context.execute(BatchInsertRequest(entityName: "Employee", objects: [["nam": "x"]]))
    }
    #expect(try staff(context) == "Ada 0.0, Bob 100.0, Cy 200.0")
  }
}
