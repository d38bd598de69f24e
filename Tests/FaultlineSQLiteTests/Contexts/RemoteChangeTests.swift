// What others write to a store's file is noticed and announced, where that is wanted (semantics 192).

import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct RemoteChangeTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func office(announces: Bool = true, isReadOnly: Bool = false) throws -> Office {
    var options = StoreOptions()
    options.postsRemoteChanges = announces
    options.isReadOnly = isReadOnly
    return try Office(
      on: StoreKind.sqlite.coordinator(try companyModel(), in: folder, options: options))
  }

  /// Semantics 192: another coordinator is as good as another process.
  @Test func `a save of another coordinator is announced once, before a turn, a fetch or a save`()
    throws
  {
    let office = try office()
    let rival = try self.office(announces: false)
    let ear = Ear(office.coordinator)
    try office.context.turn { _ = try office.staff() }
    #expect(ear.count == 0)
    rival.hire("Ada")
    try rival.context.save()
    #expect(try office.staff().count == 1)
    #expect(ear.count == 1)
    #expect(try office.staff().count == 1)
    #expect(ear.count == 1)
    for _ in 0..<3 {
      rival.hire("Bob")
      try rival.context.save()
    }
    office.context.turn { #expect(ear.count == 2) }
    rival.hire("Cyd")
    try rival.context.save()
    office.hire("Dan")
    try office.context.save()
    // One for the rival's save, noticed before, and one for its own.
    #expect(ear.count == 4)
    rival.hire("Eve")
    try rival.context.save()
    office.coordinator.noticeRemoteChanges()
    #expect(ear.count == 5)
    #expect(ear.stores == [office.coordinator.persistentStores[0].identifier.uuidString])
    #expect(ear.files == [folder.store.lastPathComponent])
  }

  /// Semantics 192: saves of its own, those that fail and what moves the log into the file are no news of others.
  @Test func `what the coordinator writes itself is not taken for others' work`() throws {
    var options = StoreOptions()
    options.postsRemoteChanges = true
    options.pragmas = ["wal_autocheckpoint": "2"]
    let coordinator = try StoreKind.sqlite.coordinator(
      try companyModel(), in: folder, options: options)
    let (office, other) = (try Office(on: coordinator), try Office(on: coordinator))
    let ear = Ear(coordinator)
    let ada = office.hire("Ada")
    try office.context.save()
    for round in 1...20 {
      #expect(ada.value(forKey: "name") as? String == "Ada")
      other.context.object(with: ada.objectID).setValue(Double(round), forKey: "salary")
      try other.context.save()
      ada.setValue("Ada \(round)", forKey: "name")
      #expect(throws: GraphError.self) { try office.context.save() }
      office.context.refresh(ada, mergeChanges: false)
      coordinator.setMetadata(["round": round], for: coordinator.persistentStores[0])
      _ = try office.staff()
    }
    #expect(ear.count == 21)
  }

  /// Semantics 192: also what no engine has written.
  @Test func `a statement of another program is announced`() throws {
    let office = try office()
    office.hire("Ada")
    try office.context.save()
    let ear = Ear(office.coordinator)
    let database = Database(folder.store)
    #expect(database.text("SELECT COUNT(*) FROM ZEMPLOYEE") == "1")
    #expect(try office.staff().count == 1)
    #expect(ear.count == 0)
    database.run("UPDATE ZEMPLOYEE SET ZNAME = 'Eve', Z_OPT = Z_OPT + 1")
    #expect(try office.staff().count == 1)
    #expect(ear.count == 1)
  }

  /// Semantics 192: a store that is only read notices all writers, also the first.
  @Test func `a store that is read-only notices every writer`() throws {
    do { _ = try office(announces: false).employed("Ada") }
    let reader = try office(isReadOnly: true)
    #expect(try reader.staff().count == 1)
    let ear = Ear(reader.coordinator)
    let writer = try office(announces: false)
    for round in 1...3 {
      writer.hire("Bob")
      try writer.context.save()
      #expect(try reader.staff().count == round + 1)
      #expect(ear.count == round)
    }
  }

  /// Semantics 192: an observer may ask, refresh and save at once, since nothing is half done.
  @Test func `an observer may use the context that has noticed`() throws {
    let office = try office()
    let rival = try self.office(announces: false)
    let ada = office.hire("Ada")
    try office.context.save()
    let context = office.context
    let ear = Ear(office.coordinator) {
      context.refreshAllObjects()
      _ = try? context.fetch(FetchRequest(entityName: "Employee"))
    }
    try rival.staff().forEach { $0.setValue("Ann", forKey: "name") }
    try rival.context.save()
    _ = try office.context.count(for: FetchRequest(entityName: "Employee"))
    #expect(ada.value(forKey: "name") as? String == "Ann")
    ada.setValue("Amy", forKey: "name")
    try office.context.save()
    #expect(ear.count == 2)
    #expect(!office.context.hasChanges)
  }

  @Test func `without the option writes are not looked for`() throws {
    let office = try office(announces: false)
    let rival = try self.office(announces: false)
    let ear = Ear(office.coordinator)
    rival.hire("Ada")
    try rival.context.save()
    let before = office.coordinator.statistics.statements
    office.coordinator.noticeRemoteChanges()
    office.context.turn {}
    #expect(office.coordinator.statistics.statements == before)
    #expect(try office.staff().count == 1)
    #expect(ear.count == 0)
  }
}

/// An observer of writes to a coordinator's stores.
private final class Ear: Sendable {
  private struct Received: Sendable {
    var stores: [String] = []
    var files: [String] = []
  }

  private let received = Mutex(Received())
  private nonisolated(unsafe) var token: (any NSObjectProtocol)?

  init(_ coordinator: PersistentStoreCoordinator, _ answer: (@Sendable () -> Void)? = nil) {
    token = NotificationCenter.default.addObserver(
      forName: PersistentStoreCoordinator.remoteChangeNotification, object: coordinator, queue: nil
    ) { [weak self] note in
      let store = note.userInfo?[PersistentStoreCoordinator.storeUUIDKey] as? String
      let file = note.userInfo?[PersistentStoreCoordinator.storeURLKey] as? URL
      self?.received.withLock { received in
        received.stores.append(store ?? "none")
        received.files.append(file?.lastPathComponent ?? "none")
      }
      answer?()
    }
  }

  deinit { token.map(NotificationCenter.default.removeObserver) }

  var count: Int { received.withLock { $0.stores.count } }
  var stores: Set<String> { received.withLock { Set($0.stores) } }
  var files: Set<String> { received.withLock { Set($0.files) } }
}
