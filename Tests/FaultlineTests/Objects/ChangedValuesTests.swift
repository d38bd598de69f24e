// What differs from the last save, and what was there then.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct ChangedValuesTests {
  let office: Office

  init() throws { office = try Office() }

  /// Semantics 102, 104: a flag says that a setter was called, the values say whether anything differs.
  @Test func `setting the same value changes the object and none of its values`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    ada.setValue("Ada", forKey: "name")
    #expect(ada.isUpdated && ada.hasChanges)
    #expect(!ada.hasPersistentChangedValues)
    ada.setValue("Lovelace", forKey: "name")
    #expect(ada.hasPersistentChangedValues)
    ada.setValue(nil, forKey: "name")
    #expect(ada.changedValues().keys.sorted() == ["name"])
    #expect(ada.changedValues()["name"].map { $0 == nil } == true)
  }

  /// Semantics 103: new values by key, and no relationship fires.
  @Test func `changed values fire no relationship`() throws {
    let (grace, ada) = (office.hire("Grace"), office.hire("Ada"))
    try office.context.save()
    office.context.refreshAllObjects()
    ada.setValue(grace, forKey: "manager")
    ada.setValue(7.5, forKey: "salary")
    #expect(ada.changedValues().keys.sorted() == ["manager", "salary"])
    #expect(ada.changedValues()["salary"] as? Double == 7.5)
    #expect(ada.changedValues()["manager"] as? ManagedObject === grace)
    let reports = grace.changedValues()["reports"] as? MutableObjectSet
    #expect(office.context.statistics.relationshipFaultsFired == 0)
    #expect(reports?.count == 1)
    #expect(office.context.statistics.relationshipFaultsFired == 1)
    #expect(grace.changedValues()["reports"] as? Set<ManagedObject> == [ada])
    ada.setValue(nil, forKey: "manager")
    #expect(!grace.hasPersistentChangedValues)
    #expect(ada.changedValues().keys.sorted() == ["salary"])
  }

  /// Semantics 105, 106: no value is a value, and what is not loaded is left out.
  @Test func `committed values are those of the last save`() throws {
    let (grace, ada) = (office.hire("Grace"), office.hire("Ada"))
    #expect(ada.committedValues(forKeys: nil).isEmpty)
    ada.setValue(grace, forKey: "manager")
    try office.context.save()
    office.context.refreshAllObjects()
    ada.setValue("Lovelace", forKey: "name")
    ada.setValue(nil, forKey: "manager")
    let values = ada.committedValues(forKeys: nil)
    #expect(
      values.keys.sorted() == ["department", "hired", "manager", "name", "notes", "salary"])
    #expect(values["name"] as? String == "Ada")
    #expect(values["salary"].map { $0 == nil } == true)
    #expect(values["manager"] as? ManagedObject === grace)
    #expect(grace.committedValues(forKeys: ["reports"]).isEmpty)
    #expect(grace.mutableSetValue(forKey: "reports").count == 0)
    #expect(grace.committedValues(forKeys: ["reports"])["reports"] as? Set<ManagedObject> == [ada])
  }

  /// Semantics 105, where no to-one side records it: the set itself remembers.
  @Test func `committed members of a many-to-many relationship`() throws {
    let studio = try Studio()
    let (band, one) = (studio.make("Band", "Band"), studio.make("Musician", "One"))
    band.mutableSetValue(forKey: "musicians").add(one)
    try studio.context.save()
    let two = studio.make("Musician", "Two")
    band.setValue(Set([two]), forKey: "musicians")
    #expect(band.changedValues()["musicians"] as? Set<ManagedObject> == [two])
    #expect(band.committedValues(forKeys: nil)["musicians"] as? Set<ManagedObject> == [one])
    band.setValue(Set([one]), forKey: "musicians")
    #expect(band.changedValues().isEmpty)
  }

  /// Semantics 36, 37: a list in any case, and neither objects nor faults come of it.
  @Test func `the IDs at the other end make no objects`() throws {
    office.context.behaviours = .destinationsComeWhenFollowed
    let ids = try office.pair()
    office.context.refreshAllObjects()
    let (grace, ada) = (
      office.context.object(with: ids.manager), office.context.object(with: ids.report)
    )
    #expect(ada.objectIDs(forRelationshipNamed: "manager") == [ids.manager])
    #expect(ada.objectIDs(forRelationshipNamed: "department") == [])
    #expect(grace.objectIDs(forRelationshipNamed: "reports") == [ids.report])
    #expect(grace.hasFault(forRelationshipNamed: "reports"))
    #expect(ada.hasFault(forRelationshipNamed: "manager"))
    let lin = office.hire("Lin", manager: grace)
    ada.setValue(nil, forKey: "manager")
    #expect(grace.objectIDs(forRelationshipNamed: "reports") == [lin.objectID])
    #expect(grace.hasFault(forRelationshipNamed: "reports"))
    #expect(lin.objectIDs(forRelationshipNamed: "manager") == [ids.manager])
  }
}
