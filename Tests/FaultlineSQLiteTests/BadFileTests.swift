// Files that cannot be used: each refusal has a code and a remedy, and nothing is lost.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct BadFileTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// A file with an employee in it, closed again.
  private func makeStore(_ count: Int = 1) throws {
    let office = try Office(on: StoreKind.sqlite.coordinator(try companyModel(), in: folder))
    for number in 1...count { office.hire("Ada \(number)") }
    try office.context.save()
  }

  private func refusal(
    _ model: ManagedObjectModel? = nil, _ options: StoreOptions = StoreOptions()
  ) throws -> GraphError? {
    let model = try model ?? companyModel()
    do {
      _ = try StoreKind.sqlite.coordinator(model, in: folder, options: options)
      return nil
    } catch let error as GraphError {
      return error
    }
  }

  private func contents() throws -> Data { try Data(contentsOf: folder.store) }

  @Test func `a file that is no database stays as it is`() throws {
    let text = Data(String(repeating: "Dear Ada, ", count: 500).utf8)
    try text.write(to: folder.store)
    let error = try #require(try refusal())
    #expect(error.code == .open)
    #expect(
      error.message == "The store '\(folder.store.path)': file is not a database. "
        + "It is no SQLite database; choose another file.")
    #expect(try contents() == text)
  }

  @Test func `a database that is no store stays as it is`() throws {
    Database(folder.store).run("CREATE TABLE diary (day); INSERT INTO diary VALUES (1)")
    let before = try contents()
    let error = try #require(try refusal())
    #expect(error.code == .open)
    #expect(
      error.message
        == "The file '\(folder.store.path)' is a database and no store; choose another file.")
    #expect(try contents() == before)
  }

  @Test func `a store without a file is refused`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    let error = #expect(throws: GraphError.self) {
      try coordinator.addPersistentStore(type: .sqlite)
    }
    #expect(error?.message == "A SQLite store lies in a file; say where.")
  }

  @Test func `a folder that is not there is an error that names it`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    let url = folder.url.appendingPathComponent("none/Company.sqlite")
    let error = #expect(throws: GraphError.self) {
      try coordinator.addPersistentStore(type: .sqlite, at: url)
    }
    #expect(error?.code == .open)
    #expect(
      error?.message == "The store '\(url.path)' cannot be opened: unable to open database file. "
        + "Look at the folder and its rights.")
  }

  /// Semantics 30, 225: what differs is listed, under 134100.
  @Test func `a store of another model is refused with what differs`() throws {
    try makeStore()
    let other = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Department",
        attributes: [AttributeDescription("name", .string)]),
      EntityDescription(name: "Worker", attributes: [AttributeDescription("name", .string)]),
    ])
    let error = try #require(try refusal(other))
    #expect(error.code.rawValue == 134_100)
    expectText(
      error.description,
      is: """
        The store '\(folder.store.path)' was made for another model, and stores are not migrated here; open it with its own, or with isReadOnly to read what fits. (134100)
          - The store has no entity 'Worker'.
          - The model has no entity 'Employee'.
          - The model has nothing for the column ZDEPARTMENT.ZBUDGET.
        """)
  }

  @Test func `missing and strange columns are listed`() throws {
    try makeStore()
    let other = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Department",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("budget", .integer64),
          AttributeDescription("floor", .integer16),
        ]),
      EntityDescription(
        name: "Employee",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("salary", .double),
          AttributeDescription("hired", .date), AttributeDescription("notes", .string),
        ]),
    ])
    let error = try #require(
      try refusal(
        other,
        {
          var o = StoreOptions(); o.ignoresVersionHashes = true; return o
        }()))
    #expect(
      error.detailed.map(\.message) == [
        "'Department.floor': the store's table ZDEPARTMENT has no column ZFLOOR.",
        "'Department.budget': the column ZDEPARTMENT.ZBUDGET is FLOAT in the store, and INTEGER in the model.",
        "The model has nothing for the column ZEMPLOYEE.ZDEPARTMENT.",
        "The model has nothing for the column ZEMPLOYEE.ZMANAGER.",
      ])
  }

  /// Semantics 225: the tables are the same, but what may stand in them is not.
  @Test func `a description that changed is noticed, unless it is to be ignored`() throws {
    func model(_ isOptional: Bool) throws -> ManagedObjectModel {
      try ManagedObjectModel(entities: [
        EntityDescription(
          name: "Employee",
          attributes: [AttributeDescription("name", .string, isOptional: isOptional)])
      ])
    }
    #expect(try refusal(model(true)) == nil)
    #expect(
      try refusal(model(false))?.detailed.map(\.message) == [
        "'Employee' was described differently when the store was made."
      ])
    var options = StoreOptions()
    options.ignoresVersionHashes = true
    #expect(try refusal(model(false), options) == nil)
    var reading = StoreOptions()
    reading.isReadOnly = true
    let store = try SQLiteStore(model(false), folder.store, reading)
    #expect(store.differences == ["'Employee' was described differently when the store was made."])
  }

  /// The damage lies in a page that opening does not read.
  @Test func `a damaged page is an error when it is read`() throws {
    try makeStore(2_000)
    let file = try FileHandle(forUpdating: folder.store)
    let size = try file.seekToEnd()
    for page in stride(from: UInt64(4096 * 12), to: size, by: 4096) {
      try file.seek(toOffset: page)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    }
    try file.close()
    let office = try Office(on: StoreKind.sqlite.coordinator(try companyModel(), in: folder))
    let error = #expect(throws: GraphError.self) { try office.staff() }
    #expect(error?.code == .open)
    #expect(
      error?.message == "The store '\(folder.store.path)': database disk image is malformed. "
        + "The file is damaged; restore it from a copy.")
  }

  /// Another connection writes: the save waits as long as its options say, fails, and can be repeated.
  @Test func `a locked store is an error, and the save can be repeated`() throws {
    var options = StoreOptions()
    options.pragmas = ["busy_timeout": "20"]
    let office = try Office(
      on: StoreKind.sqlite.coordinator(try companyModel(), in: folder, options: options))
    let ada = office.hire("Ada")
    let other = Database(folder.store)
    other.run("BEGIN IMMEDIATE")
    let error = #expect(throws: GraphError.self) { try office.context.save() }
    #expect(error?.code == .storeTimeout)
    #expect(
      error?.message == "The store '\(folder.store.path)': database is locked. "
        + "Another program keeps it locked; try again when it is done.")
    #expect(ada.isInserted && ada.value(forKey: "name") as? String == "Ada")
    #expect(try office.context.fetch(FetchRequest(entityName: "Employee")).count == 1)
    other.run("COMMIT")
    try office.context.save()
    #expect(Database(folder.store).text("SELECT ZNAME FROM ZEMPLOYEE") == "Ada")
  }

  /// As a full disk: the file may not grow.
  @Test func `a full disk is an error, and nothing is half written`() throws {
    try makeStore()
    var options = StoreOptions()
    options.pragmas = ["max_page_count": "20"]
    let office = try Office(
      on: StoreKind.sqlite.coordinator(try companyModel(), in: folder, options: options))
    for number in 1...2_000 { office.hire("Edith \(number)") }
    let error = #expect(throws: GraphError.self) { try office.context.save() }
    #expect(error?.code == .save)
    #expect(
      error?.message == "The store '\(folder.store.path)': database or disk is full. "
        + "The disk is full, or the file may not grow; make room and save again.")
    #expect(office.context.insertedObjectCount == 2_000)
    let database = Database(folder.store)
    #expect(database.text("SELECT COUNT(*) FROM ZEMPLOYEE") == "1")
    #expect(database.text("PRAGMA integrity_check") == "ok")
    office.context.reset()
    office.hire("Joan")
    try office.context.save()
    #expect(database.text("SELECT COUNT(*) FROM ZEMPLOYEE") == "2")
  }

  /// Semantics 229.
  @Test func `a read-only store is read, refuses saves, and leaves the folder as it was`() throws {
    try makeStore()
    let (before, files) = (try contents(), folder.files)
    #expect(files == ["Company.sqlite"])
    var options = StoreOptions()
    options.isReadOnly = true
    do {
      let office = try Office(
        on: StoreKind.sqlite.coordinator(try companyModel(), in: folder, options: options))
      #expect(try office.staff().count == 1)
      #expect(folder.files == files)
      office.hire("Edith")
      let error = #expect(throws: GraphError.self) { try office.context.save() }
      #expect(error?.code == .save)
    }
    #expect(try contents() == before)
    #expect(folder.files == files)
  }

  /// Without a lock it would not notice; so it looks for a journal before each turn.
  @Test func `a read-only store notices that another program has begun to write`() throws {
    try makeStore()
    var options = StoreOptions()
    options.isReadOnly = true
    let office = try Office(
      on: StoreKind.sqlite.coordinator(try companyModel(), in: folder, options: options))
    #expect(try office.staff().count == 1)
    let writer = try Office(on: StoreKind.sqlite.coordinator(try companyModel(), in: folder))
    writer.hire("Edith")
    try writer.context.save()
    #expect(try office.staff().count == 2)
  }

  @Test func `a read-only store that is not there is an error`() throws {
    var options = StoreOptions()
    options.isReadOnly = true
    #expect(
      try refusal(nil, options)?.message
        == "There is no store at '\(folder.store.path)'; open it without isReadOnly to make one.")
    #expect(folder.files == [])
  }

  @Test(arguments: [
    ["page_siz": "1"], ["cache_size": "1; DROP TABLE ZEMPLOYEE"], ["cache_size": ""],
    ["cache_size": "--1"],
  ])
  func `a setting that is none is refused`(pragmas: [String: String]) throws {
    var options = StoreOptions()
    options.pragmas = pragmas
    let error = try #require(try refusal(nil, options))
    #expect(error.code == .coreData)
    #expect(folder.files == [])
  }

  @Test func `an allocator comes too late once a store is open`() throws {
    try makeStore()
    let allocator = SQLiteAllocator(
      allocate: { malloc(Int($0)) }, release: { free($0) },
      resize: { realloc($0, Int($1)) }, size: { _ in 0 }, roundUp: { $0 })
    let error = #expect(throws: GraphError.self) { try SQLiteLibrary.useAllocator(allocator) }
    #expect(
      error?.message
        == "SQLite was used before it was given an allocator; call useAllocator first.")
  }

  /// Any other program that writes to a file with a history would break it.
  @Test func `a store with machinery of another program is only read`() throws {
    try makeStore()
    Database(folder.store).run("CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY)")
    let error = try #require(try refusal())
    #expect(
      error.message
        == "The store '\(folder.store.path)' may only be read here, since it has a history of its changes "
        + "('ATRANSACTION'), which its own program alone keeps true; open it with isReadOnly.")
    var options = StoreOptions()
    options.isReadOnly = true
    #expect(try refusal(nil, options) == nil)
  }
}
