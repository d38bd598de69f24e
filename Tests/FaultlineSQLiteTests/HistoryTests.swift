// The history that a store keeps of its changes: which rows a save leaves in it, and what they cost.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct HistoryTests: HistorySchool {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  // MARK: - The rows

  @Test func `each save leaves a transaction, and each object a change`() throws {
    let context = try self.context()
    context.name = "editor"
    context.transactionAuthor = "app"
    let course = insert("Course", ["title": "Analysis"], context)
    let lesson = insert("Lesson", ["topic": "Limits", "course": course], context)
    try context.save()
    lesson.setValue("Series", forKey: "topic")
    try context.save()
    context.transactionAuthor = nil
    context.delete(lesson)
    try context.save()
    try context.save()
    expectText(
      transactions,
      is: """
        1|16002|NULL|1|2|3|4|700000001.5|NULL|NULL
        2|16002|NULL|1|2|3|4|700000002.5|NULL|NULL
        3|16002|NULL|NULL|2|3|4|700000003.5|NULL|NULL
        """)
    expectText(
      names,
      is: """
        1|16003|NULL|'app'
        2|16003|NULL|'app.school'
        3|16003|NULL|'editor'
        4|16003|NULL|'school'
        """)
    // A course has a count of its lessons, which the deletion of one changes: the third of lessons, listeners, size and
    // title.
    expectText(
      changes,
      is: """
        1|16001|NULL|0|1|1|1|NULL
        2|16001|NULL|0|2|1|1|NULL
        3|16001|NULL|1|2|1|2|X'40'
        4|16001|NULL|1|1|1|3|NULL
        5|16001|NULL|2|2|1|3|NULL
        """)
    expectText(
      numbers,
      is: """
        16001|CHANGE|0|5
        16002|TRANSACTION|0|3
        16003|TRANSACTIONSTRING|0|4
        """)
    #expect(database.text("PRAGMA integrity_check") == "ok")
  }

  /// A subentity has its own number, and a change of members alone sets no column.
  @Test func `members that change, and subentities, leave changes too`() throws {
    let context = try self.context()
    let course = insert("Course", ["title": "Analysis"], context)
    let pupil = insert("Pupil", ["name": "Ada", "mark": 1], context)
    try context.save()
    course.mutableSetValue(forKey: "listeners").add(pupil)
    try context.save()
    expectText(
      changes,
      is: """
        1|16001|NULL|0|1|1|1|NULL
        2|16001|NULL|0|4|1|1|NULL
        3|16001|NULL|1|1|1|2|NULL
        4|16001|NULL|1|4|1|2|NULL
        """)
  }

  private func archive() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Paper",
        attributes: [
          AttributeDescription("title", .string, preservesValueInHistoryOnDeletion: true),
          AttributeDescription("code", .uuid, preservesValueInHistoryOnDeletion: true),
          AttributeDescription("filed", .date, preservesValueInHistoryOnDeletion: true),
          AttributeDescription("note", .string),
          AttributeDescription(
            "scan", .binary, allowsExternalBinaryDataStorage: true,
            preservesValueInHistoryOnDeletion: true),
        ]), EntityDescription(name: "Shelf", attributes: [AttributeDescription("name", .string)]),
    ])
  }

  /// In the order of their names, and never what may lie in a file of its own.
  @Test func `a deletion keeps the values that the model preserves`() throws {
    let coordinator = try StoreKind.sqlite.coordinator(
      try archive(), in: folder, options: options())
    let context = try makeContext(on: coordinator)
    let code = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    let paper = insert("Paper", ["title": "Lease", "code": code, "note": "gone"], context)
    let shelf = insert("Shelf", ["name": "A"], context)
    try context.save()
    context.delete(paper)
    context.delete(shelf)
    try context.save()
    expectText(
      database.dump("ACHANGE", "ZCHANGETYPE ZENTITY ZTOMBSTONE0 ZTOMBSTONE1 ZTOMBSTONE2"),
      is: """
        0|1|NULL|NULL|NULL
        0|2|NULL|NULL|NULL
        2|1|X'0102030405060708090A0B0C0D0E0F10'|NULL|'Lease'
        2|2|NULL|NULL|NULL
        """)
    let changes = try context.execute(.fetchHistory(after: nil)).transactions[1].changes
    #expect(changes[0].tombstone["title"] as? String == "Lease")
    #expect(changes[0].tombstone["code"] as? UUID == code)
    #expect(changes[0].tombstone.count == 2 && changes[1].tombstone.isEmpty)
  }

  /// What stands for none of an entity's properties makes the rest worth nothing.
  @Test func `bits that no property has are not read`() throws {
    let context = try self.context()
    let lesson = insert("Lesson", ["topic": "Limits"], context)
    try context.save()
    lesson.setValue("Series", forKey: "topic")
    try context.save()
    func read() throws -> Set<String>? {
      try context.turn {
        try context.execute(.fetchHistory(after: nil)).transactions[1].changes[0].updatedProperties
      }
    }
    #expect(try read() == ["topic"])
    database.run("UPDATE ACHANGE SET ZCOLUMNS = X'C0' WHERE Z_PK = 2")
    #expect(try read() == ["topic", "course"])
    database.run("UPDATE ACHANGE SET ZCOLUMNS = X'4080' WHERE Z_PK = 2")
    #expect(try read() == nil)
  }

  /// As Apple's do: a change a row, and one transaction.
  @Test func `batch requests leave a change for each row`() throws {
    let context = try self.context()
    context.transactionAuthor = "importer"
    let topics = ["Limits", "Series", "Proofs"]
    _ = try context.execute(
      BatchInsertRequest(entityName: "Lesson", objects: topics.map { ["topic": $0] }))
    _ = try context.execute(
      BatchUpdateRequest(entityName: "Lesson", propertiesToUpdate: ["topic": "Sets"]))
    _ = try context.execute(
      BatchDeleteRequest(fetchRequest: FetchRequest(entityName: "Lesson")))
    #expect(
      database.lines(
        "SELECT ZTRANSACTIONID, ZCHANGETYPE, COUNT(*) FROM ACHANGE GROUP BY 1, 2")
        == ["1|0|3", "2|1|3", "3|2|3"])
    #expect(
      database.text(
        "SELECT DISTINCT ZNAME FROM ATRANSACTION t JOIN ATRANSACTIONSTRING n ON n.Z_PK = ZAUTHORTS")
        == "importer")
  }

  @Test func `a save that is refused, and one without changes, leave nothing`() throws {
    let (one, other) = (try context(), try context())
    let lesson = insert("Lesson", ["topic": "Limits"], one)
    try one.save()
    let same = try other.fetch(FetchRequest(entityName: "Lesson"))[0]
    lesson.setValue("Series", forKey: "topic")
    try one.save()
    let before = [transactions, changes, names, numbers]
    same.setValue("Proofs", forKey: "topic")
    #expect(throws: GraphError.self) { try other.save() }
    try one.save()
    #expect([transactions, changes, names, numbers] == before)
    #expect(transactions.split(separator: "\n").count == 2)
  }

  /// The second deletion finds no row.
  @Test func `a row that another context has deleted leaves one deletion`() throws {
    let (one, other) = (try context(), try context())
    let lesson = insert("Lesson", ["topic": "Limits"], one)
    try one.save()
    let same = try other.fetch(FetchRequest(entityName: "Lesson"))[0]
    one.delete(lesson)
    try one.save()
    other.delete(same)
    try other.save()
    #expect(database.text("SELECT COUNT(*) FROM ACHANGE WHERE ZCHANGETYPE = 2") == "1")
  }

  // MARK: - What it costs

  @Test func `the rows of a history are counted, and so are its statements`() throws {
    func counts(_ tracksHistory: Bool) throws -> (rows: Int, statements: Int, log: Int) {
      let folder = try StoreFolder()
      let coordinator = try StoreKind.sqlite.coordinator(
        try school(), in: folder, options: options(tracksHistory))
      let context = try makeContext(on: coordinator)
      for _ in 0..<2 {
        for topic in ["Limits", "Series"] { insert("Lesson", ["topic": topic], context) }
        try context.save()
      }
      let before = coordinator.statistics
      for topic in ["Limits", "Series"] { insert("Lesson", ["topic": topic], context) }
      try context.save()
      let after = coordinator.statistics
      return (
        after.rowsWritten - before.rowsWritten, after.statements - before.statements,
        after.logBytes - before.logBytes
      )
    }
    let (plain, tracked) = (try counts(false), try counts(true))
    #expect(plain.rows == 2)
    // A transaction, and a change for each object; the names are there by now.
    #expect(tracked.rows == 2 + 1 + 2)
    // The names are looked for, two kinds of keys set aside, and three rows written.
    #expect(tracked.statements - plain.statements == 6)
    #expect(tracked.log > plain.log)
  }

  @Test func `a store in memory keeps none, and does what it did`() throws {
    let coordinator = try StoreKind.memory.coordinator(try school(), in: folder, options: options())
    let context = try makeContext(on: coordinator)
    insert("Lesson", ["topic": "Limits"], context)
    try context.save()
    #expect(coordinator.statistics.rowsWritten == 1)
    #expect(try coordinator.currentPersistentHistoryToken() == nil)
    let error = #expect(throws: GraphError.self) {
      try context.execute(.fetchHistory(after: nil))
    }
    #expect(error?.code == .unsupportedRequest)
    #expect(
      error?.message == "No store that is asked keeps a history; open one with tracksHistory.")
  }

  @Test func `each of several stores has a history of its own`() throws {
    let coordinator = try StoreKind.sqlite.coordinator(try school(), in: folder, options: options())
    let url = folder.url.appendingPathComponent("Other.sqlite")
    let second = try coordinator.addPersistentStore(type: .sqlite, at: url, options: options())
    let context = try makeContext(on: coordinator)
    insert("Lesson", ["topic": "Limits"], context)
    let other = insert("Lesson", ["topic": "Series"], context)
    context.assign(other, to: second)
    try context.save()
    for url in [folder.store, url] {
      #expect(
        Database(url).text("SELECT ZENTITY, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE") == "2|1|1")
    }
    let all = try context.execute(.fetchHistory(after: nil))
    #expect(
      Set(all.transactions.map(\.storeID)) == Set(coordinator.persistentStores.map(\.identifier)))
    var request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
    request.affectedStores = [second]
    #expect(
      try context.execute(request).transactions.flatMap(\.changes).map(\.changedObjectID)
        == [other.objectID])
  }
}
