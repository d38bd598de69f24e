// Batches that take objects: a chunk of them at a time, and everything or nothing (semantics 139).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

/// A firm with four offices and its staff; rules delete all that depends on what goes.
private struct Firm {
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext
  private let folder: StoreFolder

  init(_ kind: StoreKind, staff: Int, keepsHistory: Bool = false) throws {
    folder = try StoreFolder()
    var options = StoreOptions()
    options.tracksHistory = keepsHistory
    coordinator = try kind.coordinator(try Self.model(), in: folder, options: options)
    context = try makeContext(on: coordinator)
    let firm = context.insertNewObject(forEntityName: "Firm")
    let offices = (0..<4).map { number in
      let office = context.insertNewObject(forEntityName: "Office")
      office.setValue(number, forKey: "number")
      office.setValue(firm, forKey: "firm")
      return office
    }
    for place in 0..<staff {
      let person = context.insertNewObject(forEntityName: "Person")
      // The last one earns as much as the attribute can hold.
      person.setValue(place == staff - 1 ? Int(Int16.max) : 1, forKey: "pay")
      person.setValue(offices[place % 4], forKey: "office")
    }
    try context.save()
    context.reset()
  }

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Firm",
        relationships: [.toMany("offices", "Office", inverse: "firm", deleteRule: .cascade)]),
      EntityDescription(
        name: "Office", attributes: [AttributeDescription("number", .integer16)],
        relationships: [
          .toOne("firm", "Firm", inverse: "offices"),
          .toMany("staff", "Person", inverse: "office", deleteRule: .cascade),
        ]),
      EntityDescription(
        name: "Person", attributes: [AttributeDescription("pay", .integer16)],
        relationships: [.toOne("office", "Office", inverse: "staff")]),
    ])
  }

  /// An update whose values are computed along a relationship, which takes objects.
  func raise(_ format: String, where condition: String) throws -> BatchUpdateRequest {
    var request = BatchUpdateRequest(
      entityName: "Person",
      propertiesToUpdate: ["pay": try PropertyExpression("pay", format: format)],
      predicate: try FetchPredicate(format: condition))
    request.resultType = .count
    return request
  }

  func dismissal(of entity: String) -> BatchDeleteRequest {
    BatchDeleteRequest(fetchRequest: FetchRequest(entityName: entity))
  }

  /// What is there, as a context of its own reads it.
  var picture: String {
    get throws {
      let reader = try makeContext(on: coordinator)
      let counts = try ["Firm", "Office", "Person"].map {
        "\(try reader.count(for: FetchRequest(entityName: $0))) \($0)"
      }
      let pay = try reader.fetch(FetchRequest(entityName: "Person")).reduce(0) {
        $0 + ($1.value(forKey: "pay") as? Int ?? 0)
      }
      return counts.joined(separator: ", ") + ", pay \(pay)"
    }
  }

  /// What a query finds in the file.
  func file(_ query: String) -> String { Database(folder.store).text(query) }

  /// The most objects that are alive while a body runs, and what it says.
  func mostObjects(_ body: () throws -> BatchResult) throws -> String {
    let tally = ObjectTally()
    let result = try tally.counting(body)
    return "\(result.count) rows, at most \(tally.mostCount) objects"
  }
}

@Suite struct ChunkedBatchTests {
  // MARK: - Memory

  @Test func `an update holds the objects of one chunk, however many rows there are`() throws {
    for staff in [2_000, 20_000] {
      let firm = try Firm(.sqlite, staff: staff)
      let request = try firm.raise("pay + office.number", where: "pay == 1")
      // A thousand and the offices.
      #expect(
        try firm.mostObjects { try firm.context.execute(request) }
          == "\(staff - 1) rows, at most 1004 objects")
    }
  }

  @Test func `a deletion with a history holds the objects of one chunk, rules and all`() throws {
    for staff in [2_000, 20_000] {
      let firm = try Firm(.sqlite, staff: staff, keepsHistory: true)
      #expect(
        try firm.mostObjects { try firm.context.execute(firm.dismissal(of: "Firm")) }
          == "\(staff + 5) rows, at most 1004 objects")
      #expect(try firm.picture == "0 Firm, 0 Office, 0 Person, pay 0")
    }
  }

  @Test func `an insertion holds the objects of one chunk`() throws {
    let firm = try Firm(.sqlite, staff: 4)
    let objects = Array(repeating: ["pay": 2 as Any?], count: 5_500)
    #expect(
      try firm.mostObjects {
        try firm.context.execute(BatchInsertRequest(entityName: "Person", objects: objects))
      } == "5500 rows, at most 1000 objects")
    #expect(try firm.picture == "1 Firm, 4 Office, 5504 Person, pay 43770")
  }

  @Test func `a store in memory needs no object for what rows alone say`() throws {
    let firm = try Firm(.memory, staff: 2_000)
    let request = try firm.raise("pay * 2 + 1", where: "pay == 1")
    #expect(
      try firm.mostObjects { try firm.context.execute(request) }
        == "1999 rows, at most 0 objects")
    #expect(try firm.picture == "1 Firm, 4 Office, 2000 Person, pay 38764")
    #expect(
      try firm.mostObjects { try firm.context.execute(firm.dismissal(of: "Office")) }
        == "2004 rows, at most 0 objects")
    #expect(try firm.picture == "1 Firm, 0 Office, 0 Person, pay 0")
  }

  // MARK: - Everything or nothing

  @Test(arguments: StoreKind.allCases)
  func `an error in the last chunk leaves everything as it was`(_ kind: StoreKind) throws {
    let firm = try Firm(kind, staff: 40, keepsHistory: kind == .sqlite)
    let before = try firm.picture
    #expect(before == "1 Firm, 4 Office, 40 Person, pay 32806")
    for format in ["pay + office.number", "pay + 1"] {
      let request = try firm.raise(format, where: "pay > 0")
      #expect(throws: GraphError.self) {
        try firm.context.carryOut(request, .chunks(of: 7))
      }
      #expect(throws: GraphError.self) { try firm.context.execute(request) }
      #expect(try firm.picture == before)
    }
    // What comes next is not disturbed.
    let request = try firm.raise("pay + office.number", where: "pay == 1")
    #expect(try firm.context.carryOut(request, .chunks(of: 7)).count == 39)
    #expect(try firm.picture == "1 Firm, 4 Office, 40 Person, pay 32863")
  }

  // MARK: - Over the borders of chunks

  @Test(arguments: StoreKind.allCases)
  func `rules reach over the borders of chunks, through all levels`(_ kind: StoreKind) throws {
    let firm = try Firm(kind, staff: 40)
    let request = firm.dismissal(of: "Firm")
    let result =
      kind == .sqlite
      ? try firm.context.carryOut(request, .chunks(of: 3)) : try firm.context.execute(request)
    // Round by round, and in each in the order of the keys.
    let names = ["Firm 1"] + (1...4).map { "Office \($0)" } + (1...40).map { "Person \($0)" }
    #expect(
      result.deletedObjectIDs.map {
        "\($0.entityName) \($0.uriRepresentation().lastPathComponent.dropFirst())"
      } == names)
    #expect(result.count == 45)
    #expect(result.updatedObjectIDs.isEmpty)
    #expect(try firm.picture == "0 Firm, 0 Office, 0 Person, pay 0")
  }

  @Test func `a row that several chunks change has one new version and one change`() throws {
    let firm = try Firm(.sqlite, staff: 40, keepsHistory: true)
    let result = try firm.context.carryOut(firm.dismissal(of: "Person"), .chunks(of: 3))
    #expect(result.count == 40)
    #expect(result.updatedObjectIDs.count == 4)
    #expect(
      firm.file("SELECT COUNT(*), MAX(Z_PK) FROM ACHANGE WHERE ZTRANSACTIONID = 2") == "44|89")
    #expect(firm.file("SELECT SUM(Z_OPT), COUNT(*) FROM ZOFFICE") == "8|4")
  }

  // MARK: - What takes all objects at once

  @Test func `an update sees along a relationship what was derived before it, in every row`() throws
  {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Person",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("nick", .string),
          AttributeDescription("upper", .string, derivation: "uppercase:(name)"),
        ],
        relationships: [
          .toOne("boss", "Person", inverse: "staff"), .toMany("staff", "Person", inverse: "boss"),
        ])
    ])
    let folder = try StoreFolder()
    let context = try makeContext(on: try StoreKind.sqlite.coordinator(model, in: folder))
    let boss = context.insertNewObject(forEntityName: "Person")
    boss.setValue("old", forKey: "name")
    for _ in 0..<8 {
      let person = context.insertNewObject(forEntityName: "Person")
      person.setValue("old", forKey: "name")
      person.setValue(boss, forKey: "boss")
    }
    try context.save()
    context.reset()
    let request = BatchUpdateRequest(
      entityName: "Person",
      propertiesToUpdate: [
        "name": "new", "nick": try PropertyExpression("nick", format: "boss.upper"),
      ])
    #expect(try context.carryOut(request, .chunks(of: 2)).count == 9)
    let query = "SELECT ZNICK, ZUPPER, COUNT(*) FROM ZPERSON GROUP BY 1, 2"
    #expect(Database(folder.store).text(query) == "NULL|NEW|1\nOLD|NEW|8")
  }

  @Test func `a new row is written once, though a later one takes its only neighbour`() throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Seat", relationships: [.toOne("guest", "Guest", inverse: "seat")]),
      EntityDescription(
        name: "Guest", relationships: [.toOne("seat", "Seat", inverse: "guest")]),
    ])
    let folder = try StoreFolder()
    let context = try makeContext(on: try StoreKind.sqlite.coordinator(model, in: folder))
    let seat = context.insertNewObject(forEntityName: "Seat")
    try context.save()
    let request = BatchInsertRequest(
      entityName: "Guest", objects: Array(repeating: ["seat": seat.objectID], count: 5))
    let result = try context.carryOut(request, .chunks(of: 2))
    #expect(result.insertedObjectIDs.count == 5)
    #expect(result.updatedObjectIDs == [seat.objectID])
    let database = Database(folder.store)
    #expect(database.text("SELECT Z_OPT, COUNT(*) FROM ZGUEST GROUP BY 1") == "1|5")
    #expect(database.text("SELECT Z_OPT FROM ZSEAT") == "2")
  }

  // MARK: - Families

  /// The row of constants lies as the rows of the first entity do, and names need not come in the order of families.
  @Test(arguments: StoreKind.allCases)
  func `an update of a family gives all members the same values`(_ kind: StoreKind) throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(name: "Person", attributes: [AttributeDescription("name", .string)]),
      EntityDescription(
        name: "Employee", superentity: "Person",
        attributes: (0..<3).map { AttributeDescription("number\($0)", .integer64) }),
    ])
    let folder = try StoreFolder()
    let context = try makeContext(on: try kind.coordinator(model, in: folder))
    for name in ["Employee", "Person"] { _ = context.insertNewObject(forEntityName: name) }
    try context.save()
    context.reset()
    _ = try context.execute(
      BatchUpdateRequest(entityName: "Person", propertiesToUpdate: ["name": "Ada Lovelace"]))
    let people = try context.fetch(FetchRequest(entityName: "Person"))
    #expect(people.map { $0.value(forKey: "name") as? String } == ["Ada Lovelace", "Ada Lovelace"])
  }
}
