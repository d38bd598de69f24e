// N4: inverse relationships are the context's work.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct RelationshipTests {
  let office: Office

  init() throws { office = try Office() }

  /// Semantics 112.
  @Test func `adding to a set takes the object out of the set it was in`() throws {
    let grace = office.hire("Grace")
    let barbara = office.hire("Barbara")
    office.hire("Ada", manager: grace)
    let ada = try #require(
      (grace.value(forKey: "reports") as? Set<ManagedObject>)?.first)
    barbara.mutableSetValue(forKey: "reports").add(ada)
    #expect(
      drawing(of: office.context) == """
        Employee Grace · inserted
        Employee Barbara · inserted · reports ⇒ Ada
        Employee Ada · inserted · manager → Barbara
        """)
    barbara.mutableSetValue(forKey: "reports").remove(ada)
    #expect(
      drawing(of: office.context) == """
        Employee Grace · inserted
        Employee Barbara · inserted
        Employee Ada · inserted
        """)
  }

  /// A relationship of an entity to itself: an employee who manages herself is her own report.
  @Test func `an object may lead to itself`() throws {
    let ada = office.hire("Ada")
    ada.setValue(ada, forKey: "manager")
    #expect(
      drawing(of: office.context) == "Employee Ada · inserted · manager → Ada · reports ⇒ Ada")
    try office.context.save()
    office.context.refresh(ada, mergeChanges: false)
    #expect(ada.value(forKey: "manager") as? ManagedObject === ada)
    #expect(ada.value(forKey: "reports") as? Set<ManagedObject> == [ada])
    #expect(drawing(of: office.context) == "Employee Ada · manager → Ada · reports ⇒ Ada")
    #expect(office.context.invariantViolations(full: true) == [])
  }

  @Test func `setting a whole set moves every member`() throws {
    let grace = office.hire("Grace")
    let ada = office.hire("Ada", manager: grace)
    let barbara = office.hire("Barbara")
    grace.setValue([barbara], forKey: "reports")
    #expect(ada.value(forKey: "manager") == nil)
    #expect(
      drawing(of: office.context) == """
        Employee Grace · inserted · reports ⇒ Barbara
        Employee Ada · inserted
        Employee Barbara · inserted · manager → Grace
        """)
  }

  /// One to one: the object that was tied before has no destination afterwards.
  @Test func `a one-to-one relationship has two ends and no third`() throws {
    let context = try makeContext(
      try ManagedObjectModel(entities: [
        EntityDescription(
          name: "Desk", attributes: [AttributeDescription("name", .string)],
          relationships: [.toOne("owner", "Worker", inverse: "desk")]),
        EntityDescription(
          name: "Worker", attributes: [AttributeDescription("name", .string)],
          relationships: [.toOne("desk", "Desk", inverse: "owner")]),
      ]))
    func make(_ entity: String, _ name: String) -> ManagedObject {
      let object = context.insertNewObject(forEntityName: entity)
      object.setValue(name, forKey: "name")
      return object
    }
    let (window, door) = (make("Desk", "window"), make("Desk", "door"))
    let (ada, grace) = (make("Worker", "Ada"), make("Worker", "Grace"))
    ada.setValue(window, forKey: "desk")
    grace.setValue(door, forKey: "desk")
    ada.setValue(door, forKey: "desk")
    #expect(
      drawing(of: context) == """
        Desk window · inserted
        Desk door · inserted · owner → Ada
        Worker Ada · inserted · desk → door
        Worker Grace · inserted
        """)
    #expect(context.invariantViolations(full: true) == [])
  }

  /// The end that was not looked at is true as well, before and after the save.
  @Test func `ends that are faults come out right when they fire`() throws {
    let grace = office.hire("Grace")
    let barbara = office.hire("Barbara")
    let ada = office.hire("Ada", manager: grace)
    try office.context.save()
    office.context.refreshAllObjects()
    ada.setValue(barbara, forKey: "manager")
    #expect(grace.value(forKey: "reports") as? Set<ManagedObject> == [])
    try office.context.save()
    #expect(barbara.value(forKey: "reports") as? Set<ManagedObject> == [ada])
    office.context.refreshAllObjects()
    #expect(grace.value(forKey: "reports") as? Set<ManagedObject> == [])
    #expect(barbara.value(forKey: "reports") as? Set<ManagedObject> == [ada])
  }

  /// Semantics 1.
  @Test func `a destination of another entity or context is refused`() throws {
    let ada = office.hire("Ada")
    let annex = try Office(on: office.coordinator)
    let stranger = annex.hire("Grace")
    let department = office.context.insertNewObject(forEntityName: "Department")
    guard case .relationship(let tie) = try ada.property("manager") else { return }
    #expect(
      message { () throws(GraphError) in try ada.setDestination(department, tie) }
        == "'Employee.manager' leads to Employee objects, and one of 'Department' was given.")
    #expect(
      message { () throws(GraphError) in try ada.setDestination(stranger, tie) }
        == "'Employee.manager' can lead only to an object of the same context; "
        + "look the object up by its objectID.")
    #expect(ada.value(forKey: "manager") == nil)
  }

  private func message(_ body: () throws(GraphError) -> Void) -> String? {
    do throws(GraphError) {
      try body()
      return nil
    } catch {
      return error.message
    }
  }
}
