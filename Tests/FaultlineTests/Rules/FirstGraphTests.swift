// Insert, relate, save, fetch: a graph drawn before and after.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct FirstGraphTests {
  let model: ManagedObjectModel
  let context: ManagedObjectContext

  init() throws {
    model = try companyModel()
    context = try makeContext(model)
  }

  private func hire(_ name: String, manager: ManagedObject? = nil) -> ManagedObject {
    let employee = context.insertNewObject(forEntityName: "Employee")
    employee.setValue(name, forKey: "name")
    if let manager { employee.setValue(manager, forKey: "manager") }
    return employee
  }

  /// N4: both ends of a relationship are the context's work.
  @Test func `setting one side of a relationship sets the other`() throws {
    let grace = hire("Grace")
    let ada = hire("Ada", manager: grace)
    #expect(
      drawing(of: context) == """
        Employee Grace · inserted · reports ⇒ Ada
        Employee Ada · inserted · manager → Grace
        """)
    ada.setValue(nil, forKey: "manager")
    #expect(
      drawing(of: context) == """
        Employee Grace · inserted
        Employee Ada · inserted
        """)
    withExtendedLifetime((grace, ada)) {}
  }

  @Test func `a saved object keeps its values and its place in the graph`() throws {
    let grace = hire("Grace")
    let ada = hire("Ada", manager: grace)
    #expect(grace.objectID.isTemporaryID)
    try context.save()
    #expect(!grace.objectID.isTemporaryID)
    #expect(!context.hasChanges)
    #expect(
      drawing(of: context) == """
        Employee Grace · reports ⇒ Ada
        Employee Ada · manager → Grace
        """)
    #expect(ada.value(forKey: "name") as? String == "Ada")
  }

  /// Q1: one object per record per context.
  @Test func `fetching a record twice gives the same instance`() throws {
    let grace = hire("Grace")
    try context.save()
    let fetched = try context.fetch(FetchRequest(entityName: "Employee"))
    #expect(fetched == [grace])
    #expect(try context.fetch(FetchRequest(entityName: "Employee"))[0] === grace)
  }

  /// C1, C2: a realized pair keeps itself alive; a refresh lets it go.
  @Test func `a realized pair outlives its names and a refreshed pair does not`() throws {
    var grace: ManagedObject? = hire("Grace")
    var ada: ManagedObject? = hire("Ada", manager: grace)
    try context.save()
    grace = nil
    ada = nil
    #expect(context.registeredObjectCount == 2)
    for object in context.registeredObjects {
      context.refresh(object, mergeChanges: false)
    }
    #expect(context.registeredObjectCount == 0)
    withExtendedLifetime((grace, ada)) {}
  }

  /// F2, F9: firing is transparent, and a to-many relationship has a fault of its own.
  @Test func `a fault fires when it is touched, and its relationships one by one`() throws {
    var grace: ManagedObject? = hire("Grace")
    var ada: ManagedObject? = hire("Ada", manager: grace)
    try context.save()
    for object in context.registeredObjects { context.refresh(object, mergeChanges: false) }
    (grace, ada) = (nil, nil)
    let staff = try context.fetch(FetchRequest(entityName: "Employee"))
    #expect(
      drawing(of: context) == """
        Employee (fault)
        Employee (fault)
        """)
    #expect(staff[0].value(forKey: "name") as? String == "Grace")
    #expect(
      drawing(of: context) == """
        Employee Grace
        Employee (fault)
        """)
    #expect(staff[0].hasFault(forRelationshipNamed: "reports"))
    #expect(Array(staff[0].mutableSetValue(forKey: "reports")) == [staff[1]])
    #expect(
      drawing(of: context) == """
        Employee Grace · reports ⇒ (fault)
        Employee (fault)
        """)
    withExtendedLifetime((grace, ada, staff)) {}
  }
}
