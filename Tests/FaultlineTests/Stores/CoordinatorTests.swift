// What a coordinator does with its stores: opening, closing, and which one keeps what.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct CoordinatorTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Note", attributes: [AttributeDescription("text", .string)],
          relationships: [
            .toOne("author", "Person", inverse: "notes"),
            .toMany("readers", "Person", inverse: "read"),
          ]),
        EntityDescription(
          name: "Person", attributes: [AttributeDescription("name", .string)],
          relationships: [
            .toMany("notes", "Note", inverse: "author"),
            .toMany("read", "Note", inverse: "readers"),
          ]),
        EntityDescription(name: "Draft", superentity: "Note"),
      ], configurations: ["People": ["Person"], "Texts": ["Note", "Draft"]])
  }

  private func add(
    _ kind: StoreKind, _ configuration: String, to coordinator: PersistentStoreCoordinator
  ) throws -> any PersistentStore {
    try coordinator.addPersistentStore(
      type: kind.type, configuration: configuration,
      at: kind == .memory ? nil : folder.url.appendingPathComponent("\(configuration).sqlite"))
  }

  /// Semantics 154: the first store that keeps such objects and can be written.
  @Test(arguments: StoreKind.allCases)
  func `a configuration says what a store keeps`(kind: StoreKind) throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try model())
    let people = try add(kind, "People", to: coordinator)
    let texts = try add(kind, "Texts", to: coordinator)
    let context = try makeContext(on: coordinator)
    let made = ["Draft", "Person", "Note"].map { context.insertNewObject(forEntityName: $0) }
    try context.save()
    #expect(
      made.map { $0.objectID.persistentStore === people } == [false, true, false])
    #expect(made[2].objectID.persistentStore === texts)
    context.reset()
    #expect(try context.count(for: FetchRequest(entityName: "Note")) == 2)
    #expect(try context.fetch(FetchRequest(entityName: "Person")).count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a store is opened again under its configuration`(kind: StoreKind) throws {
    guard kind == .sqlite else { return }
    for _ in 0..<2 {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: try model())
      _ = try add(kind, "Texts", to: coordinator)
      let context = try makeContext(on: coordinator)
      context.insertNewObject(forEntityName: "Draft").setValue("Dear all", forKey: "text")
      try context.save()
    }
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try model())
    _ = try add(kind, "Texts", to: coordinator)
    let context = try makeContext(on: coordinator)
    #expect(try context.count(for: FetchRequest(entityName: "Note")) == 2)
    let url = folder.url.appendingPathComponent("Texts.sqlite")
    let error = try #require(throws: GraphError.self) {
      try PersistentStoreCoordinator(managedObjectModel: try model())
        .addPersistentStore(type: StoreKind.sqlite.type, at: url)
    }
    #expect(error.detailed.map(\.message) == ["The store has no entity 'Person'."])
  }

  @Test func `an object that no store keeps is not saved`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try model())
    let people = try add(.memory, "People", to: coordinator)
    let context = try makeContext(on: coordinator)
    let note = context.insertNewObject(forEntityName: "Note")
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(
      error.message
        == "No store of the coordinator keeps 'Note' objects; add one whose configuration does.")
    #expect(throws: GraphError.self) { try context.assigning(note, to: people) }
    let unknown = try #require(throws: GraphError.self) {
      try add(.memory, "Pets", to: coordinator)
    }
    #expect(
      unknown.message == "The model has no configuration 'Pets'; it has People, Texts.")
  }

  /// Semantics 119: 133010, whether the reference lies in a row or in a table of pairs.
  @Test(arguments: StoreKind.allCases, [["author", "author"], ["readers", "read"]])
  func `no relationship leads from store to store`(kind: StoreKind, keys: [String]) throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try model())
    _ = try add(kind, "People", to: coordinator)
    _ = try add(kind, "Texts", to: coordinator)
    let context = try makeContext(on: coordinator)
    let note = context.insertNewObject(forEntityName: "Note")
    let person = context.insertNewObject(forEntityName: "Person")
    if keys[0] == "author" {
      note.setValue(person, forKey: keys[0])
    } else {
      note.mutableSetValue(forKey: keys[0]).add(person)
    }
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(error.code.rawValue == 133_010)
    #expect(error.key == keys[1])
    #expect(note.isInserted && note.objectID.isTemporaryID)
    person.managedObjectContext?.delete(person)
    try context.save()
    #expect(!note.objectID.isTemporaryID)
  }

  /// A store that was removed is away, and its IDs are good again when it is back.
  @Test func `a store can be taken out and added again`() throws {
    let office = try Office(.sqlite, in: folder)
    let (manager, report) = try office.pair()
    office.context.refreshAllObjects()
    let held = office.context.object(with: manager)
    let store = try #require(office.coordinator.persistentStores.first)
    try office.coordinator.remove(store)
    #expect(office.coordinator.persistentStores.isEmpty)
    #expect(throws: GraphError.self) { try office.context.existingObject(with: report) }
    #expect(throws: GraphError.self) { try office.staff() }
    #expect(throws: GraphError.self) { try office.coordinator.remove(store) }
    try office.coordinator.addPersistentStore(type: StoreKind.sqlite.type, at: folder.store)
    #expect(try office.staff().map(\.objectID) == [manager, report])
    #expect(held.value(forKey: "name") as? String == "Grace")
    held.setValue("Hopper", forKey: "name")
    try office.context.save()
    #expect(office.context.registeredObject(for: manager) === held)
  }

  /// Semantics 21: a copy of a file has the identifier of the original.
  @Test func `a copy of a store has its identifier`() throws {
    let id = try Office(.sqlite, in: folder).employed("Ada")
    let copy = folder.url.appendingPathComponent("Copy.sqlite")
    try FileManager.default.copyItem(at: folder.store, to: copy)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(type: StoreKind.sqlite.type, at: copy)
    let ada = try #require(try Office(on: coordinator).staff().first)
    #expect(ada.objectID == id)
    let error = try #require(throws: GraphError.self) {
      try coordinator.addPersistentStore(type: StoreKind.sqlite.type, at: folder.store)
    }
    #expect(error.message.hasSuffix("a copy of its file needs a coordinator of its own."))
    #expect(coordinator.persistentStores.count == 1)
  }

  /// Metadata waits for the next save, even one without changes.
  @Test(arguments: StoreKind.allCases)
  func `a save writes metadata`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let store = try #require(office.coordinator.persistentStores.first)
    office.coordinator.setMetadata(["version": 7, "by": "Ada"], for: store)
    office.coordinator.setMetadata(["version": 8], for: store)
    func known(_ coordinator: PersistentStoreCoordinator) -> [String] {
      let values = coordinator.metadata(for: coordinator.persistentStores[0])
      return ["version", "by", "NSStoreUUID"].map { "\(values[$0] ?? "none")" }
    }
    let id = store.identifier.uuidString
    #expect(known(office.coordinator) == ["8", "Ada", id])
    if kind == .sqlite {
      let other = try kind.coordinator(try companyModel(), in: folder)
      #expect(known(other) == ["none", "none", id])
    }
    try office.context.save()
    #expect(known(office.coordinator) == ["8", "Ada", id])
    if kind == .sqlite {
      #expect(known(try kind.coordinator(try companyModel(), in: folder)) == ["8", "Ada", id])
    }
    #expect(throws: GraphError.self) {
      try office.coordinator.settingMetadata(["odd": office.coordinator], for: store)
    }
  }

  /// Semantics 125: once there are objects, the model stays as it is.
  @Test func `a class is registered before the model is used`() throws {
    let model = try companyModel()
    let context = try makeContext(model)
    try model.registering(Diarist.self, forEntityNamed: "Employee")
    #expect(context.insertNewObject(forEntityName: "Employee") is Diarist)
    let error = try #require(throws: GraphError.self) {
      try model.registering(ManagedObject.self, forEntityNamed: "Employee")
    }
    #expect(
      error.message
        == "Objects of 'Employee' were made already; register 'ManagedObject' before the model is used."
    )
  }
}
