// Which file may have a history of its changes: new ones, old ones, and those that are none of the format's.

import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import Faultline
@testable import FaultlineSQLite

@Suite struct HistoryFileTests: HistorySchool {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// As the format has them, to the letter; see the physical format of real stores.
  @Test func `a store gets the tables and indexes of the format`() throws {
    _ = try context()
    expectText(
      database.text(
        "SELECT sql FROM sqlite_schema WHERE tbl_name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING') "
          + "ORDER BY tbl_name, type = 'index', name"),
      is: """
        CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, \
        ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )
        CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)
        CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, \
        ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
        ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
        CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)
        CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)
        CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)
        CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)
        CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)
        CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)
        CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )
        CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)
        """)
    expectText(
      numbers,
      is: """
        16001|CHANGE|0|0
        16002|TRANSACTION|0|0
        16003|TRANSACTIONSTRING|0|0
        """)
  }

  @Test func `a store without a history gets one when it is first opened with the switch`() throws {
    try {
      let context = try self.context(options(false))
      insert("Lesson", ["topic": "Limits"], context)
      try context.save()
    }()
    #expect(database.text("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'ACHANGE'") == "0")
    let context = try self.context()
    insert("Lesson", ["topic": "Series"], context)
    try context.save()
    #expect(changes == "1|16001|NULL|0|2|2|1|NULL")
  }

  /// As in Core Data, where a store with a history is opened read-only without the option.
  @Test func `a store with a history is only read without the switch`() throws {
    try {
      let context = try self.context()
      insert("Lesson", ["topic": "Limits"], context)
      try context.save()
    }()
    let error = try #require(refusal(try school()))
    #expect(
      error.message
        == "The store '\(folder.store.path)' may only be read here, since it has a history of its "
        + "changes ('ACHANGE'), which a save would leave incomplete; open it with tracksHistory, or with "
        + "isReadOnly.")
    var options = options(false)
    options.readsWhatCannotBeWritten = true
    let reader = try context(options)
    #expect(try reader.fetch(FetchRequest(entityName: "Lesson")).count == 1)
    let seen = try reader.execute(.fetchHistory(after: nil)).transactions
    #expect(seen.map(\.changes.count) == [1])
    let purge = #expect(throws: GraphError.self) {
      try reader.execute(.deleteHistory(before: .distantFuture))
    }
    #expect(purge?.code == .save)
    let writer = try context(self.options())
    insert("Lesson", ["topic": "Series"], writer)
    try writer.save()
    #expect(numbers.hasPrefix("16001|CHANGE|0|2\n16002|TRANSACTION|0|2\n"))
  }

  @Test(arguments: [
    ("DROP TABLE ATRANSACTIONSTRING", "without the table ATRANSACTIONSTRING"),
    ("ALTER TABLE ACHANGE DROP COLUMN ZCOLUMNS", "('ACHANGE') without the column ZCOLUMNS"),
    ("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 16002", "and no keys for 'TRANSACTION'"),
  ])
  func `a history that is none of the format's is left alone`(damage: String, reason: String) throws
  {
    try { _ = try self.context() }()
    #expect(database.run(damage) == nil)
    let error = #expect(throws: GraphError.self) { try context() }
    #expect(
      error?.message
        == "The store '\(folder.store.path)' may only be read here, since it has a history of its "
        + "changes \(reason), which its own program alone keeps true; open it with isReadOnly.")
  }

  /// The books of a file may say anything.
  @Test(arguments: [Int64.max, .min, -1])
  func `numbers that no transaction can have are no trap`(last: Int64) throws {
    try { _ = try self.context() }()
    #expect(database.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(last) WHERE Z_ENT = 16002") == nil)
    let context = try self.context()
    let newest = try #require(
      try context.persistentStoreCoordinator?.currentPersistentHistoryToken())
    for keep in [0, 1, Int.max] {
      try context.execute(.deleteHistory(before: newest.keeping(keep)))
    }
    #expect(try context.execute(.fetchHistory(after: newest)).transactions.isEmpty)
  }

  /// A token is read from where an app has kept it, and may be of another store's life.
  @Test(arguments: [Int64.max, .min, 0])
  func `a token of any number is answered`(number: Int64) throws {
    let context = try self.context()
    insert("Lesson", ["topic": "Limits"], context)
    try context.save()
    let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
    let token = PersistentHistoryToken([store.identifier: number])
    if number < 0 {
      let error = #expect(throws: GraphError.self) {
        try context.execute(.fetchHistory(after: token))
      }
      #expect(error?.code == .persistentHistoryTokenExpired)
    } else {
      let found = try context.execute(.fetchHistory(after: token)).transactions
      #expect(found.count == (number == 0 ? 1 : 0))
    }
    try context.execute(.deleteHistory(before: token))
  }
}
