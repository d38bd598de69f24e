// Files that were made to do harm: an error in bounded time and memory, and nothing touched.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct HostileFileTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  // MARK: - Journals

  /// SQLite would lay its pages over the file, and the file would be another from then on.
  @Test func `a journal of another store is refused, and nothing is changed`() throws {
    try folder.makeStore()
    let other = try StoreFolder()
    try folder.makeStore(at: other.store)
    let strangers = Database(other.store)
    strangers.run("PRAGMA wal_autocheckpoint = 0; UPDATE ZEMPLOYEE SET ZNAME = 'Eve'")
    // Every page of the other store, so that the identifier is among them.
    strangers.run("UPDATE Z_METADATA SET Z_PLIST = Z_PLIST || X''; VACUUM")
    let journal = URL(fileURLWithPath: folder.store.path + "-wal")
    try withExtendedLifetime(strangers) {
      try FileManager.default.copyItem(atPath: other.store.path + "-wal", toPath: journal.path)
    }
    let before = [try Data(contentsOf: folder.store), try Data(contentsOf: journal)]
    for error in [
      try folder.refusal(), try folder.refusal(isReadOnly: true), try folder.inspection(),
    ] {
      let error = try #require(error)
      #expect(error.code == .open)
      #expect(error.message.contains("belongs to another store"), "\(error)")
    }
    #expect([try Data(contentsOf: folder.store), try Data(contentsOf: journal)] == before)
  }

  @Test func `a journal that is none is ignored`() throws {
    try folder.makeStore()
    try Data(repeating: 7, count: 5_000).write(to: URL(fileURLWithPath: folder.store.path + "-wal"))
    #expect(try folder.inspection() == nil)
    #expect(try folder.refusal(isReadOnly: true) == nil)
  }

  // MARK: - What is no file, or not much of one

  @Test func `an empty file has nothing to show`() throws {
    #expect(FileManager.default.createFile(atPath: folder.store.path, contents: Data()))
    #expect(try folder.inspection()?.message.contains("is empty") == true)
    #expect(try folder.refusal(isReadOnly: true)?.code == .open)
  }

  @Test func `links that lead nowhere, or round in circles, are no files`() throws {
    let other = folder.url.appendingPathComponent("other")
    try FileManager.default.createSymbolicLink(at: folder.store, withDestinationURL: other)
    #expect(try folder.inspection()?.code == .open)
    #expect(try folder.refusal(isReadOnly: true)?.code == .open)
    try FileManager.default.createSymbolicLink(at: other, withDestinationURL: folder.store)
    #expect(try folder.inspection()?.code == .open)
    #expect(try folder.refusal()?.code == .open)
  }

  @Test(.enabled(if: geteuid() != 0, "The superuser has a right to every file."))
  func `a file without rights is an error that says so`() throws {
    try folder.makeStore()
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.store.path)
    #expect(try folder.inspection()?.message.contains("rights") == true)
    #expect(try folder.refusal()?.message.contains("rights") == true)
  }

  /// What is written to a copy's journal must not be written to the file itself.
  @Test func `a link in the place of a journal is not followed`() throws {
    try folder.makeStore()
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
    try folder.makeStore()
    let columns = (0..<10_000).map { "Z\($0) INTEGER" }.joined(separator: ", ")
    Database(folder.store).run(
      """
      PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'CREATE TABLE ZEMPLOYEE (Z_PK INTEGER \
      PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(columns))' WHERE name = 'ZEMPLOYEE'
      """)
    for error in [
      try folder.refusal(), try folder.refusal(isReadOnly: true), try folder.inspection(),
    ] {
      #expect(error?.code == .open, "\(String(describing: error))")
    }
  }

  @Test func `ten thousand entities are counted, and are another model's`() throws {
    try folder.makeStore()
    Database(folder.store).run(
      """
      WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO Z_PRIMARYKEY SELECT i, 'E' || i, i - 1, 0 FROM n
      """)
    #expect(try folder.refusal()?.detailed.count == 9_998)
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
    try folder.makeStore()
    Database(folder.store).run(
      """
      DROP TABLE ZEMPLOYEE;
      CREATE VIEW ZEMPLOYEE AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i Z_PK, 2 Z_ENT, 1 Z_OPT, 'x' ZNAME, 0 ZSALARY, 0 ZHIRED, 0 ZNOTES, 0 ZDEPARTMENT, 0 ZMANAGER
      FROM n
      """)
    let error = try #require(try folder.refusal())
    #expect(error.detailed.map(\.message) == ["The store has no table ZEMPLOYEE for 'Employee'."])
    #expect(try StoreInspection(of: folder.store).entities[1].rows == 0)
  }

  /// Every interior page leads to the same page again and again: a sound file of the size has few rows.
  @Test func `a tree of pages that leads round in circles is given up on`() throws {
    try folder.makeStore(at: nil, (0..<3_000).map { "Employee \($0) with a name that fills pages" })
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
    try folder.makeStore()
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
