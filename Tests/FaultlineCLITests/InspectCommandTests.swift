// faultline inspect, whole: stores and models, as text, JSON and XML; nothing is touched.

import Faultline
@testable import FaultlineExperiments
import FaultlineMeasures
import FaultlineSQLite
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

@Suite struct InspectCommandTests {
  private let program: WholeProgram

  init() throws { program = try WholeProgram() }

  private func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Department",
          attributes: [
            AttributeDescription(
              "name", .string, isOptional: false, defaultValue: "New",
              validation: .init(minLength: 1, maxLength: 40)),
            AttributeDescription("scratch", .string, isTransient: true),
          ],
          relationships: [
            .toMany("employees", "Person", inverse: "department", deleteRule: .cascade)
          ],
          uniquenessConstraints: [["name"]]),
        EntityDescription(
          name: "Person", isAbstract: true, attributes: [AttributeDescription("name", .string)],
          relationships: [.toOne("department", "Department", inverse: "employees")]),
        EntityDescription(
          name: "Employee", superentity: "Person",
          attributes: [AttributeDescription("salary", .double)]),
      ], versionIdentifiers: ["3"])
  }

  /// A store with a department of two, whose coordinator is gone.
  private func makeStore() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try model())
    var options = StoreOptions()
    options.identifier = UUID(uuidString: "11111111-2222-4333-8444-555555555555")
    try coordinator.addPersistentStore(
      type: .sqlite, at: program.folder.appending(path: "App.sqlite"), options: options)
    let context = ManagedObjectContext()
    try context.setPersistentStoreCoordinator(coordinator)
    let department = context.insertNewObject(forEntityName: "Department")
    for name in ["Ada", "Grace"] {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(name, forKey: "name")
      employee.setValue(department, forKey: "department")
    }
    try context.save()
  }

  /// P8: two stores of one coordinator, the second of which is an older copy.
  @Test func `a save that only one of two stores has is shown`() throws {
    func file(_ name: String) -> URL { program.folder.appending(path: name) }
    func save() throws {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: try model())
      for name in ["Desk.sqlite", "Archive.sqlite"] {
        try coordinator.addPersistentStore(type: .sqlite, at: file(name))
      }
      let context = ManagedObjectContext()
      try context.setPersistentStoreCoordinator(coordinator)
      for (place, store) in coordinator.persistentStores.enumerated() {
        let department = context.insertNewObject(forEntityName: "Department")
        department.setValue("\(UUID()) \(place)", forKey: "name")
        context.assign(department, to: store)
      }
      try context.save()
    }
    try save()
    try FileManager.default.copyItem(at: file("Archive.sqlite"), to: file("Older.sqlite"))
    try save()
    let whole = try program.run("inspect", "Desk.sqlite", "Archive.sqlite")
    #expect(whole.status == 0)
    #expect(whole.output.contains("shared saves  2 with the store "))
    #expect(!whole.output.contains("Saves that one of them lacks"))
    let torn = try program.run("inspect", "Desk.sqlite", "Older.sqlite")
    #expect(torn.status == 0)
    #expect(
      torn.output.contains(
        "\n\nSaves that one of them lacks\n  A save to 'Desk.sqlite' and 'Older.sqlite' reached only the first: "
      ))
    let json = try program.run("inspect", "Desk.sqlite", "Older.sqlite", "--format", "json")
    #expect(json.status == 3)
    #expect(json.errors.contains("--format json takes one file at a time."))
  }

  @Test func `a store is shown by its own model, and left as it is`() throws {
    try makeStore()
    let before = try Data(contentsOf: program.folder.appending(path: "App.sqlite"))
    let answer = try program.run("inspect", "App.sqlite")
    #expect(answer.status == 0)
    #expect(answer.errors == "")
    expectText(
      answer.output,
      is: """
        App.sqlite: a store with 3 entities, 3 rows, 40.0 KiB

        identifier  11111111-2222-4333-8444-555555555555
        made by     Faultline
        model       the one inside the store
        saves       allowed
        page size   4,096 B

        Entities
        number  entity              rows     size  table
        ──────────────────────────────────────────────────────
             1  Department             1  4,096 B  ZDEPARTMENT
             2  Person                 0      0 B  ZPERSON
             3  Employee of Person     2  4,096 B  ZPERSON

        Where properties are kept
        property              holds                place
        ──────────────────────────────────────────────────────────────
        Department.name       text                 ZDEPARTMENT.ZNAME
        Department.scratch    text                 transient
        Department.employees  to many 'Person'     ZPERSON.ZDEPARTMENT
        Person.name           text                 ZPERSON.ZNAME
        Person.department     to one 'Department'  ZPERSON.ZDEPARTMENT
        Employee.salary       numbers              ZPERSON.ZSALARY

        Tables and indexes
        name                         rows     size  columns
        ──────────────────────────────────────────────────────────
        ZDEPARTMENT                     1  4,096 B
          Z_Department_UNIQUE_name         4,096 B  ZNAME (unique)
        ZPERSON                         2  4,096 B
          ZPERSON_ZDEPARTMENT_INDEX        4,096 B  ZDEPARTMENT
          ZPERSON_Z_ENT_INDEX              4,096 B  Z_ENT
        Z_METADATA                      1  4,096 B
        Z_MODELCACHE                    1  4,096 B
        Z_PRIMARYKEY                    3  4,096 B

        Metadata
        key                               value
        ──────────────────────────────────────────────────────────────────────
        FaultlineVersionHashes            1
        NSPersistenceFrameworkVersion     1522
        NSStoreModelVersionHashes         3 keys: Department, Employee, Person
        NSStoreModelVersionHashesVersion  3
        NSStoreModelVersionIdentifiers    [3]
        NSStoreType                       SQLite
        _NSAutoVacuumLevel                2

        """)
    #expect(try Data(contentsOf: program.folder.appending(path: "App.sqlite")) == before)
    #expect(program.files(in: ".") == ["App.sqlite"])
  }
  @Test func `a model is shown with its rules`() throws {
    try program.write(try model().contentsXML, to: "App.xcdatamodel/contents")
    let answer = try program.run("inspect", "App.xcdatamodel")
    #expect(answer.status == 0)
    expectText(
      answer.output,
      is: """
        App.xcdatamodel: a model with 3 entities, version 3

        Department
          name
            holds String · rules mandatory; begins with "New"; length at least 1; length
            at most 40
          scratch
            holds String · rules transient
          employees
            holds to many Person · rules inverse department; delete rule Cascade
        unique: name

        Employee of Person
        name    holds   rules
        ─────────────────────
        salary  Double

        Person, abstract
        name        holds              rules
        ────────────────────────────────────────────────
        name        String
        department  to one Department  inverse employees

        """)
  }

  @Test func `a model that is not understood in all says what not`() throws {
    let text = try model().contentsXML.replacing("syncable=", with: "speed=\"9\" syncable=")
    try program.write(text, to: "App.xcdatamodel/contents")
    let answer = try program.run("inspect", "App.xcdatamodel")
    #expect(
      answer.output.hasSuffix(
        """
        Not understood
          App.xcdatamodel/contents:3: The attribute 'speed' of <entity> is not known
            here.
          App.xcdatamodel/contents:13: The attribute 'speed' of <entity> is not known
            here.
          App.xcdatamodel/contents:16: The attribute 'speed' of <entity> is not known
            here.

        """), "\(answer.output)")
  }

  /// Of a store by its own model, by a foreign one and by none, and of a model.
  @Test func `findings are as the published schema says`() throws {
    try makeStore()
    try program.write(try model().contentsXML, to: "App.xcdatamodel/contents")
    let other = try ManagedObjectModel(entities: [EntityDescription(name: "Department")])
    try program.write(other.contentsXML, to: "Other.xcdatamodel/contents")
    let schema = try JSONSchema(try program.run("schema", "inspection").output)
    for words in [
      ["App.sqlite"], ["App.sqlite", "--model", "Other.xcdatamodel"], ["App.xcdatamodel"],
    ] {
      let answer = try program.run(["inspect"] + words + ["--format", "json"])
      #expect(try schema.problems(of: answer.output) == [], "\(words)")
    }
    let mixed = try program.run("inspect", "App.sqlite", "--format", "json").output
      .replacing("\"modelSource\"", with: "\"source\"")
    #expect(try schema.problems(of: mixed) != [])
  }

  @Test func `findings are written as JSON`() throws {
    try makeStore()
    let answer = try program.run("inspect", "App.sqlite", "--format", "json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let schema = try JSONSchema(DocumentSchema.inspection.json)
    #expect(try schema.problems(of: answer.output) == [])
    try program.write(try model().contentsXML, to: "App.xcdatamodel/contents")
    let model = try program.run("inspect", "App.xcdatamodel", "--format", "json")
    #expect(try schema.problems(of: model.output) == [])
    #expect(document["schemaVersion"] as? Int == 1)
    #expect(document["kind"] as? String == "store")
    #expect(document["file"] as? String == "App.sqlite")
    let findings = try #require(document["findings"] as? [String: Any])
    let entities = try #require(findings["entities"] as? [[String: Any]])
    #expect(entities.map { $0["name"] as? String } == ["Department", "Person", "Employee"])
    #expect(entities.map { $0["rows"] as? Int } == [1, 0, 2])
    #expect(findings["modelSource"] as? String == "inside")
    #expect(findings["objection"] == nil)
  }

  /// A store without its project is given one.
  @Test func `the model inside a store is written as XML`() throws {
    try makeStore()
    let answer = try program.run("inspect", "App.sqlite", "--format", "xml")
    #expect(answer.output == (try model().contentsXML))
    try program.write(answer.output, to: "App.xcdatamodel/contents")
    let again = try program.run("inspect", "App.sqlite", "--model", "App.xcdatamodel")
    #expect(again.output.contains("model       the one that was given"))
    #expect(!again.output.contains("does not fit"))
  }

  @Test func `what a model has and a store has not is listed`() throws {
    try makeStore()
    let other = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Department",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("floor", .integer16),
        ])
    ])
    try program.write(other.contentsXML, to: "Other.xcdatamodel/contents")
    let answer = try program.run("inspect", "App.sqlite", "--model", "Other.xcdatamodel")
    #expect(answer.status == 0)
    #expect(
      answer.output.contains(
        """
        What does not fit the model
          The model has no entity 'Person'.
          The model has no entity 'Employee'.
          'Department.floor': the store's table ZDEPARTMENT has no column ZFLOOR.
        """), "\(answer.output)")
    #expect(answer.output.contains("Department.floor  integers  none"))
    #expect(answer.output.contains("saves       refused: it was made for another model"))
  }

  /// What was saved last is in the journal; it is read, and nothing is written beside it.
  @Test func `a store with a journal is read whole and left as it is`() throws {
    try makeStore()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try model())
    let url = program.folder.appending(path: "App.sqlite")
    try coordinator.addPersistentStore(type: .sqlite, at: url)
    let context = ManagedObjectContext()
    try context.setPersistentStoreCoordinator(coordinator)
    context.insertNewObject(forEntityName: "Department").setValue("Physics", forKey: "name")
    try context.save()
    // As a crash leaves them: the file and its journal, and no index of it.
    let copy = try WholeProgram()
    for name in ["App.sqlite", "App.sqlite-wal"] {
      try FileManager.default.copyItem(
        at: program.folder.appending(path: name), to: copy.folder.appending(path: name))
    }
    let before = try Data(contentsOf: copy.folder.appending(path: "App.sqlite"))
    let answer = try withExtendedLifetime(context) { try copy.run("inspect", "App.sqlite") }
    #expect(answer.output.hasPrefix("App.sqlite: a store with 3 entities, 4 rows"))
    #expect(answer.output.contains("that are not in the file yet"))
    #expect(copy.files(in: ".") == ["App.sqlite", "App.sqlite-wal"])
    #expect(try Data(contentsOf: copy.folder.appending(path: "App.sqlite")) == before)
  }

  @Test func `what cannot be inspected is refused with a sentence`() throws {
    try program.write("", to: "empty")
    try program.write("Dear Ada", to: "letter")
    try program.write("x", to: "folder/file")
    func refusal(_ words: String...) throws -> String {
      let answer = try program.run(["inspect"] + words)
      #expect(answer.status == 3)
      #expect(answer.output == "")
      return answer.errors
    }
    #expect(try refusal("nowhere").contains("look at the name"))
    #expect(try refusal("folder").contains("'folder' holds no model"))
    #expect(try refusal("empty").contains("is empty; so is a store that was never saved to"))
    #expect(try refusal("letter").contains("The model cannot be used"))
    #expect(try refusal("letter", "--model", "empty").contains("--model goes with a store"))
    #expect(try refusal("/dev/zero").contains("is no file"))
  }
}
