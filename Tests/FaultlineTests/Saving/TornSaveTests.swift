// A store that fails when another one has its part of a save already: what is reported, and how it is mended.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct TornSaveTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Two stores in files, of which the second one fails when the test wants it to.
  private func scene() throws -> (office: Office, stores: [any PersistentStore]) {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    for place in 0..<2 {
      var options = StoreOptions()
      // The one with the lesser identifier ends its part first.
      options.identifier = UUID(uuidString: "FA017111-0000-4000-8000-00000000000\(place)")
      try coordinator.addPersistentStore(
        type: place == 0 ? StoreKind.sqlite.type : FailingStore.type, at: file(place),
        options: options)
    }
    return (try Office(on: coordinator), coordinator.persistentStores)
  }

  private func file(_ place: Int) -> URL {
    folder.url.appendingPathComponent("\(place).sqlite")
  }

  private func reopened() throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    for place in 0..<2 {
      try coordinator.addPersistentStore(type: StoreKind.sqlite.type, at: file(place))
    }
    return coordinator
  }

  private func names(_ coordinator: PersistentStoreCoordinator) throws -> [String] {
    let reader = try Office(on: coordinator)
    return try withExtendedLifetime(reader) {
      try reader.staff().compactMap { $0.value(forKey: "name") as? String }
    }
  }

  /// The scene with a save that is in the first store alone.
  private func tear() throws -> (office: Office, ada: ManagedObject, bob: ManagedObject) {
    let (office, stores) = try scene()
    let (ada, bob) = (office.hire("Ada"), office.hire("Bob"))
    office.context.assign(bob, to: stores[1])
    try office.context.save()
    ada.setValue("Ann", forKey: "name")
    bob.setValue("Bea", forKey: "name")
    office.context.assign(office.hire("Cyd"), to: stores[0])
    office.context.assign(office.hire("Dan"), to: stores[1])
    FailingStore.fail(stores[1], times: 1)
    let error = try #require(throws: GraphError.self) { try office.context.save() }
    #expect(error.code == .incompleteSave)
    expectText(
      error.message,
      is: "The save is in '0.sqlite' and not in '1.sqlite', which failed when all had written: The "
        + "disk is full. What is saved counts as saved; save again to write the rest.")
    return (office, ada, bob)
  }

  /// P8: what was written is saved, and what was not is still to be saved.
  @Test func `the part that is written is saved and the rest is not`() throws {
    let (office, ada, bob) = try tear()
    #expect(try names(office.coordinator) == ["Ann", "Cyd", "Bob"])
    #expect(!ada.hasChanges && bob.isUpdated)
    let new = office.context.insertedObjects
    #expect(new.map { $0.value(forKey: "name") as? String } == ["Dan"])
    #expect(new.count(where: { $0.objectID.isTemporaryID }) == 1)
    #expect(office.context.invariantViolations(full: true) == [])
    #expect(office.coordinator.tornSaves.map(\.count) == [1])
  }

  @Test func `saving again writes the rest, once, and mends it`() throws {
    let (office, ada, _) = try tear()
    ada.setValue(1.0, forKey: "salary")
    try office.context.save()
    #expect(!office.context.hasChanges)
    #expect(try names(office.coordinator) == ["Ann", "Cyd", "Bea", "Dan"])
    #expect(office.coordinator.tornSaves == [])
    #expect(try reopened().tornSaves == [])
    #expect(try names(reopened()) == ["Ann", "Cyd", "Bea", "Dan"])
  }

  @Test func `changes that are taken back leave it torn`() throws {
    let (office, _, bob) = try tear()
    office.context.rollback()
    bob.setValue("Bud", forKey: "name")
    try office.context.save()
    #expect(try names(office.coordinator) == ["Ann", "Cyd", "Bud"])
    #expect(try reopened().tornSaves.map(\.count) == [1])
  }

  /// The stores can be used; each opening reports it, until it is accepted.
  @Test func `the next openings report it until it is accepted`() throws {
    _ = try tear()
    for _ in 0..<2 {
      let coordinator = try reopened()
      let torn = try #require(coordinator.tornSaves.first)
      #expect(torn.keeper == coordinator.persistentStores[0].identifier)
      #expect(torn.lacker == coordinator.persistentStores[1].identifier)
      expectText(
        torn.description,
        is: "A save to '0.sqlite' and '1.sqlite' reached only the first: a process or a disk "
          + "failed between the two, or one of them is an older copy. Compare what they hold, "
          + "mend what is missing, and call acceptTornSaves."
      )
      let office = try Office(on: coordinator)
      for object in try office.staff() { object.setValue(2.0, forKey: "salary") }
      try office.context.save()
      #expect(coordinator.tornSaves == [torn])
    }
    let coordinator = try reopened()
    try coordinator.acceptTornSaves()
    #expect(coordinator.tornSaves == [])
    #expect(try reopened().tornSaves == [])
  }

  @Test func `adding a store posts it, and one that is taken out is none of the pair`() throws {
    _ = try tear()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    let received = Listener()
    received.listen(
      to: PersistentStoreCoordinator.storesDidChangeNotification, of: coordinator
    ) { note in
      let torn = note.userInfo?[PersistentStoreCoordinator.tornSavesKey] as? [TornSave]
      return "\(torn?.count ?? 0)"
    }
    var options = StoreOptions()
    options.isReadOnly = true
    try coordinator.addPersistentStore(type: StoreKind.sqlite.type, at: file(0))
    let lacker = try coordinator.addPersistentStore(
      type: StoreKind.sqlite.type, at: file(1), options: options)
    #expect(received.received == ["0", "1"])
    // The one that lacks the save cannot be written to: it is noted in the other one.
    try coordinator.acceptTornSaves()
    #expect(try reopened().tornSaves == [])
    try coordinator.remove(lacker)
    #expect(coordinator.tornSaves == [])
  }

  /// A store in memory beside it takes its part back.
  @Test func `a first store that fails leaves nothing anywhere`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    let failing = try coordinator.addPersistentStore(type: FailingStore.type, at: file(0))
    let memory = try coordinator.addPersistentStore(type: .inMemory)
    let office = try Office(on: coordinator)
    office.context.assign(office.hire("Ada"), to: failing)
    office.context.assign(office.hire("Bob"), to: memory)
    FailingStore.fail(failing, times: 2)
    for _ in 0..<2 {
      let error = try #require(throws: GraphError.self) { try office.context.save() }
      #expect(error.message == "The disk is full.")
      #expect(try names(coordinator) == [])
      #expect(office.context.insertedObjects.count == 2)
    }
    try office.context.save()
    #expect(try names(coordinator) == ["Ada", "Bob"])
  }
}

/// A SQLite store whose disk is full when a transaction ends.
private final class FailingStore: StoreEngine {
  static let type = StoreType(name: "Failing") { model, url, options throws(GraphError) in
    FailingStore(try StoreKind.sqlite.type.open(model, url, options))
  }

  static func fail(_ store: any PersistentStore, times: Int) {
    (store as? FailingStore)?.failuresLeft.store(times, ordering: .relaxed)
  }

  private let store: any StoreEngine
  private let failuresLeft = Atomic<Int>(0)

  init(_ store: any StoreEngine) { self.store = store }

  var identifier: UUID { store.identifier }
  var type: String { store.type }
  var url: URL? { store.url }
  var isReadOnly: Bool { store.isReadOnly }
  var statistics: StoreStatistics { store.statistics }

  func endReading() { store.endReading() }

  func fetch(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError) {
    try store.fetch(query, into: rows)
  }

  func row(_ key: Int64, of entity: EntityDescription) throws(GraphError) -> Row? {
    try store.row(key, of: entity)
  }

  func members(
    of tie: EntityLayout.Tie, owner: ForeignKey
  ) throws(GraphError) -> [ForeignKey] {
    try store.members(of: tie, owner: owner)
  }

  func reserveKeys(_ count: Int, for entity: EntityDescription) throws(GraphError) -> Int64 {
    try store.reserveKeys(count, for: entity)
  }

  func beginWriting(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    try store.beginWriting(changes)
  }

  func keepWriting(_ changes: ChangeSet) throws(GraphError) {
    guard failuresLeft.load(ordering: .relaxed) > 0 else { return try store.keepWriting(changes) }
    failuresLeft.subtract(1, ordering: .relaxed)
    throw GraphError(.save, "The disk is full.")
  }

  func endWriting(_ changes: ChangeSet) { store.endWriting(changes) }

  func sharedSaves(isSettled: Bool) throws(GraphError) -> [UUID: Int] {
    try store.sharedSaves(isSettled: isSettled)
  }

  func correctSharedSaves(by difference: Int, with other: UUID) throws(GraphError) {
    try store.correctSharedSaves(by: difference, with: other)
  }
}
