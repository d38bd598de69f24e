// Attributes that a save computes.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct DerivedAttributeTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func model(_ derivation: String = "now()") throws -> ManagedObjectModel {
    func derived(_ name: String, _ type: AttributeType, _ from: String) -> AttributeDescription {
      AttributeDescription(name, type, isOptional: false, derivation: from)
    }
    return try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Company", attributes: [AttributeDescription("name", .string)],
        relationships: [.toMany("departments", "Department", inverse: "company")]),
      EntityDescription(
        name: "Department",
        attributes: [
          AttributeDescription("name", .string), derived("headcount", .integer64, "staff.@count"),
          derived("payroll", .double, "staff.@sum.salary"),
        ],
        relationships: [
          .toOne("company", "Company", inverse: "departments"),
          .toMany("staff", "Employee", inverse: "department"),
        ]),
      EntityDescription(
        name: "Employee",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("salary", .double),
          AttributeDescription(
            "plainName", .string, derivation: "canonical:(name)"),
          AttributeDescription("employer", .string, derivation: "department.company.name"),
          derived("saved", .date, derivation),
        ],
        relationships: [.toOne("department", "Department", inverse: "staff")]),
    ])
  }

  /// Every value that a new context reads from the store.
  private func stored(
    _ entity: String, _ keys: [String], _ coordinator: PersistentStoreCoordinator
  ) throws -> [String] {
    let context = try makeContext(on: coordinator)
    return try withExtendedLifetime(context) {
      try context.fetch(FetchRequest(entityName: entity)).map { object in
        keys.map { "\(object.value(forKey: $0) ?? "none")" }.joined(separator: ", ")
      }
    }
  }

  /// Semantics 153: of the object's own values, of those it leads to, and of how many there are.
  @Test(arguments: StoreKind.allCases)
  func `a save computes derived attributes`(kind: StoreKind) throws {
    let coordinator = try kind.coordinator(try model(), in: folder)
    let context = try makeContext(on: coordinator)
    func make(_ entity: String, _ name: String) -> ManagedObject {
      let object = context.insertNewObject(forEntityName: entity)
      object.setValue(name, forKey: "name")
      return object
    }
    let (company, department) = (make("Company", "Lovelace Ltd"), make("Department", "Engines"))
    department.setValue(company, forKey: "company")
    let (ada, zoe) = (make("Employee", "Ada"), make("Employee", "ZOË"))
    for (one, salary) in [(ada, 1.5), (zoe, 2.0)] {
      one.setValue(department, forKey: "department")
      one.setValue(salary, forKey: "salary")
    }
    #expect(department.value(forKey: "headcount") == nil)
    let start = Date()
    try context.save()
    #expect(department.value(forKey: "headcount") as? Int == 2)
    #expect((ada.value(forKey: "saved") as? Date).map { $0 >= start } == true)
    let sums = ["headcount", "payroll"]
    #expect(try stored("Department", sums, coordinator) == ["2, 3.5"])
    #expect(
      try stored("Employee", ["plainName", "employer"], coordinator)
        == ["ada, Lovelace Ltd", "zoe, Lovelace Ltd"])
    #expect(!context.hasChanges)

    // An object that depends on a value that changed is written as well.
    context.refreshAllObjects()
    company.setValue("Byron & Co", forKey: "name")
    zoe.setValue(4.0, forKey: "salary")
    try context.save()
    #expect(try stored("Department", sums, coordinator) == ["2, 5.5"])
    #expect(try stored("Employee", ["employer"], coordinator) == ["Byron & Co", "Byron & Co"])

    context.delete(zoe)
    try context.save()
    #expect(try stored("Department", sums, coordinator) == ["1, 1.5"])
    ada.setValue(nil, forKey: "department")
    try context.save()
    #expect(try stored("Department", sums, coordinator) == ["0, 0.0"])
    #expect(try stored("Employee", ["employer"], coordinator) == ["none"])
    #expect(context.invariantViolations(full: true) == [])
  }

  /// Semantics 151, 153: what a save that failed had computed is gone.
  @Test(arguments: StoreKind.allCases)
  func `a save that fails computes nothing`(kind: StoreKind) throws {
    let coordinator = try kind.coordinator(try model(), in: folder)
    let context = try makeContext(on: coordinator)
    let ada = context.insertNewObject(forEntityName: "Employee")
    ada.setValue("Ada", forKey: "name")
    try context.save()
    let department = context.insertNewObject(forEntityName: "Department")
    ada.setValue(department, forKey: "department")
    try context.save()
    let rival = try makeContext(on: coordinator)
    rival.object(with: ada.objectID).setValue("Ada Byron", forKey: "name")
    try rival.save()
    let saved = ada.value(forKey: "saved") as? Date
    ada.setValue("ADA LOVELACE", forKey: "name")
    ada.setValue(8.0, forKey: "salary")
    #expect(throws: GraphError.self) { try context.save() }
    #expect(!department.hasChanges && context.updatedObjects == [ada])
    #expect(department.value(forKey: "payroll") as? Double == 0)
    #expect(ada.value(forKey: "plainName") as? String == "ada")
    #expect(ada.value(forKey: "saved") as? Date == saved)
    context.mergePolicy = .mergeByPropertyObjectTrump
    try context.save()
    #expect(try stored("Employee", ["plainName"], coordinator) == ["ada lovelace"])
    #expect(try stored("Department", ["payroll"], coordinator) == ["8.0"])
    #expect(context.invariantViolations(full: true) == [])
  }

  @Test(arguments: [
    "staff.@count", "count:(staff)", "staff.@sum.salary", "staff.salary.@sum", "sum:(staff.salary)",
  ])
  func `an expression can be written in several ways`(text: String) throws {
    #expect(try opens("Department", "size", .double, text))
  }

  /// Semantics 153: what cannot be computed is refused before anything is stored.
  @Test(arguments: [
    "department.shape", "staff.@max.salary", "random()", "canonical:(", "department.name.@sum",
    "name",
    "department..name", "@count", "now",
  ])
  func `a store is not added for what it cannot derive`(text: String) throws {
    #expect(try !opens("Employee", "extra", .double, text))
  }

  private func opens(
    _ entity: String, _ name: String, _ type: AttributeType, _ text: String
  ) throws -> Bool {
    let derived = AttributeDescription(name, type, derivation: text)
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Department",
        attributes: [AttributeDescription("name", .string)]
          + (entity == "Department" ? [derived] : []),
        relationships: [.toMany("staff", "Employee", inverse: "department")]),
      EntityDescription(
        name: "Employee",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("salary", .double),
        ]
          + (entity == "Employee" ? [derived] : []),
        relationships: [.toOne("department", "Department", inverse: "staff")]),
    ])
    do {
      try PersistentStoreCoordinator(managedObjectModel: model).addPersistentStore(type: .inMemory)
      return true
    } catch {
      #expect(
        error.detailed.map(\.message) == ["'\(entity).\(name)' is derived from '\(text)'."])
      return false
    }
  }
}
