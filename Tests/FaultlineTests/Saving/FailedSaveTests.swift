// A save that fails changes nothing, and says everything that is wrong at once.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct FailedSaveTests {
  private func context() throws -> ManagedObjectContext {
    try makeContext(
      try ManagedObjectModel(entities: [
        EntityDescription(
          name: "Employee",
          attributes: [
            AttributeDescription("name", .string, isOptional: false),
            AttributeDescription("salary", .double, isOptional: false),
          ],
          relationships: [
            .toOne("manager", "Employee", inverse: "reports"),
            .toMany("reports", "Employee", inverse: "manager"),
          ])
      ]))
  }

  private func saveError(_ context: ManagedObjectContext) throws -> GraphError {
    try #require(throws: GraphError.self) { try context.save() }
  }

  /// Semantics 145, 146, 150: one missing value is that error itself.
  @Test func `one missing value is an error of its own`() throws {
    let context = try context()
    let ada = context.insertNewObject(forEntityName: "Employee")
    ada.setValue("Ada", forKey: "name")
    let error = try saveError(context)
    #expect(error.code == .validationMissingMandatoryProperty)
    #expect(error.key == "salary")
    #expect(error.objectID == ada.objectID)
    expectText(
      error.description,
      is: "'Employee.salary' is mandatory and has no value in "
        + "x-coredata:///Employee/t00000000-0000-4000-8000-000000000001. (1570)")
  }

  /// Semantics 145: several are listed, in the order of the objects.
  @Test func `several missing values are reported at once`() throws {
    let context = try context()
    for _ in 0..<2 {
      context.insertNewObject(forEntityName: "Employee").setValue(1.0, forKey: "salary")
    }
    _ = context.insertNewObject(forEntityName: "Employee")
    let error = try saveError(context)
    #expect(error.code == .validationMultipleErrors)
    #expect(
      error.detailed.map(\.code) == Array(repeating: .validationMissingMandatoryProperty, count: 4))
    let id = "x-coredata:///Employee/t00000000-0000-4000-8000-00000000000"
    expectText(
      error.description,
      is: """
        4 things forbid the save; mend them and save again. (1560)
          - 'Employee.name' is mandatory and has no value in \(id)1.
          - 'Employee.name' is mandatory and has no value in \(id)2.
          - 'Employee.name' is mandatory and has no value in \(id)3.
          - 'Employee.salary' is mandatory and has no value in \(id)3.
        """)
  }

  /// Semantics 151.
  @Test func `a save that fails changes nothing and can be repeated`() throws {
    let context = try context()
    let grace = context.insertNewObject(forEntityName: "Employee")
    grace.setValue("Grace", forKey: "name")
    grace.setValue(1.0, forKey: "salary")
    try context.save()
    let ada = context.insertNewObject(forEntityName: "Employee")
    ada.setValue("Ada", forKey: "name")
    ada.setValue(grace, forKey: "manager")
    grace.setValue(nil, forKey: "name")
    let before = drawing(of: context)
    let id = ada.objectID
    #expect(try saveError(context).code == .validationMultipleErrors)
    #expect(drawing(of: context) == before)
    #expect(ada.objectID == id)
    #expect(context.statistics.saves == 1)
    #expect(context.invariantViolations(full: true) == [])
    grace.setValue("Hopper", forKey: "name")
    ada.setValue(2.0, forKey: "salary")
    try context.save()
    #expect(
      drawing(of: context) == """
        Employee Hopper
        Employee Ada · manager → Hopper
        """)
    // What was added to a set that never fired lies in the store now.
    #expect(grace.value(forKey: "reports") as? Set<ManagedObject> == [ada])
  }

  /// Semantics 229.
  @Test func `a read-only store takes nothing`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    var options = StoreOptions()
    options.isReadOnly = true
    try coordinator.addPersistentStore(type: .inMemory, options: options)
    let office = try Office(on: coordinator)
    office.hire("Ada")
    let error = try saveError(office.context)
    #expect(
      error.description
        == "Every store of the coordinator is read-only; add one that can be written. (134030)")
    #expect(drawing(of: office.context) == "Employee Ada · inserted")
  }

  @Test func `a context without stores says what is missing`() throws {
    let office = try Office(
      on: PersistentStoreCoordinator(managedObjectModel: try companyModel()))
    office.hire("Ada")
    #expect(
      try saveError(office.context).description
        == "The coordinator has no store; call addPersistentStore first. (134030)")
    #expect(drawing(of: office.context) == "Employee Ada · inserted")
  }

  /// The store refuses after permanent IDs were given out: they are taken back.
  @Test func `a store that fails leaves temporary IDs as they were`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(type: BrokenStore.type)
    let office = try Office(on: coordinator)
    let grace = office.hire("Grace")
    let ada = office.hire("Ada", manager: grace)
    let ids = [grace.objectID, ada.objectID]
    #expect(try saveError(office.context).message == "The disk is full.")
    #expect([grace.objectID, ada.objectID] == ids)
    #expect(office.context.registeredObject(for: ids[1]) === ada)
    #expect(
      drawing(of: office.context) == """
        Employee Grace · inserted · reports ⇒ Ada
        Employee Ada · inserted · manager → Grace
        """)
    #expect(office.context.invariantViolations(full: true) == [])
  }
}

/// A store that takes no rows.
private final class BrokenStore: StoreEngine {
  static let type = StoreType(name: "Broken") { _, _, _ throws(GraphError) in BrokenStore() }

  let identifier = UUID()
  let type = "Broken"
  let url: URL? = nil
  let isReadOnly = false
  let statistics = StoreStatistics()

  func endReading() {}

  func fetch(_ query: StoreQuery, into rows: FetchedRows) {}

  func row(_ key: Int64, of entity: EntityDescription) -> Row? { nil }

  func members(of tie: EntityLayout.Tie, owner: ForeignKey) -> [ForeignKey] { [] }

  func reserveKeys(_ count: Int, for entity: EntityDescription) -> Int64 { 1 }

  func beginWriting(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    throw GraphError(.save, "The disk is full.")
  }

  func keepWriting(_ changes: ChangeSet) {}

  func endWriting(_ changes: ChangeSet) {}
}
