// Which fetches return partial faults, and which refuse to (semantics 33).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct PartialFetchingTests: PartialOffice {
  // MARK: - Other ways to fetch

  /// Whole rows come where objects are to be filled; no values where none are wanted.
  @Test(arguments: StoreKind.allCases)
  func `other wishes of a request go first`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    var request = self.request("name")
    request.includesPropertyValues = false
    let keys = try office.context.fetch(request)
    let further = trips(office) { #expect(keys[0].value(forKey: "name") as? String == "Ada") }
    #expect(further == 1)
    request.includesPropertyValues = true
    request.returnsObjectsAsFaults = false
    #expect(try office.context.fetch(request).allSatisfy { !$0.isFault })
    office.context.reset()
    request.returnsObjectsAsFaults = true
    request.relationshipKeyPathsForPrefetching = ["manager"]
    let staff = try office.context.fetch(request)
    let cost = trips(office) {
      #expect((staff[0].value(forKey: "manager") as? ManagedObject) === staff[2])
      #expect(staff[0].value(forKey: "notes") != nil)
    }
    #expect(cost == 0)
  }

  /// Semantics 59: each batch asks for the rows' parts.
  @Test(arguments: StoreKind.allCases)
  func `batches bring parts of rows`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    var request = self.request("name")
    request.fetchBatchSize = 2
    var names: [String] = []
    let cost = try trips(office) {
      let results = try office.context.fetchBatched(request)
      for employee in results {
        names.append(employee.value(forKey: "name") as? String ?? "")
        #expect(employee.isFault)
      }
      #expect(results[0].value(forKey: "name") as? String == "Ada")
    }
    #expect(names == ["Ada", "Bob", "Grace"])
    #expect(cost == 3)
    #expect(office.coordinator.statistics.rowCacheEntries == 0)
    #expect(office.context.statistics.faultsFired == 0)
    #expect(try office.context.fetchIDs(request).count == 3)
  }

  /// Unsaved changes have a say: objects find their places by what they are sorted by, and none fires for it.
  @Test(arguments: StoreKind.allCases)
  func `a merged answer is partial too`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    let cy = office.hire("Cy")
    cy.setValue(150.0, forKey: "salary")
    var found: [ManagedObject] = []
    let cost = try trips(office) { found = try office.context.fetch(request("name", by: "salary")) }
    #expect(cost == 1)
    #expect(found.map { $0.value(forKey: "name") as? String }.suffix(3) == ["Ada", "Cy", "Bob"])
    #expect(found.filter { $0 !== cy }.allSatisfy { $0.isFault })
    #expect(office.context.statistics.faultsFired == 0)
  }

  /// P2: a child's request goes up as it is; a parent that has loaded an object hands it up whole.
  @Test(arguments: StoreKind.allCases)
  func `a child's faults know what was named, and fire through the parent`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    let child = ManagedObjectContext(concurrencyType: .privateQueue)
    let parent = ManagedObjectContext(concurrencyType: .privateQueue)
    try parent.setPersistentStoreCoordinator(office.coordinator)
    try child.setParent(parent)
    try child.performAndWait {
      var request = request("name")
      let staff = try child.fetch(request)
      #expect(staff.map { $0.value(forKey: "name") as? String } == ["Ada", "Bob", "Grace"])
      #expect(staff.allSatisfy { $0.isFault })
      let cost = trips(office) { #expect(staff[1].value(forKey: "salary") as? Double == 200) }
      #expect(cost == 1)
      request.fetchBatchSize = 2
      child.reset()
      let batches = try child.fetchBatched(request)
      #expect(batches[0].value(forKey: "name") as? String == "Ada" && batches[0].isFault)
    }
    let ada = try parent.performAndWait {
      let ada = try parent.fetch(request("name"))[0]
      ada.setValue("Ada of the parent", forKey: "name")
      return ada.objectID
    }
    try child.performAndWait {
      child.reset()
      _ = try child.fetch(request("name"))
      let cost = trips(office) {
        #expect(child.object(with: ada).value(forKey: "name") as? String == "Ada of the parent")
      }
      #expect(cost == 0)
    }
  }

  // MARK: - Refusals

  @Test(arguments: [
    ("nam", "'Employee' has no property 'nam'; did you mean 'name'?"),
    (
      "department.name", "it belongs to another object; fetch dictionaries, or prefetch that object"
    ),
    ("reports", "it leads to many objects, and a row does not say to which"),
  ])
  func `what no partial object can have is refused`(name: String, reason: String) throws {
    let office = try Office()
    for isBatched in [false, true] {
      let error = try #require(throws: GraphError.self) {
        if isBatched {
          _ = try office.context.fetchBatched(request(PropertyExpression(name), by: "salary"))
        } else {
          _ = try office.context.fetch(request(PropertyExpression(name), by: "salary"))
        }
      }
      #expect(error.code == .unsupportedRequest && error.key == name)
      #expect(error.message.contains(reason))
      #expect(error.message.contains("'Employee'"))
    }
  }

  @Test func `computed and transient properties are refused`() throws {
    let office = try Office()
    let total = try PropertyExpression("total", format: "salary * 12")
    let error = try #require(throws: GraphError.self) {
      try office.context.fetch(self.request(total))
    }
    expectText(
      error.message,
      is: """
        objects of 'Employee' cannot be fetched with 'total': it is computed; fetch dictionaries for that.
          salary * 12
          ^~~~~~~~~~~
          line 1, column 1
        """)
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Note",
        attributes: [
          AttributeDescription("text", .string),
          AttributeDescription("shown", .string, isTransient: true),
        ])
    ])
    let context = try makeContext(model)
    var request = FetchRequest(entityName: "Note")
    request.propertiesToFetch = ["shown"]
    let other = try #require(throws: GraphError.self) { try context.fetch(request) }
    #expect(other.message.contains("it is transient, and no store has it"))
  }
}
