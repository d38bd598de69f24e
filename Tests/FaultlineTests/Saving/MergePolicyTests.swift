// Two contexts save the same object: which one wins, policy by policy.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct MergePolicyTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Semantics 159: the save fails and reports the conflict; nothing is written, nothing is lost.
  @Test(arguments: StoreKind.allCases)
  func `by default the save fails and reports the conflict`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let (context, ada) = (scene.context, scene.ada)
    try scene.begin()
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(error.code == .merge)
    #expect(error.conflicts.map(\.oldVersionNumber) == [1])
    #expect(error.conflicts.map(\.newVersionNumber) == [2])
    #expect(try scene.stored == "Ada of the rival, 100.0, rival's notes")
    #expect(ada.value(forKey: "name") as? String == "Ada of ours")
    #expect(context.invariantViolations(full: true) == [])
  }

  /// Semantics 160.
  @Test(arguments: StoreKind.allCases)
  func `under store trump only what the store left alone is ours`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let (context, ada) = (scene.context, scene.ada)
    try scene.begin()
    context.mergePolicy = .mergeByPropertyStoreTrump
    try context.save()
    #expect(try scene.stored == "Ada of the rival, 200.0, rival's notes")
    #expect(ada.value(forKey: "name") as? String == "Ada of the rival")
  }

  /// Semantics 161.
  @Test(arguments: StoreKind.allCases)
  func `under object trump our changes stay and the rest is the store's`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let context = scene.context
    try scene.begin()
    context.mergePolicy = .mergeByPropertyObjectTrump
    try context.save()
    #expect(try scene.stored == "Ada of ours, 200.0, rival's notes")
  }

  /// Semantics 162: also properties that were not changed here.
  @Test(arguments: StoreKind.allCases)
  func `overwriting writes the whole object`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let context = scene.context
    try scene.begin()
    context.mergePolicy = .overwrite
    try context.save()
    #expect(try scene.stored == "Ada of ours, 200.0, as ever")
  }

  /// Semantics 163.
  @Test(arguments: StoreKind.allCases)
  func `rolling back drops our changes of the object`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let (context, ada) = (scene.context, scene.ada)
    try scene.begin()
    context.mergePolicy = .rollback
    try context.save()
    #expect(try scene.stored == "Ada of the rival, 100.0, rival's notes")
    #expect(!context.hasChanges)
    #expect(ada.value(forKey: "name") as? String == "Ada of the rival")
    #expect(context.invariantViolations(full: true) == [])
  }

  /// Semantics 162: a row that was deleted elsewhere is there again.
  @Test(arguments: StoreKind.allCases)
  func `overwriting brings a deleted row back`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let (context, ada) = (scene.context, scene.ada)
    let id = ada.objectID
    scene.rival.delete(scene.rival.object(with: id))
    ada.setValue("Ada the risen", forKey: "name")
    try scene.rival.save()
    #expect(try scene.stored == "")
    context.mergePolicy = .overwrite
    try context.save()
    #expect(try scene.stored == "Ada the risen, 100.0, as ever")
    #expect(ada.objectID == id)
  }

  /// Semantics 164.
  @Test(arguments: StoreKind.allCases)
  func `deleting what was deleted elsewhere is no conflict`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let (context, ada) = (scene.context, scene.ada)
    scene.rival.delete(scene.rival.object(with: ada.objectID))
    context.delete(ada)
    try scene.rival.save()
    try context.save()
    #expect(try scene.stored == "")
  }

  /// Semantics 167.
  @Test(arguments: StoreKind.allCases)
  func `changes of different objects never meet`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let (context, ada) = (scene.context, scene.ada)
    let grace = context.insertNewObject(forEntityName: "Employee")
    grace.setValue("Grace", forKey: "name")
    try context.save()
    scene.rival.object(with: ada.objectID).setValue(1.0, forKey: "salary")
    grace.setValue(2.0, forKey: "salary")
    try scene.rival.save()
    try context.save()
    #expect(try scene.stored == "Ada, 1.0, as ever\nGrace, 2.0, none")
  }

  /// Semantics 92: 64 for an object that a policy brought to another state.
  @Test(arguments: StoreKind.allCases, MergePolicy.allCases.filter { $0 != .error })
  func `an object is notified that a policy has changed it`(
    kind: StoreKind, policy: MergePolicy
  ) throws {
    let scene = try Quarrel(kind, in: folder)
    try scene.begin()
    scene.context.mergePolicy = policy
    try scene.context.save()
    #expect((scene.ada as? Mediator)?.events == [.mergePolicy])
    #expect(!scene.ada.hasChanges)
  }

  /// Semantics 156: a row that is gone has the version 0.
  @Test(arguments: StoreKind.allCases)
  func `a row that was deleted is a conflict with nothing`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let (context, ada) = (scene.context, scene.ada)
    ada.setValue(5.0, forKey: "salary")
    scene.rival.delete(scene.rival.object(with: ada.objectID))
    try scene.rival.save()
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(error.code.rawValue == 133_020)
    #expect(
      error.conflicts.map { [$0.oldVersionNumber, $0.newVersionNumber] } == [[1, 0]])
    context.mergePolicy = .mergeByPropertyObjectTrump
    try context.save()
    #expect(ada.managedObjectContext == nil)
  }

  /// Semantics 157: the version decides, not the values.
  @Test(arguments: StoreKind.allCases)
  func `a row with a newer version and the same values is a conflict`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let twin = scene.rival.object(with: scene.ada.objectID)
    for salary in [1.0, 100.0] {
      twin.setValue(salary, forKey: "salary")
      try scene.rival.save()
    }
    scene.ada.setValue("Lovelace", forKey: "name")
    let error = try #require(throws: GraphError.self) { try scene.context.save() }
    #expect(error.conflicts.map(\.newVersionNumber) == [3])
  }

  /// Semantics 158: no other context can have seen them.
  @Test(arguments: StoreKind.allCases)
  func `new objects are not compared`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    for context in [scene.rival, scene.context] {
      let new = context.insertNewObject(forEntityName: "Employee")
      new.setValue("New", forKey: "name")
      try context.obtainPermanentIDs(for: [new])
    }
    try scene.context.save()
    try scene.rival.save()
    #expect(try scene.stored == "Ada, 100.0, as ever\nNew, none, none\nNew, none, none")
  }

  /// Semantics 7, 155: an object can be compared without being changed, and is held until then.
  @Test(arguments: StoreKind.allCases)
  func `an object that is watched is compared`(kind: StoreKind) throws {
    let scene = try Quarrel(kind, in: folder)
    let (context, ada) = (scene.context, scene.ada)
    context.detectConflicts(for: ada)
    #expect(context.holders(of: ada) == [.conflictDetection])
    try context.save()
    #expect(context.holders(of: ada) == [])
    context.detectConflicts(for: ada)
    let new = context.insertNewObject(forEntityName: "Employee")
    scene.rival.object(with: ada.objectID).setValue("Ada of the rival", forKey: "name")
    try scene.rival.save()
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(error.objectID == ada.objectID)
    #expect(new.isInserted)
    context.mergePolicy = .mergeByPropertyObjectTrump
    try context.save()
    #expect(ada.value(forKey: "name") as? String == "Ada of the rival")
    #expect(context.holders(of: ada) == [])
    #expect(!context.hasChanges)
    #expect(context.invariantViolations(full: true) == [])
  }
}

/// Two contexts with the same employee.
private struct Quarrel {
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext
  let rival: ManagedObjectContext
  let ada: ManagedObject

  init(_ kind: StoreKind, in folder: StoreFolder) throws {
    let model = try companyModel()
    model.register(Mediator.self, forEntityNamed: "Employee")
    coordinator = try kind.coordinator(model, in: folder)
    context = try makeContext(on: coordinator)
    rival = try makeContext(on: coordinator)
    ada = context.insertNewObject(forEntityName: "Employee")
    ada.setValue("Ada", forKey: "name")
    ada.setValue(100.0, forKey: "salary")
    ada.setValue("as ever", forKey: "notes")
    try context.save()
  }

  /// The rival changes name and notes; this context changes name and salary.
  func begin() throws {
    let twin = rival.object(with: ada.objectID)
    twin.setValue("Ada of the rival", forKey: "name")
    twin.setValue("rival's notes", forKey: "notes")
    ada.setValue("Ada of ours", forKey: "name")
    ada.setValue(200.0, forKey: "salary")
    try rival.save()
  }

  var stored: String {
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
}

/// An employee who notes why she took on another state.
private final class Mediator: ManagedObject {
  var events: [SnapshotEvents] = []

  override func awake(fromSnapshotEvents flags: SnapshotEvents) { events.append(flags) }
}
