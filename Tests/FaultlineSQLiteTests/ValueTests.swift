// How values and relationships lie in the file, and how they come back.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ValueTests {
  private let folder: StoreFolder
  private let coordinator: PersistentStoreCoordinator
  private let context: ManagedObjectContext
  private var database: Database { Database(folder.store) }

  init() throws {
    folder = try StoreFolder()
    coordinator = try StoreKind.sqlite.coordinator(try institute(), in: folder)
    context = try makeContext(on: coordinator)
  }

  private func insert(_ entity: String, _ values: KeyValuePairs<String, Any?>) -> ManagedObject {
    let object = context.insertNewObject(forEntityName: entity)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  private func again(_ object: ManagedObject) throws -> ManagedObject {
    let id = object.objectID
    context.reset()
    return try context.existingObject(with: id)
  }

  @Test func `every type lies in the file as the format says, and comes back`() throws {
    let code = try #require(UUID(uuidString: "C4637490-BD7F-4428-B093-63A1720E17D2"))
    let site = try #require(URL(string: "https://example.org/a?b"))
    let values: [String: any Hashable] = [
      "title": "Ünïcode ✓", "isOpen": true, "budget": try #require(Decimal(string: "10.11")),
      "hours": 2.5, "count": Int.min, "number": -7,
      "due": Date(timeIntervalSinceReferenceDate: 737_057_646.843063), "code": code,
      "site": site, "plan": Data([1, 0, 2]), "extra": Data([9]), "film": Data([7, 7]),
    ]
    let project = insert("Project", [:])
    for (key, value) in values { project.setValue(value, forKey: key) }
    try context.save()
    expectText(
      database.dump(
        "ZPROJECT",
        "Z_PK Z_ENT Z_OPT ZTITLE ZISOPEN ZBUDGET ZHOURS ZCOUNT ZNUMBER ZDUE ZCODE ZSITE ZPLAN ZEXTRA ZFILM"
      ),
      is: """
        1|5|1|'Ünïcode ✓'|1|10.11|2.5|-9223372036854775808|-7|737057646.843063|\
        X'C4637490BD7F4428B09363A1720E17D2'|'https://example.org/a?b'|X'010002'|X'62706C6973743030410908000000000000010100000000000000010000000000000000000000000000000A'|X'010707'
        """)
    let read = try again(project)
    for (key, value) in values {
      #expect(
        read.value(forKey: key).map { AnyHashable(value) == $0 as? AnyHashable } == true, "\(key)")
    }
  }

  /// Zero, an empty text and no data are values; nothing is none.
  @Test func `nothing is not nought`() throws {
    let nothing = insert("Project", [:])
    let nought = insert(
      "Project",
      [
        "title": "", "isOpen": false, "budget": Decimal(0), "hours": 0.0, "count": 0,
        "plan": Data(),
        "film": Data(), "due": Date(timeIntervalSinceReferenceDate: 0),
      ])
    try context.save()
    expectText(
      database.dump("ZPROJECT", "Z_PK ZTITLE ZISOPEN ZBUDGET ZHOURS ZCOUNT ZPLAN ZFILM ZDUE"),
      is: """
        1|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL
        2|''|0|0|0.0|0|X''|X'01'|0
        """)
    let keys = ["title", "isOpen", "budget", "hours", "count", "plan", "film", "due"]
    let (first, second) = (nothing.objectID, nought.objectID)
    context.reset()
    for key in keys {
      #expect(context.object(with: first).value(forKey: key) == nil, "\(key)")
      #expect(context.object(with: second).value(forKey: key) != nil, "\(key)")
    }
  }

  /// 4.2, 4.3, 4.6: one table for a hierarchy, the destination's number where it may be of several.
  @Test func `a hierarchy lies in one table`() throws {
    let ada = insert("Employee", ["name": "Ada", "badge": "A1", "level": 3])
    let grace = insert("Adviser", ["name": "Grace", "badge": "G9"])
    _ = insert("Department", ["name": "Navy", "head": grace])
    _ = insert("Department", ["name": "Engine", "head": ada])
    try context.save()
    expectText(
      database.dump("ZPERSON", "Z_PK Z_ENT ZNAME ZLEVEL ZBADGE ZBADGE1"),
      is: """
        1|3|'Grace'|NULL|'G9'|NULL
        2|4|'Ada'|3|NULL|'A1'
        """)
    expectText(
      database.dump("ZDEPARTMENT", "Z_PK ZNAME ZHEAD Z2_HEAD"),
      is: """
        1|'Navy'|1|3
        2|'Engine'|2|4
        """)
    context.reset()
    let people = try context.fetch(FetchRequest(entityName: "Person"))
    #expect(people.map(\.entity.name) == ["Adviser", "Employee"])
    let departments = try context.fetch(FetchRequest(entityName: "Department"))
    let heads = departments.map { ($0.value(forKey: "head") as? ManagedObject)?.entity.name }
    #expect(heads == ["Adviser", "Employee"])
  }

  /// Only what was changed is written, and the version grows by one.
  @Test func `an update counts the version and leaves other columns alone`() throws {
    let ada = insert("Employee", ["name": "Ada", "salary": 1.0])
    try context.save()
    database.run("UPDATE ZPERSON SET ZNAME = 'Countess'")
    ada.setValue(2.0, forKey: "salary")
    try context.save()
    #expect(database.dump("ZPERSON", "Z_PK Z_OPT ZNAME ZSALARY") == "1|2|'Countess'|2.0")
  }

  /// 4.4: positions lie far apart, and a move rewrites as few of them as can be.
  @Test func `ordered members have sparse positions`() throws {
    let department = insert("Department", ["name": "Engine"])
    let members = ["a", "b", "c"].map { insert("Employee", ["name": $0]) }
    department.setValue(members, forKey: "employees")
    try context.save()
    func positions() -> String {
      database.text("SELECT ZNAME, Z_FOK_DEPARTMENT FROM ZPERSON ORDER BY Z_FOK_DEPARTMENT")
    }
    #expect(positions() == "a|2048\nb|3072\nc|4096")
    department.setValue([members[2], members[0], members[1]], forKey: "employees")
    try context.save()
    #expect(positions() == "c|1024\na|2048\nb|3072")
    let read = try again(department)
    let names = (read.value(forKey: "employees") as? [ManagedObject])?.map {
      $0.value(forKey: "name") as? String
    }
    #expect(names == ["c", "a", "b"])
  }

  /// 5.1: a pair is one line; the column of a relationship holds its members, and their positions.
  @Test func `many to many lies in a table of pairs`() throws {
    let ada = insert("Employee", ["name": "Ada"])
    let edith = insert("Employee", ["name": "Edith"])
    let projects = ["x", "y"].map { insert("Project", ["title": $0]) }
    ada.setValue([projects[1], projects[0]], forKey: "projects")
    edith.setValue([projects[0]], forKey: "projects")
    try context.save()
    expectText(
      database.dump("Z_4PROJECTS", "Z_4MEMBERS Z_5PROJECTS Z_FOK_5PROJECTS"),
      is: """
        1|1|3072
        1|2|2048
        2|1|2048
        """)
    context.delete(edith)
    try context.save()
    #expect(database.text("SELECT COUNT(*) FROM Z_4PROJECTS") == "2")
    let read = try again(ada)
    let titles = (read.value(forKey: "projects") as? [ManagedObject])?.map {
      $0.value(forKey: "title") as? String
    }
    #expect(titles == ["y", "x"])
  }

  /// 5.2, 5.3: relationships of an entity with itself, two that are a pair and one that is its own.
  @Test func `an entity may be paired with itself`() throws {
    let (one, two) = (insert("Project", ["title": "1"]), insert("Project", ["title": "2"]))
    one.mutableSetValue(forKey: "follows").add(two)
    let (ada, grace) = (insert("Employee", ["name": "A"]), insert("Adviser", ["name": "G"]))
    ada.mutableSetValue(forKey: "friends").add(grace)
    try context.save()
    #expect(database.dump("Z_5FOLLOWEDBY", "Z_5FOLLOWS Z_5FOLLOWEDBY") == "2|1")
    #expect(database.dump("Z_2FRIENDS", "Z_2FRIENDS REFLEXIVE") == "1|2\n2|1")
    let (followed, adviser) = (two.objectID, grace.objectID)
    context.reset()
    let by = context.object(with: followed).mutableSetValue(forKey: "followedBy")
    #expect(by.map { $0.value(forKey: "title") as? String } == ["1"])
    let friends = context.object(with: adviser).mutableSetValue(forKey: "friends")
    #expect(friends.map(\.entity.name) == ["Employee"])
    friends.remove(Array(friends)[0])
    try context.save()
    #expect(database.text("SELECT COUNT(*) FROM Z_2FRIENDS") == "0")
  }

  /// 4.5: nothing leads back, so the member's row names the owner in a column of its own.
  @Test func `a one-way relationship lies with its members`() throws {
    let department = insert("Department", ["name": "Engine"])
    department.mutableSetValue(forKey: "guests").add(insert("Adviser", ["name": "Grace"]))
    department.mutableSetValue(forKey: "guests").add(insert("Employee", ["name": "Ada"]))
    try context.save()
    #expect(database.dump("ZPERSON", "Z_PK ZNAME Z1GUESTS") == "1|'Grace'|1\n2|'Ada'|1")
    let read = try again(department)
    let guests = read.mutableSetValue(forKey: "guests")
    #expect(guests.map { $0.value(forKey: "name") as? String } == ["Grace", "Ada"])
    context.delete(read)
    try context.save()
    #expect(database.dump("ZPERSON", "Z_PK ZNAME Z1GUESTS") == "1|'Grace'|NULL\n2|'Ada'|NULL")
  }

  /// A constraint is held by the file, whichever program writes.
  @Test func `a value that must be unique is refused and nothing is written`() throws {
    _ = insert("Employee", ["name": "Ada", "badge": "1"])
    try context.save()
    _ = insert("Employee", ["name": "Edith", "badge": "1"])
    _ = insert("Project", ["title": "x"])
    let error = #expect(throws: GraphError.self) { try context.save() }
    #expect(error?.code.rawValue == 133_021)
    #expect(database.text("SELECT COUNT(*) FROM ZPERSON, ZPROJECT") == "0")
    #expect(context.insertedObjectCount == 2)
  }
}
