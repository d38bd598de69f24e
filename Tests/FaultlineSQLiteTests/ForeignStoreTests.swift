// Stores as other programs leave them: other names, other numbers, triggers, journals, keys of their own.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

/// What storeformat's readers meet in files that were migrated, derived or written by somebody else.
@Suite struct ForeignStoreTests {
  private let folder: StoreFolder
  private var database: Database { Database(folder.store) }

  init() throws { folder = try StoreFolder() }

  /// A school: inheritance with a doubled key, a pair table, an order, a count that is derived.
  private func school(
    _ person: String = "Person", extra: [AttributeDescription] = [], renamed: String? = nil
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Course",
        attributes: [
          AttributeDescription("title", .string),
          AttributeDescription("size", .integer64, derivation: "lessons.@count"),
        ],
        relationships: [
          .toMany("lessons", "Lesson", inverse: "course", isOrdered: true),
          .toMany("listeners", person, inverse: "courses"),
        ]),
      EntityDescription(
        name: "Lesson", attributes: [AttributeDescription("topic", .string)],
        relationships: [.toOne("course", "Course", inverse: "lessons")]),
      EntityDescription(
        name: person, attributes: [AttributeDescription("name", .string)] + extra,
        relationships: [.toMany("courses", "Course", inverse: "listeners")],
        renamingIdentifier: renamed),
      EntityDescription(
        name: "Pupil", superentity: person, attributes: [AttributeDescription("mark", .integer16)]),
      EntityDescription(
        name: "Teacher", superentity: person, attributes: [AttributeDescription("mark", .string)]),
    ])
  }

  /// A store of the school with a course of two lessons, a pupil and a teacher; made foreign by what follows.
  private func makeStore(_ changes: String = "") throws {
    try {
      let coordinator = try StoreKind.sqlite.coordinator(try school(), in: folder)
      let context = try makeContext(on: coordinator)
      func insert(_ entity: String, _ values: [String: Any]) -> ManagedObject {
        let object = context.insertNewObject(forEntityName: entity)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
      }
      let course = insert("Course", ["title": "Analysis"])
      for topic in ["Limits", "Series"] {
        let lesson = insert("Lesson", ["topic": topic])
        course.mutableOrderedSetValue(forKey: "lessons").add(lesson)
      }
      for person in [
        insert("Pupil", ["name": "Ada", "mark": 1]),
        insert("Teacher", ["name": "Sofia", "mark": "good"]),
      ] {
        course.mutableSetValue(forKey: "listeners").add(person)
      }
      try context.save()
    }()
    disown()
    #expect(database.run(changes) == nil)
  }

  /// Takes out what says whose hashes the file has.
  private func disown() {
    let hex = Database(folder.store).text("SELECT hex(Z_PLIST) FROM Z_METADATA")
    let own = "FaultlineVersionHashes".utf8.map { String($0, radix: 16, uppercase: true) }.joined()
    let other = "ForeignVersionHashes__".utf8.map { String($0, radix: 16, uppercase: true) }
      .joined()
    database.run(
      "UPDATE Z_METADATA SET Z_PLIST = X'\(hex.replacingOccurrences(of: own, with: other))'")
  }

  private func open(
    _ model: ManagedObjectModel, isReadOnly: Bool = false
  ) throws -> (SQLiteStore, ManagedObjectContext) {
    var options = StoreOptions()
    options.isReadOnly = isReadOnly
    let coordinator = try StoreKind.sqlite.coordinator(model, in: folder, options: options)
    let store = try #require(coordinator.persistentStores[0] as? SQLiteStore)
    return (store, try makeContext(on: coordinator))
  }

  private func refusal(_ model: ManagedObjectModel) -> GraphError? {
    do {
      _ = try open(model)
      return nil
    } catch {
      return error as? GraphError
    }
  }

  /// Everything in the store, a line an object.
  private func drawing(_ context: ManagedObjectContext, _ person: String = "Person") throws
    -> String
  {
    var lines: [String] = []
    for course in try context.fetch(FetchRequest(entityName: "Course")) {
      let lessons = course.value(forKey: "lessons") as? [ManagedObject] ?? []
      let listeners = course.value(forKey: "listeners") as? Set<ManagedObject> ?? []
      let topics = lessons.map { $0.value(forKey: "topic") as? String ?? "-" }
      let names = listeners.map { $0.value(forKey: "name") as? String ?? "-" }.sorted()
      lines.append("\(course.value(forKey: "title") ?? "-"): \(topics) \(names)")
    }
    var request = FetchRequest(entityName: person)
    request.sortKeys = [SortKey("name")]
    for object in try context.fetch(request) {
      let mark = object.value(forKey: "mark") ?? "-"
      lines.append("\(object.entity.name) \(object.value(forKey: "name") ?? "-") \(mark)")
    }
    return lines.joined(separator: "\n")
  }

  private let everything = """
    Analysis: ["Limits", "Series"] ["Ada", "Sofia"]
    Pupil Ada 1
    Teacher Sofia good
    """

  // MARK: - Names and numbers

  @Test func `a foreign store is read as it was written`() throws {
    try makeStore()
    let (store, context) = try open(try school())
    #expect(store.differences == [])
    expectText(try drawing(context), is: everything)
  }

  /// A migration that renames leaves the old name beside the number.
  @Test func `a renamed entity is found by its number and its columns`() throws {
    try makeStore("ALTER TABLE ZPERSON RENAME TO ZSCHOLAR")
    expectText(try drawing(try open(try school("Scholar")).1, "Scholar"), is: everything)
    expectText(
      try drawing(try open(try school("Scholar", renamed: "Person")).1, "Scholar"), is: everything)
  }

  @Test func `a renamed entity whose table kept its name is found as well`() throws {
    try makeStore()
    expectText(
      try drawing(try open(try school("Scholar", renamed: "Person")).1, "Scholar"), is: everything)
  }

  @Test func `another entity in the place of one is another model`() throws {
    try makeStore()
    let extra = [AttributeDescription("rank", .integer16)]
    let error = try #require(refusal(try school("Scholar", extra: extra)))
    #expect(error.code == .incompatibleVersionHash)
    #expect(
      error.detailed.map(\.message).prefix(3) == [
        "The store has no entity 'Scholar'.",
        "'Pupil' is number 4 beneath 3 in the store, and inherits from 'Scholar' in the model.",
        "'Teacher' is number 5 beneath 3 in the store, and inherits from 'Scholar' in the model.",
      ])
  }

  @Test func `numbers that are others than the computed ones are the file's`() throws {
    try makeStore(
      """
      UPDATE Z_PRIMARYKEY SET Z_ENT = Z_ENT + 20;
      UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_SUPER + 20 WHERE Z_SUPER > 0;
      UPDATE ZPERSON SET Z_ENT = Z_ENT + 20;
      UPDATE ZCOURSE SET Z_ENT = Z_ENT + 20;
      UPDATE ZLESSON SET Z_ENT = Z_ENT + 20;
      """)
    let (_, context) = try open(try school())
    expectText(try drawing(context), is: everything)
    let pupil = context.insertNewObject(forEntityName: "Pupil")
    pupil.setValue("Grace", forKey: "name")
    try context.save()
    #expect(database.text("SELECT Z_PK, Z_ENT FROM ZPERSON WHERE ZNAME = 'Grace'") == "3|24")
  }

  @Test func `a suffix that jumped is found by elimination`() throws {
    try makeStore("ALTER TABLE ZPERSON RENAME COLUMN ZMARK1 TO ZMARK2")
    expectText(try drawing(try open(try school()).1), is: everything)
  }

  @Test func `a number behind a name is no suffix where nobody has the same name`() throws {
    try makeStore("ALTER TABLE ZPERSON RENAME COLUMN ZNAME TO ZNAME2")
    #expect(
      refusal(try school())?.detailed.map(\.message) == [
        "'Person.name': the store's table ZPERSON has no column ZNAME.",
        "The model has nothing for the column ZPERSON.ZNAME2.",
      ])
  }

  /// A column `Z_<n><RELATIONSHIP>` keeps its members, whatever the table is called.
  @Test func `a table of pairs is found by its columns`() throws {
    try makeStore(
      """
      ALTER TABLE Z_1LISTENERS RENAME TO Z_3COURSES;
      ALTER TABLE Z_3COURSES RENAME COLUMN Z_1COURSES TO Z_9COURSES1;
      """)
    expectText(try drawing(try open(try school()).1), is: everything)
  }

  @Test func `positions of any spacing give the order`() throws {
    try makeStore("UPDATE ZLESSON SET Z_FOK_COURSE = CASE ZTOPIC WHEN 'Limits' THEN 12 ELSE 11 END")
    let (_, context) = try open(try school())
    #expect(try drawing(context).hasPrefix("Analysis: [\"Series\", \"Limits\"]"))
  }

  // MARK: - What does not fit

  /// Nothing is guessed: what has no place has no value.
  @Test func `what fits is read, and the rest is listed`() throws {
    try makeStore(
      """
      DROP TABLE Z_1LISTENERS; ALTER TABLE ZLESSON DROP COLUMN ZTOPIC;
      ALTER TABLE ZLESSON ADD COLUMN ZLENGTH FLOAT;
      """)
    let differences = [
      "'Person.courses': the store has no table of pairs Z_1LISTENERS.",
      "'Lesson.topic': the store's table ZLESSON has no column ZTOPIC.",
      "The model has nothing for the column ZLESSON.ZLENGTH.",
    ]
    #expect(refusal(try school())?.detailed.map(\.message) == differences)
    let (store, context) = try open(try school(), isReadOnly: true)
    #expect(store.differences == differences)
    expectText(
      try drawing(context),
      is: """
        Analysis: ["-", "-"] []
        Pupil Ada 1
        Teacher Sofia good
        """)
    var request = FetchRequest(entityName: "Course")
    request.predicate = try FetchPredicate(format: "ANY listeners.name == 'Ada'")
    #expect(try context.count(for: request) == 0)
  }

  @Test func `an entity that a store does not have is an error for whoever asks for it`() throws {
    try makeStore()
    var entities = [
      EntityDescription(name: "Zoo", attributes: [AttributeDescription("name", .string)])
    ]
    entities += [
      EntityDescription(
        name: "Lesson",
        attributes: [AttributeDescription("topic", .string)],
        relationships: [.toOne("zoo", "Zoo")])
    ]
    let (store, context) = try open(try ManagedObjectModel(entities: entities), isReadOnly: true)
    #expect(store.differences.contains("The store has no entity 'Zoo'."))
    #expect(try context.count(for: FetchRequest(entityName: "Lesson")) == 2)
    let error = #expect(throws: GraphError.self) {
      try context.fetch(FetchRequest(entityName: "Zoo"))
    }
    #expect(error?.code == .incompatibleVersionHash)
    var request = FetchRequest(entityName: "Lesson")
    request.predicate = try FetchPredicate(format: "zoo.name == 'Berlin'")
    #expect(try context.count(for: request) == 0)
  }

  @Test func `a store in which nothing fits is refused even to readers`() throws {
    try makeStore()
    let model = try ManagedObjectModel(entities: [EntityDescription(name: "Zoo")])
    #expect(throws: GraphError.self) { try open(model, isReadOnly: true) }
  }

  // MARK: - What a file does by itself

  private let triggers = """
    CREATE TRIGGER Z_DA_ZLESSON_Course_size_PARAMETER_INSERT AFTER INSERT ON ZLESSON FOR EACH ROW \
    WHEN (NEW.ZCOURSE NOT NULL) BEGIN UPDATE ZCOURSE SET ZSIZE = IFNULL(ZSIZE, 0) + 1 \
    WHERE Z_PK = NEW.ZCOURSE; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZCOURSE', Z_ENT, \
    Z_PK, 'size', ZSIZE) FROM ZCOURSE WHERE Z_PK = NEW.ZCOURSE; END;
    CREATE TRIGGER Z_DA_ZLESSON_Course_size_PARAMETER_DELETE AFTER DELETE ON ZLESSON FOR EACH ROW \
    WHEN (OLD.ZCOURSE NOT NULL) BEGIN UPDATE ZCOURSE SET ZSIZE = ZSIZE - 1 WHERE Z_PK = OLD.ZCOURSE; \
    SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZCOURSE', Z_ENT, Z_PK, 'size', ZSIZE) \
    FROM ZCOURSE WHERE Z_PK = OLD.ZCOURSE; END
    """

  /// Their functions are there, and what they keep no save writes: each lesson counts once.
  @Test func `triggers of derived attributes are honoured`() throws {
    try makeStore(triggers)
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

  /// Whoever only wants to read need not know what may be written.
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

  @Test func `metadata that nobody here knows is kept`() throws {
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
