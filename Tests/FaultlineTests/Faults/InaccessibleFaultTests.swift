// Faults whose rows are gone.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct InaccessibleFaultTests {
  let office: Office

  init() throws { office = try Office() }

  /// A fault of a record that was deleted elsewhere.
  private func orphan() throws -> ManagedObject {
    let id = try office.employed("Ada")
    let ada = office.context.object(with: id)
    let other = try Office(on: office.coordinator)
    other.context.delete(other.context.object(with: id))
    try other.context.save()
    return ada
  }

  /// Semantics 49, 5: no values, deleted, and gone with the next save, which it does not hinder.
  @Test func `a fault without a row becomes a deleted object`() throws {
    let ada = try orphan()
    #expect(office.context.shouldDeleteInaccessibleFaults)
    #expect(!ada.isDeleted)
    #expect(ada.value(forKey: "name") == nil)
    #expect(ada[PropertyKey<Double>("salary")] == 0)
    #expect((ada.value(forKey: "reports") as? Set<ManagedObject>)?.isEmpty == true)
    #expect(ada.isDeleted && !ada.isFault)
    #expect(office.context.deletedObjects == [ada])
    #expect(office.context.invariantViolations(full: true) == [])
    try office.context.save()
    #expect(!office.context.hasChanges)
    #expect(ada.managedObjectContext == nil)
  }

  /// Semantics 49: a rollback makes it a fault again, which is no nearer to its row.
  @Test func `a rollback gives the fault back`() throws {
    let ada = try orphan()
    ada.setValue("Lovelace", forKey: "name")
    #expect(ada.value(forKey: "name") as? String == "Lovelace")
    office.context.rollback()
    #expect(ada.isFault && !ada.isDeleted)
    #expect(office.context.invariantViolations(full: true) == [])
    #expect(ada.value(forKey: "name") == nil)
    #expect(ada.isDeleted)
  }

  /// Semantics 6, 50, 51.
  @Test func `asking for an existing object gives the error`() throws {
    let ada = try orphan()
    let error = #expect(throws: GraphError.self) {
      try office.context.existingObject(with: ada.objectID)
    }
    #expect(error?.code.rawValue == 133_000)
    #expect(error?.objectID == ada.objectID)
    #expect(ada.isFault && !ada.isDeleted)
  }

  /// Semantics 52: with either setting.
  @Test(arguments: [true, false])
  func `a fault without a row can be deleted`(deletes: Bool) throws {
    let ada = try orphan()
    office.context.shouldDeleteInaccessibleFaults = deletes
    office.context.delete(ada)
    #expect(ada.isDeleted)
    #expect(office.context.deletedObjectCount == 1)
    try office.context.save()
    #expect(office.context.registeredObjectCount == 0)
  }

  /// Semantics 50: found on the way of a cascade, it is just deleted.
  @Test func `a cascade passes over it`() throws {
    let studio = try Studio()
    let (band, song) = (studio.make("Band", "Band"), studio.make("Song", "Song"))
    song.setValue(band, forKey: "band")
    try studio.context.save()
    studio.context.refreshAllObjects()
    #expect(band.mutableSetValue(forKey: "songs").count == 1)
    let other = try studio.other()
    other.delete(other.object(with: song.objectID))
    try other.save()
    studio.context.shouldDeleteInaccessibleFaults = false
    studio.context.delete(band)
    studio.context.processPendingChanges()
    #expect(song.isDeleted)
    #expect(studio.context.deletedObjects == [band, song])
    #expect(studio.context.invariantViolations(full: true) == [])
  }

  /// Semantics 49.
  @Test func `without that rule the access stops`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let tests = try InaccessibleFaultTests()
      let ada = try tests.orphan()
      tests.office.context.shouldDeleteInaccessibleFaults = false
      _ = ada.value(forKey: "name")
    }
    #expect(said(result, "it was deleted elsewhere. (133000)"))
  }

  /// Semantics 17.
  @Test func `without a context the access stops in any case`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var office: Office? = try Office()
      let ada = office?.hire("Ada")
      try office?.context.save()
      if let ada { office?.context.refresh(ada, mergeChanges: false) }
      office = nil
      _ = ada?.value(forKey: "name")
    }
    #expect(said(result, "has no context any more"))
  }
}
