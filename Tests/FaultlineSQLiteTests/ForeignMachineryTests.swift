// What a file does or keeps by itself: triggers, indexes of places, metadata, links.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct ForeignMachineryTests: ForeignSchool {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Semantics 153; the file has Core Data's own, and what they keep no save writes: each lesson counts once.
  @Test func `triggers of derived attributes are honoured`() throws {
    try makeStore()
    let (_, context) = try open(try school())
    let course = try #require(try context.fetch(FetchRequest(entityName: "Course")).first)
    let lesson = context.insertNewObject(forEntityName: "Lesson")
    lesson.setValue(course, forKey: "course")
    try context.save()
    #expect(course.value(forKey: "size") as? Int == 3)
    #expect(database.text("SELECT ZSIZE, Z_OPT FROM ZCOURSE") == "3|2")
    context.delete(lesson)
    try context.save()
    #expect(course.value(forKey: "size") as? Int == 2)
    #expect(database.text("SELECT ZSIZE, Z_OPT FROM ZCOURSE") == "2|3")
  }

  /// An index on places is kept by triggers alone.
  @Test func `an index on places stays true`() throws {
    try makeStore(
      """
      CREATE VIRTUAL TABLE Z_RT_Lesson_map USING RTREE (Z_PK INTEGER PRIMARY KEY, ZA_MIN, ZA_MAX);
      CREATE TRIGGER Z_RT_Lesson_map_INSERT AFTER INSERT ON ZLESSON FOR EACH ROW BEGIN \
      INSERT OR REPLACE INTO Z_RT_Lesson_map VALUES (NEW.Z_PK, NEW.Z_ENT, NEW.Z_ENT); END
      """)
    let (store, context) = try open(try school())
    _ = context.insertNewObject(forEntityName: "Lesson")
    try context.save()
    #expect(store.differences == [])
    #expect(database.text("SELECT * FROM Z_RT_Lesson_map") == "3|2.0|2.0")
  }

  @Test(arguments: [
    (
      "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY)",
      "it has a history of its changes ('ATRANSACTION')"
    ),
    (
      "CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY)",
      "it is mirrored to a server ('ANSCKEVENT')"
    ),
    (
      "CREATE TRIGGER ZT_A AFTER INSERT ON ZLESSON BEGIN SELECT NSCoreDataSomethingElse(1); END",
      "its trigger 'ZT_A' calls 'NSCoreDataSomethingElse', which is not known here"
    ),
    (
      "CREATE TRIGGER ZT_B AFTER INSERT ON ZLESSON BEGIN UPDATE ZPERSON SET ZNAME = 'x'; END",
      "its trigger 'ZT_B' writes ZPERSON.ZNAME, which the model does not derive"
    ),
    (
      "CREATE TRIGGER ZT_C AFTER INSERT ON ZLESSON BEGIN UPDATE ZCOURSE SET ZSIZE = 1, ZTITLE = 'x'; END",
      "its trigger 'ZT_C' writes several columns at once"
    ),
    (
      "CREATE TRIGGER Z_DA_D AFTER INSERT ON ZLESSON BEGIN DELETE FROM ZPERSON; END",
      "its trigger 'Z_DA_D' adds or removes rows of ZPERSON"
    ),
    (
      "CREATE TRIGGER audit AFTER INSERT ON ZLESSON BEGIN UPDATE ZPERSON SET ZNAME = 'x'; END",
      "its trigger 'audit' is none of the format's"
    ),
  ])
  func `what only the file's own program keeps true is not written to`(
    sql: String, reason: String
  ) throws {
    try makeStore(sql)
    let before = try Data(contentsOf: folder.store)
    let error = try #require(refusal(try school()))
    #expect(error.code == .open)
    #expect(
      error.message == "The store '\(folder.store.path)' may only be read here, since \(reason), "
        + "which its own program alone keeps true; open it with isReadOnly.")
    #expect(try Data(contentsOf: folder.store) == before)
    expectText(try drawing(try open(try school(), isReadOnly: true).1), is: everything)
  }

  /// Semantics 229; a store that is only read need not know what may be written.
  @Test func `a store that cannot be written to is opened to be read, if that is asked for`() throws
  {
    try makeStore("CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY)")
    var options = StoreOptions()
    options.readsWhatCannotBeWritten = true
    let coordinator = try StoreKind.sqlite.coordinator(try school(), in: folder, options: options)
    #expect(coordinator.persistentStores[0].isReadOnly)
    let context = try makeContext(on: coordinator)
    expectText(try drawing(context), is: everything)
    try context.fetch(FetchRequest(entityName: "Lesson"))[0].setValue("Proofs", forKey: "topic")
    let error = #expect(throws: GraphError.self) { try context.save() }
    #expect(error?.code == .save)
    #expect(
      error?.message
        == "The store '\(folder.store.path)' may only be read here, since it has a history of "
        + "its changes ('ATRANSACTION'), which its own program alone keeps true.")
    // Every other store is opened as ever.
    let other = try FaultlineTestSupport.StoreFolder()
    let writable = try StoreKind.sqlite.coordinator(try school(), in: other, options: options)
    #expect(!writable.persistentStores[0].isReadOnly)
  }

  // MARK: - Beside the rows

  @Test func `metadata that is not known here is kept`() throws {
    try makeStore()
    try {
      let (store, context) = try open(try school())
      let coordinator = try #require(context.persistentStoreCoordinator)
      coordinator.setMetadata(["lastEditor": "Grace"], for: store)
      context.insertNewObject(forEntityName: "Lesson").setValue("Proofs", forKey: "topic")
      try context.save()
    }()
    let (store, _) = try open(try school(), isReadOnly: true)
    let keys = try store.metadata().keys
    #expect(keys.contains("lastEditor") && keys.contains("ForeignVersionHashes__"))
  }

  @Test func `a store behind a link is found with what lies beside it`() throws {
    try makeStore()
    let writer = Database(folder.store)
    writer.run("PRAGMA wal_autocheckpoint = 0; UPDATE ZCOURSE SET ZTITLE = 'Algebra'")
    let other = try StoreFolder()
    try FileManager.default.createSymbolicLink(at: other.store, withDestinationURL: folder.store)
    var options = StoreOptions()
    options.isReadOnly = true
    let coordinator = try StoreKind.sqlite.coordinator(try school(), in: other, options: options)
    let context = try makeContext(on: coordinator)
    let course = try context.fetch(FetchRequest(entityName: "Course")).first
    #expect(course?.value(forKey: "title") as? String == "Algebra")
    #expect(withExtendedLifetime(writer) { other.files } == ["Company.sqlite"])
  }

  @Test func `a folder and a device are no stores`() throws {
    try FileManager.default.createDirectory(at: folder.store, withIntermediateDirectories: true)
    #expect(
      refusal(try school())?.message
        == "'\(folder.store.path)' is a folder; give the file of a store.")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try school())
    let error = #expect(throws: GraphError.self) {
      try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: "/dev/zero"))
    }
    #expect(error?.message == "'/dev/zero' is no file; give the file of a store.")
  }
}
