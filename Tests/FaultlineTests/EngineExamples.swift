// The Swift of the article about the engine, letter for letter, and a test that it is.

import Faultline
import Foundation
import Testing

@Suite struct EngineExamples {
  @Test func `the article's Swift does what it says`() throws {
    // swift-format-ignore
    do {
let model = try ManagedObjectModel(entities: [
  EntityDescription(
    name: "Employee",
    attributes: [AttributeDescription("name", .string), AttributeDescription("salary", .double)],
    relationships: [
      .toOne("manager", "Employee", inverse: "reports"),
      .toMany("reports", "Employee", inverse: "manager"),
    ])
])
model.register(Employee.self, forEntityNamed: "Employee")
let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
try coordinator.addPersistentStore(type: .inMemory)
let context = ManagedObjectContext()
try context.setPersistentStoreCoordinator(coordinator)

let grace = Employee(context: context)
let ada = Employee(context: context)
ada.name = "Ada"
ada.manager = grace
try context.save()
let salary = PropertyKey<Double>("salary")
ada[salary] += 100

      #expect(ada.salary == 100)
      #expect(grace.reports == [ada])
      #expect(ada.manager === grace)
      #expect(!ada.objectID.isTemporaryID)
    }
  }

  @Test func `the article's Swift stands in this file`() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appending(path: "Sources/Faultline/Faultline.docc/UsingTheEngine.md"),
      encoding: .utf8)
    let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let blocks = article.matches(of: /```swift\n((?s).*?)```/).map { String($0.output.1) }
    #expect(blocks.count == 4)
    for block in blocks { #expect(here.contains(block), "\(block)") }
  }
}

final class Employee: ManagedObject, KeyedObject {
  struct Keys {
    let name = PropertyKey<String>("name")
    let salary = PropertyKey<Double>("salary")
    let manager = PropertyKey<Employee?>("manager")
    let reports = PropertyKey<Set<Employee>>("reports")
  }
  static let keys = Keys()
}
