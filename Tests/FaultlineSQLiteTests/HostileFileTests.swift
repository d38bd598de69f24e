// Files that were made to do harm: an error in bounded time and memory, and nothing touched.

import CZlib
import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct HostileFileTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func makeStore(at url: URL? = nil, _ names: [String] = ["Ada"]) throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(type: .sqlite, at: url ?? folder.store)
    let office = try Office(on: coordinator)
    for name in names { office.hire(name) }
    try office.context.save()
  }

  private func refusal(isReadOnly: Bool = false) throws -> GraphError? {
    do {
      _ = try Fixtures.open(folder.store, try companyModel(), isReadOnly: isReadOnly)
      return nil
    } catch let error as GraphError {
      return error
    }
  }

  private func inspection() throws -> GraphError? {
    do throws(GraphError) {
      _ = try StoreInspection(of: folder.store)
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Journals

  /// SQLite would lay its pages over the file, and the file would be another from then on.
  @Test func `a journal of another store is refused, and nothing is changed`() throws {
    try makeStore()
    let other = try StoreFolder()
    try makeStore(at: other.store)
    let strangers = Database(other.store)
    strangers.run("PRAGMA wal_autocheckpoint = 0; UPDATE ZEMPLOYEE SET ZNAME = 'Eve'")
    // Every page of the other store, so that the identifier is among them.
    strangers.run("UPDATE Z_METADATA SET Z_PLIST = Z_PLIST || X''; VACUUM")
    let journal = URL(fileURLWithPath: folder.store.path + "-wal")
    try withExtendedLifetime(strangers) {
      try FileManager.default.copyItem(atPath: other.store.path + "-wal", toPath: journal.path)
    }
    let before = [try Data(contentsOf: folder.store), try Data(contentsOf: journal)]
    for error in [try refusal(), try refusal(isReadOnly: true), try inspection()] {
      let error = try #require(error)
      #expect(error.code == .open)
      #expect(error.message.contains("belongs to another store"), "\(error)")
    }
    #expect([try Data(contentsOf: folder.store), try Data(contentsOf: journal)] == before)
  }

  @Test func `a journal that is none is ignored`() throws {
    try makeStore()
    try Data(repeating: 7, count: 5_000).write(to: URL(fileURLWithPath: folder.store.path + "-wal"))
    #expect(try inspection() == nil)
    #expect(try refusal(isReadOnly: true) == nil)
  }

  // MARK: - What is no file, or not much of one

  @Test func `an empty file has nothing to show`() throws {
    #expect(FileManager.default.createFile(atPath: folder.store.path, contents: Data()))
    #expect(try inspection()?.message.contains("is empty") == true)
    #expect(try refusal(isReadOnly: true)?.code == .open)
  }

  @Test func `links that lead nowhere, or round in circles, are no files`() throws {
    let other = folder.url.appendingPathComponent("other")
    try FileManager.default.createSymbolicLink(at: folder.store, withDestinationURL: other)
    #expect(try inspection()?.code == .open)
    #expect(try refusal(isReadOnly: true)?.code == .open)
    try FileManager.default.createSymbolicLink(at: other, withDestinationURL: folder.store)
    #expect(try inspection()?.code == .open)
    #expect(try refusal()?.code == .open)
  }

  @Test(.enabled(if: geteuid() != 0, "The superuser has a right to every file."))
  func `a file without rights is an error that says so`() throws {
    try makeStore()
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.store.path)
    #expect(try inspection()?.message.contains("rights") == true)
    #expect(try refusal()?.message.contains("rights") == true)
  }

  /// What is written to a copy's journal must not be written to the file itself.
  @Test func `a link in the place of a journal is not followed`() throws {
    try makeStore()
    let other = folder.url.appendingPathComponent("letter")
    try Data(repeating: 65, count: 4_096).write(to: other)
    for ending in ["-wal", "-journal"] {
      try FileManager.default.createSymbolicLink(
        at: URL(fileURLWithPath: folder.store.path + ending), withDestinationURL: other)
    }
    #expect(try StoreInspection(of: folder.store).entities.count == 2)
    #expect(try Data(contentsOf: other) == Data(repeating: 65, count: 4_096))
  }

  // MARK: - Too much of something

  @Test func `ten thousand columns are refused`() throws {
    try makeStore()
    let columns = (0..<10_000).map { "Z\($0) INTEGER" }.joined(separator: ", ")
    Database(folder.store).run(
      """
      PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'CREATE TABLE ZEMPLOYEE (Z_PK INTEGER \
      PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(columns))' WHERE name = 'ZEMPLOYEE'
      """)
    for error in [try refusal(), try refusal(isReadOnly: true), try inspection()] {
      #expect(error?.code == .open, "\(String(describing: error))")
    }
  }

  @Test func `ten thousand entities are counted, and are another model's`() throws {
    try makeStore()
    Database(folder.store).run(
      """
      WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO Z_PRIMARYKEY SELECT i, 'E' || i, i - 1, 0 FROM n
      """)
    #expect(try refusal()?.detailed.count == 9_998)
    #expect(try StoreInspection(of: folder.store).entities.count == 10_000)
  }

  @Test func `a large model makes a large store, and both are read again`() throws {
    let count = Effort.choose(quick: 300, ci: 1_000, full: 3_500)
    let model = try ManagedObjectModel(
      entities: (0..<count).map { number in
        EntityDescription(
          name: "E\(number)", attributes: [AttributeDescription("name", .string)],
          relationships: [
            .toMany("next", "E\((number + 1) % count)", inverse: "former"),
            .toOne("former", "E\((number + count - 1) % count)", inverse: "next"),
          ])
      })
    _ = try Fixtures.open(folder.store, model, isReadOnly: false)
    let findings = try StoreInspection(of: folder.store)
    #expect(findings.entities.count == count)
    #expect(findings.differences == [])
  }

  /// A view could answer anything, for any length of time.
  @Test func `a view in the place of a table is none`() throws {
    try makeStore()
    Database(folder.store).run(
      """
      DROP TABLE ZEMPLOYEE;
      CREATE VIEW ZEMPLOYEE AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i Z_PK, 2 Z_ENT, 1 Z_OPT, 'x' ZNAME, 0 ZSALARY, 0 ZHIRED, 0 ZNOTES, 0 ZDEPARTMENT, 0 ZMANAGER
      FROM n
      """)
    let error = try #require(try refusal())
    #expect(error.detailed.map(\.message) == ["The store has no table ZEMPLOYEE for 'Employee'."])
    #expect(try StoreInspection(of: folder.store).entities[1].rows == 0)
  }

  /// Every interior page leads to the same page again and again: a sound file of the size has few rows.
  @Test func `a tree of pages that leads round in circles is given up on`() throws {
    try makeStore(at: nil, (0..<3_000).map { "Employee \($0) with a name that fills pages" })
    let database = Database(folder.store)
    let root = try #require(
      Int(database.text("SELECT rootpage FROM sqlite_schema WHERE name = 'ZEMPLOYEE'")))
    database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = Array(try Data(contentsOf: folder.store))
    let page = (root - 1) * 4_096
    // An interior page of a table: its last child stands in its header.
    #expect(bytes[page] == 5)
    let child = Array(bytes[page + 8..<page + 12])
    let count = Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])
    for cell in 0..<count {
      let pointer = page + 12 + cell * 2
      let place = page + (Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1]))
      bytes.replaceSubrange(place..<place + 4, with: child)
    }
    try Data(bytes).write(to: folder.store)
    #expect(throws: Never.self) { _ = try? StoreInspection(of: folder.store) }
    let store = try? Fixtures.open(folder.store, try companyModel(), isReadOnly: true)
    #expect(store != nil)
  }

  /// What counts rows up to a number: about six steps of SQLite's machine for each of them.
  private func counting(to last: Int) -> String {
    "SELECT COUNT(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(last)) SELECT i FROM n)"
  }

  @Test func `work beyond what a sound file could take ends with an error`() throws {
    try makeStore()
    let connection = try UntouchedFile(folder.store).connection()
    let small = try connection.value(counting(to: 100_000)) { $0.integer(0) }
    #expect(small == 100_000)
    let error = #expect(throws: GraphError.self) {
      _ = try connection.value(self.counting(to: 5_000_000)) { $0.integer(0) }
    }
    expectText(
      error?.message ?? "",
      is:
        "The store '\(folder.store.path)': interrupted. It takes more work than a sound file of its size could; "
        + "restore it from a copy.")
    // A limit that is set anew counts from there.
    connection.limitWork(to: 50_000_000)
    let large = try connection.value(counting(to: 500_000)) { $0.integer(0) }
    #expect(large == 500_000)
  }

  // MARK: - Archives

  private func keep(_ archive: [UInt8]) throws {
    try makeStore()
    let packed = try ModelCache.deflated(archive)
    let hex = packed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    Database(folder.store).run("UPDATE Z_MODELCACHE SET Z_CONTENT = X'\(hex)'")
  }

  private func archiveRefusal() -> GraphError? {
    do throws(GraphError) {
      _ = try ManagedObjectModel(insideStoreAt: folder.store)
      return nil
    } catch {
      return error
    }
  }

  /// A few kilobytes that stand for gigabytes.
  @Test func `an archive that was packed too well is refused`() throws {
    try keep([UInt8](repeating: 0, count: 100 << 20))
    #expect(archiveRefusal()?.message.contains("more than 32 MiB") == true)
    // The store is shown without it.
    #expect(try StoreInspection(of: folder.store).modelSource == .unusable)
  }

  @Test func `an archive that contains itself is refused`() throws {
    var archive = KeyedArchive()
    let (root, entity, list) = (archive.place(), archive.place(), archive.place())
    // A list of itself, a parent of itself, a predicate beneath itself.
    archive.set(
      list, ["NSMutableDictionary"],
      [
        ("NS.keys", .array([archive.text("E"), .reference(list)])),
        ("NS.objects", .array([.reference(entity), .reference(list)])),
      ])
    archive.set(
      entity, ["NSEntityDescription"],
      [
        ("NSEntityName", archive.text("E")), ("NSSuperentity", .reference(entity)),
        ("NSProperties", .reference(list)), ("NSUniqueTuples", .reference(list)),
      ])
    archive.set(root, ["NSManagedObjectModel"], [("NSEntities", .reference(list))])
    try keep(PropertyListWriter.bytes(archive.list(root: root)))
    let error = try #require(archiveRefusal())
    #expect(error.code == .invalidModel)
    #expect(error.detailed.map(\.message) == ["'E' inherits from itself."])
  }

  /// Each entity has the same properties, all of them: a square of what the file has.
  @Test func `an archive of a million references is refused`() throws {
    var archive = KeyedArchive()
    let (root, properties) = (archive.place(), archive.place())
    let attribute = archive.object(["NSAttributeDescription"], [("NSAttributeType", .integer(700))])
    let names = (0..<5_000).map { archive.text("a\($0)") }
    archive.set(
      properties, ["NSDictionary"],
      [("NS.keys", .array(names)), ("NS.objects", .array(names.map { _ in attribute }))])
    let entities = (0..<5_000).map { number in
      archive.object(
        ["NSEntityDescription"],
        [("NSEntityName", archive.text("E\(number)")), ("NSProperties", .reference(properties))])
    }
    archive.set(
      root, ["NSManagedObjectModel"],
      [
        (
          "NSEntities",
          archive.object(
            ["NSDictionary"], [("NS.keys", .array(names)), ("NS.objects", .array(entities))])
        )
      ])
    try keep(PropertyListWriter.bytes(archive.list(root: root)))
    #expect(archiveRefusal()?.message.contains("more in it than any model") == true)
  }

  @Test func `a property list that contains itself is no metadata`() throws {
    // An array whose one member is the array.
    let list: [UInt8] =
      Array("bplist00".utf8) + [0xA1, 0] + [8] + [0, 0, 0, 0, 0, 0, 1, 1]
      + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]
    #expect(PropertyListReader.values(Data(list)) == nil)
    try makeStore()
    let hex = list.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    Database(folder.store).run("UPDATE Z_METADATA SET Z_PLIST = X'\(hex)'")
    #expect(try refusal()?.code == .open)
    #expect(try inspection()?.code == .open)
  }

  @Test func `a reference of nine bytes is no part of a property list`() throws {
    func reader(_ size: Int) -> PropertyListReader? {
      let object = [0x80 | UInt8(size - 1)] + [UInt8](repeating: 0, count: size - 1) + [7]
      let end = [0, 0, 0, 0, 0, 0, 1, 1].map(UInt8.init)
      let numbers = [1, 0, 8 + object.count].flatMap {
        [UInt8](repeating: 0, count: 7) + [UInt8($0)]
      }
      return PropertyListReader(Array("bplist00".utf8) + object + [8] + end + numbers)
    }
    guard case .reference(7)? = try #require(reader(8))[0] else {
      Issue.record("eight bytes are a reference")
      return
    }
    #expect(try #require(reader(9))[0] == nil)
  }

  // MARK: - Models

  /// A short file in which much is inherited: its entities would have a billion properties.
  @Test func `a model that inherits too much is refused at once`() throws {
    var entities = [
      EntityDescription(
        name: "Root", attributes: (0..<20_000).map { AttributeDescription("a\($0)", .string) })
    ]
    entities += (0..<10_000).map { EntityDescription(name: "E\($0)", superentity: "Root") }
    let error = #expect(throws: GraphError.self) { try ManagedObjectModel(entities: entities) }
    #expect(error?.detailed.first?.message.contains("more than can be laid out") == true)
  }

  @Test func `a pointer to the current version that nests without end is refused`() throws {
    let model = folder.url.appendingPathComponent("A.xcdatamodeld")
    let version = model.appendingPathComponent("A.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data(try companyModel().contentsXML.utf8).write(
      to: version.appendingPathComponent("contents"))
    let pointer = model.appendingPathComponent(".xccurrentversion")
    for text in [
      String(repeating: "(", count: 60_000), String(repeating: "{a=", count: 20_000),
      "<plist>" + String(repeating: "<array>", count: 8_000),
    ] {
      try Data(text.utf8).write(to: pointer)
      #expect(throws: GraphError.self) { try ManagedObjectModel(contentsOf: model) }
    }
  }
}
