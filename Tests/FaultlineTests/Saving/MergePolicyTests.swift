// Two contexts save the same object: who wins, policy by policy.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct MergePolicyTests {
  private let coordinator: PersistentStoreCoordinator
  private let context: ManagedObjectContext
  private let rival: ManagedObjectContext
  private let ada: ManagedObject

  init() throws {
    coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(type: .inMemory)
    context = try makeContext(on: coordinator)
    rival = try makeContext(on: coordinator)
    ada = context.insertNewObject(forEntityName: "Employee")
    ada.setValue("Ada", forKey: "name")
    ada.setValue(100.0, forKey: "salary")
    ada.setValue("as ever", forKey: "notes")
    try context.save()
  }

  /// The rival changes name and notes; this context changes name and salary.
  private func quarrel() throws {
    let twin = rival.object(with: ada.objectID)
    twin.setValue("Ada of the rival", forKey: "name")
    twin.setValue("rival's notes", forKey: "notes")
    ada.setValue("Ada of ours", forKey: "name")
    ada.setValue(200.0, forKey: "salary")
    try rival.save()
  }

  private var stored: String {
    get throws {
      let reader = try makeContext(on: coordinator)
      return try withExtendedLifetime(reader) {
        try reader.fetch(FetchRequest(entityName: "Employee")).map { employee in
          ["name", "salary", "notes"].map { "\(employee.value(forKey: $0) ?? "none")" }
            .joined(separator: ", ")
        }.joined(separator: "\n")
      }
    }
  }

  /// Semantics 159: the save fails and tells the conflict; nothing is written, nothing is lost.
  @Test func `by default the save fails and tells the conflict`() throws {
    try quarrel()
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(error.code == .merge)
    #expect(error.conflicts.map(\.oldVersionNumber) == [1])
    #expect(error.conflicts.map(\.newVersionNumber) == [2])
    #expect(try stored == "Ada of the rival, 100.0, rival's notes")
    #expect(ada.value(forKey: "name") as? String == "Ada of ours")
    #expect(context.invariantViolations(full: true) == [])
  }

  /// Semantics 160.
  @Test func `under store trump only what the store left alone is ours`() throws {
    try quarrel()
    context.mergePolicy = .mergeByPropertyStoreTrump
    try context.save()
    #expect(try stored == "Ada of the rival, 200.0, rival's notes")
    #expect(ada.value(forKey: "name") as? String == "Ada of the rival")
  }

  /// Semantics 161.
  @Test func `under object trump our changes stay and the rest is the store's`() throws {
    try quarrel()
    context.mergePolicy = .mergeByPropertyObjectTrump
    try context.save()
    #expect(try stored == "Ada of ours, 200.0, rival's notes")
  }

  /// Semantics 162: also properties that were not changed here.
  @Test func `overwriting writes the whole object`() throws {
    try quarrel()
    context.mergePolicy = .overwrite
    try context.save()
    #expect(try stored == "Ada of ours, 200.0, as ever")
  }

  /// Semantics 163.
  @Test func `rolling back drops our changes of the object`() throws {
    try quarrel()
    context.mergePolicy = .rollback
    try context.save()
    #expect(try stored == "Ada of the rival, 100.0, rival's notes")
    #expect(!context.hasChanges)
    #expect(ada.value(forKey: "name") as? String == "Ada of the rival")
    #expect(context.invariantViolations(full: true) == [])
  }

  /// Semantics 162: a row that was deleted elsewhere is there again.
  @Test func `overwriting brings a deleted row back`() throws {
    let id = ada.objectID
    rival.delete(rival.object(with: id))
    ada.setValue("Ada the risen", forKey: "name")
    try rival.save()
    #expect(try stored == "")
    context.mergePolicy = .overwrite
    try context.save()
    #expect(try stored == "Ada the risen, 100.0, as ever")
    #expect(ada.objectID == id)
  }

  /// Semantics 164.
  @Test func `deleting what somebody else has deleted is no conflict`() throws {
    rival.delete(rival.object(with: ada.objectID))
    context.delete(ada)
    try rival.save()
    try context.save()
    #expect(try stored == "")
  }

  /// Semantics 167.
  @Test func `changes of different objects never meet`() throws {
    let grace = context.insertNewObject(forEntityName: "Employee")
    grace.setValue("Grace", forKey: "name")
    try context.save()
    rival.object(with: ada.objectID).setValue(1.0, forKey: "salary")
    grace.setValue(2.0, forKey: "salary")
    try rival.save()
    try context.save()
    #expect(try stored == "Ada, 1.0, as ever\nGrace, 2.0, none")
  }
}
