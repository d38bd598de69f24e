// C4: one end of a relationship is refaulted, the other is saved.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct DanglingRelationshipTests {
  let office: Office

  init() throws { office = try Office() }

  private func saved() throws -> (grace: ManagedObject, ada: ManagedObject) {
    let (grace, ada) = (office.hire("Grace"), office.hire("Ada"))
    try office.context.save()
    return (grace, ada)
  }

  /// C4, semantics 79: reported at the refresh, and as a fact after the save.
  @Test func `refaulting one end and saving the other is reported`() throws {
    let (grace, ada) = try saved()
    ada.setValue(grace, forKey: "manager")
    #expect(ada.hasRelationshipChanges)
    office.context.refresh(ada, mergeChanges: false)
    let danger = try #require(office.context.danglingRelationships.first)
    #expect(office.context.danglingRelationships.count == 1)
    #expect(danger.owner == ada.objectID && danger.other == grace.objectID)
    #expect(danger.relationship == "manager" && !danger.isSaved)
    #expect(
      danger.description
        == "'Employee.manager' of \(ada.objectID) was refaulted with changes that "
        + "\(grace.objectID) still has; set the relationship again or refresh that object too "
        + "before the next save.")
    #expect(office.context.statistics.danglingRelationships == 0)
    try office.context.save()
    #expect(office.context.danglingRelationships.map(\.isSaved) == [true])
    #expect(office.context.statistics.danglingRelationships == 1)
    #expect(ada.value(forKey: "manager") == nil)
    #expect(grace.mutableSetValue(forKey: "reports").count == 0)
  }

  /// C4: what left is as much in danger as what came.
  @Test func `a removal that is refaulted is reported`() throws {
    let (grace, ada) = try saved()
    ada.setValue(grace, forKey: "manager")
    try office.context.save()
    ada.setValue(nil, forKey: "manager")
    office.context.refresh(ada, mergeChanges: false)
    #expect(office.context.danglingRelationships.map(\.other) == [grace.objectID])
    try office.context.save()
    #expect(office.context.statistics.danglingRelationships == 1)
  }

  /// C4: nothing is wrong once the ends agree again.
  @Test func `a danger that is over is forgotten`() throws {
    let (grace, ada) = try saved()
    for way in 0..<3 {
      ada.setValue(way == 1 ? nil : grace, forKey: "manager")
      office.context.refresh(ada, mergeChanges: false)
      switch way {
      case 0: office.context.refresh(grace, mergeChanges: false)
      case 1: office.context.rollback()
      default: ada.setValue(grace, forKey: "manager")
      }
      office.context.insertNewObject(forEntityName: "Department").setValue("D", forKey: "name")
      try office.context.save()
      #expect(office.context.danglingRelationships == [])
    }
    #expect(office.context.statistics.danglingRelationships == 0)
  }

  /// C4, where it costs the store a link: the end that the store is written from was refaulted.
  @Test func `a lost link of a many-to-many relationship is reported`() throws {
    let studio = try Studio()
    let (band, one) = (studio.make("Band", "Band"), studio.make("Musician", "One"))
    try studio.context.save()
    band.mutableSetValue(forKey: "musicians").add(one)
    studio.context.refresh(one, mergeChanges: false)
    #expect(studio.context.danglingRelationships.map(\.relationship) == ["bands"])
    try studio.context.save()
    #expect(studio.context.statistics.danglingRelationships == 1)
    #expect(try studio.stored("Band", "Band", "musicians") == [])
  }

  @Test func `refaulting an object with other changes is no danger`() throws {
    let (_, ada) = try saved()
    ada.setValue("Lovelace", forKey: "name")
    office.context.refresh(ada, mergeChanges: false)
    #expect(office.context.danglingRelationships == [])
  }
}
