// Reading the history of a store, and deleting it: tokens, dates, and what a purge leaves.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct HistoryRequestTests {
  private let folder: StoreFolder
  private let coordinator: PersistentStoreCoordinator
  private let context: ManagedObjectContext

  init() throws {
    folder = try StoreFolder()
    var options = StoreOptions()
    options.tracksHistory = true
    options.historyOrigin = HistoryOrigin(
      bundleID: "app", processID: "app", first: Date(timeIntervalSinceReferenceDate: 1_000.5))
    coordinator = try StoreKind.sqlite.coordinator(
      try companyModel(), in: folder, options: options)
    context = try makeContext(on: coordinator)
  }

  private var database: Database { Database(folder.store) }

  /// Saves so many times, a department each.
  private func save(_ count: Int) throws {
    for _ in 0..<count {
      context.insertNewObject(forEntityName: "Department").setValue("new", forKey: "name")
      try context.save()
    }
  }

  private func picture(_ result: PersistentHistoryResult) -> String {
    result.transactions.map { transaction in
      let head =
        "\(transaction.transactionNumber) at \(transaction.timestamp.timeIntervalSinceReferenceDate) by "
        + "\(transaction.author ?? "-") in \(transaction.contextName ?? "-")"
      return
        ([head]
        + transaction.changes.map { change in
          let properties = change.updatedProperties.map { " \($0.sorted())" } ?? ""
          let id = "\(change.changedObjectID)".split(separator: "/").suffix(2).joined(
            separator: "/")
          return "  \(change.changeID) \(change.changeType) \(id)\(properties)"
        }).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  @Test func `a reader gets what is newer than its token`() throws {
    context.transactionAuthor = "app"
    let department = context.insertNewObject(forEntityName: "Department")
    department.setValue("Sales", forKey: "name")
    try context.save()
    let all = try context.execute(.fetchHistory(after: nil))
    expectText(
      picture(all),
      is: """
        1 at 1001.5 by app in -
          1 insert Department/p1
        """)
    context.name = "editor"
    department.setValue("Research", forKey: "name")
    try context.save()
    context.delete(department)
    try context.save()
    expectText(
      picture(try context.execute(.fetchHistory(after: all.token))),
      is: """
        2 at 1002.5 by app in editor
          2 update Department/p1 ["name"]
        3 at 1003.5 by app in editor
          3 delete Department/p1
        """)
    let now = try coordinator.currentPersistentHistoryToken()
    #expect(try context.execute(.fetchHistory(after: now)).transactions.isEmpty)
    #expect(try context.execute(.fetchHistory(after: now)).token == nil)
    let late = Date(timeIntervalSinceReferenceDate: 1_002.5)
    #expect(
      try context.execute(.fetchHistory(after: late)).transactions.map(\.transactionNumber) == [3])
    let stored = try JSONEncoder().encode(now)
    #expect(try JSONDecoder().decode(PersistentHistoryToken.self, from: stored) == now)
  }

  @Test func `changes lead to objects of any context`() throws {
    try save(2)
    let other = try makeContext(on: coordinator)
    let changes = try other.execute(.fetchHistory(after: nil)).transactions.flatMap(\.changes)
    #expect(
      changes.map { other.object(with: $0.changedObjectID).value(forKey: "name") as? String } == [
        "new", "new",
      ])
  }

  // MARK: - Purging

  @Test func `a purge deletes what is older, and names that are used no more`() throws {
    context.transactionAuthor = "importer"
    try save(3)
    context.transactionAuthor = "app"
    try save(2)
    let fifth = try coordinator.currentPersistentHistoryToken()
    let before = coordinator.statistics
    let result = try context.execute(.deleteHistory(before: try #require(fifth)))
    #expect(result.deletedTransactions == 4 && result.deletedChanges == 4)
    #expect(coordinator.statistics.roundTrips == before.roundTrips + 1)
    // Four transactions, four changes and the name of the importer.
    #expect(coordinator.statistics.rowsWritten == before.rowsWritten + 9)
    #expect(database.text("SELECT Z_PK FROM ATRANSACTION") == "5")
    #expect(database.lines("SELECT ZNAME FROM ATRANSACTIONSTRING ORDER BY 1") == ["app"])
    #expect(database.text("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002") == "5")
    try save(1)
    #expect(database.lines("SELECT Z_PK FROM ATRANSACTION") == ["5", "6"])
    #expect(database.text("PRAGMA integrity_check") == "ok")
  }

  @Test func `a purge before a date leaves what was saved at it`() throws {
    try save(4)
    let result = try context.execute(
      .deleteHistory(before: Date(timeIntervalSinceReferenceDate: 1_003.5)))
    #expect(result.deletedTransactions == 2)
    #expect(database.lines("SELECT Z_PK FROM ATRANSACTION") == ["3", "4"])
  }

  /// Semantics 149: 134301.
  @Test func `a token is expired once something newer was purged`() throws {
    try save(2)
    let second = try coordinator.currentPersistentHistoryToken()
    try save(3)
    let fifth = try #require(try coordinator.currentPersistentHistoryToken())
    try context.execute(.deleteHistory(before: Date(timeIntervalSinceReferenceDate: 1_003.5)))
    // The third transaction is there.
    #expect(try context.execute(.fetchHistory(after: second)).transactions.count == 3)
    try context.execute(.deleteHistory(before: fifth))
    let error = #expect(throws: GraphError.self) {
      try context.execute(.fetchHistory(after: second))
    }
    #expect(error?.code == .persistentHistoryTokenExpired && error?.code.rawValue == 134_301)
    #expect(try context.execute(.fetchHistory(after: nil)).transactions.count == 1)
    try context.execute(.deleteHistory(before: .distantFuture))
    #expect(try context.execute(.fetchHistory(after: fifth)).transactions.isEmpty)
    #expect(throws: GraphError.self) { try context.execute(.fetchHistory(after: second)) }
  }

  /// A thread found some 30 bytes a change and some 80 a transaction in an app's store (Maccy#1533).
  @Test func `a change takes some 34 bytes with its index, and a transaction some 100`() throws {
    for _ in 0..<3_000 {
      for _ in 0..<4 { _ = context.insertNewObject(forEntityName: "Department") }
      try context.save()
      context.reset()
    }
    database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let history = try #require(try StoreInspection(of: folder.store).history)
    #expect(history.changes.count == 12_000 && history.transactions.count == 3_000)
    let (change, transaction) = (
      Double(history.changes.pageBytes) / 12_000, Double(history.transactions.pageBytes) / 3_000
    )
    #expect(change > 32 && change < 36, "\(change)")
    #expect(transaction > 90 && transaction < 120, "\(transaction)")
  }

  /// No vacuum: pages become free, and new rows take them.
  @Test func `a purge makes pages free, and no file smaller`() throws {
    for _ in 0..<20 {
      for _ in 0..<500 { _ = context.insertNewObject(forEntityName: "Department") }
      try context.save()
      context.reset()
    }
    database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let foretold = try #require(
      try StoreInspection(of: folder.store, purging: .date(.distantFuture)).history?.purge)
    func number(_ pragma: String) -> Int { Int(database.text("PRAGMA \(pragma)")) ?? 0 }
    let (pages, free) = (number("page_count"), number("freelist_count"))
    let purged = try context.execute(.deleteHistory(before: .distantFuture))
    #expect(purged.deletedTransactions == foretold.transactions)
    #expect(purged.deletedChanges == foretold.changes && foretold.changes == 10_000)
    #expect(number("page_count") == pages)
    #expect((number("freelist_count") - free) * 4_096 == foretold.freedBytes)
    #expect(foretold.freedBytes > 200_000)
  }
}
