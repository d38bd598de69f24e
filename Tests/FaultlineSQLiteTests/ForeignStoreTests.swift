// Stores as other programs leave them: other names, other numbers, triggers, journals, keys of their own.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

/// What readers of the format meet in files that were migrated, renamed or written by another program.
@Suite struct ForeignStoreTests: ForeignSchool {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

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

  @Test func `a number behind a name is no suffix where no other has the same name`() throws {
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

  /// As stores of 2009 are: small pages, no model inside, and a journal of the older kind.
  @Test func `a store of the oldest kind is read and written`() throws {
    try makeStore(
      "DROP TABLE Z_MODELCACHE; PRAGMA journal_mode = DELETE; PRAGMA page_size = 2048; "
        + "PRAGMA auto_vacuum = 1; VACUUM")
    #expect(database.text("PRAGMA page_size") == "2048")
    let findings = try StoreInspection(of: folder.store)
    #expect(findings.modelSource == .none)
    #expect(findings.entities.map(\.rows) == [1, 2, 0, 1, 1])
    let (_, context) = try open(try school())
    expectText(try drawing(context), is: everything)
    context.insertNewObject(forEntityName: "Lesson").setValue("Proofs", forKey: "topic")
    try context.save()
    #expect(
      database.text("SELECT Z_PK, Z_ENT, Z_OPT, ZTOPIC FROM ZLESSON")
        == "1|2|1|Limits\n2|2|1|Series\n3|2|1|Proofs")
  }

  // MARK: - What does not fit

  /// Semantics 225; nothing is guessed: what has no place has no value.
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

  @Test func `a fetch of an entity that a store does not have is an error`() throws {
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
}
