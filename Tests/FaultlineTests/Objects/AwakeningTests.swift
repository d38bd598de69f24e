// Which methods of an object are called when it is made or filled.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct AwakeningTests {
  private func office() throws -> Office {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Employee",
        attributes: [AttributeDescription("name", .string, defaultValue: "New hire")])
    ])
    model.register(Diarist.self, forEntityNamed: "Employee")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory)
    return try Office(on: coordinator)
  }

  /// Semantics 88, 89: once in an object's life, with the default values there.
  @Test func `an inserted object awakes once, with its default values`() throws {
    let office = try office()
    let employee = try #require(
      office.context.insertNewObject(forEntityName: "Employee") as? Diarist)
    try office.context.save()
    #expect(employee.diary == ["awoke from an insert as New hire"])
  }

  /// Semantics 47: each time that a fault is filled, and never before.
  @Test func `a fetched object awakes whenever it is filled`() throws {
    let office = try office()
    let employee = try #require(office.hire("Ada") as? Diarist)
    try office.context.save()
    employee.diary = []
    for _ in 0..<2 {
      office.context.refresh(employee, mergeChanges: false)
      employee.diary = []
      #expect(employee.value(forKey: "name") as? String == "Ada")
      #expect(employee.diary == ["awoke from a fetch as Ada"])
    }
  }

  @Test func `an object fetched with its values awakes in the fetch`() throws {
    let office = try office()
    office.hire("Ada")
    try office.context.save()
    var request = FetchRequest(entityName: "Employee")
    request.returnsObjectsAsFaults = false
    let staff = try office.context.fetch(request)
    #expect((staff[0] as? Diarist)?.diary == ["awoke from a fetch as Ada"])
  }
}
