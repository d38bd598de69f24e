// The history of a store, as an inspection finds it, and what a purge of it would free.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct HistoryInspectionTests: ForeignSchool {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// A thousand transactions, a minute apart and each with ten changes, in the tables of the format.
  static let tables = """
    CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTIMESTAMP FLOAT);
    CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, \
    ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB);
    CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO ATRANSACTION SELECT i, 16002, 1, 700000000 + i * 60 FROM n;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
    INSERT INTO ACHANGE SELECT i + 1, 16001, 1, i % 10 / 8, 1, i % 100, i / 10 + 1, NULL FROM n;
    """

  private func inspected(
    _ limit: StoreInspection.HistoryLimit? = nil
  ) throws -> StoreInspection.History? {
    try StoreInspection(of: folder.store, purging: limit).history
  }

  @Test func `rows and bytes are counted, with dates and entities`() throws {
    try makeStore(Self.tables)
    let history = try #require(try inspected())
    #expect(history.transactions.count == 1000 && history.changes.count == 10_000)
    #expect(history.names.count == 0 && history.names.pageBytes == 0)
    #expect(history.changes.bytes > 10_000 * 8 && history.changes.bytes < 10_000 * 20)
    #expect(history.changes.pageBytes > history.changes.bytes)
    #expect(history.oldest == Date(timeIntervalSinceReferenceDate: 700_000_060))
    #expect(history.newest == Date(timeIntervalSinceReferenceDate: 700_060_000))
    #expect(history.changed.count == 1)
    #expect(history.changed[0].inserted == 8000 && history.changed[0].updated == 2000)
    #expect(history.changed[0].deleted == 0 && history.purge == nil)
  }

  @Test(
    arguments: [
      (.transaction(501), 500), (.transaction(1), 0), (.transaction(5000), 1000),
      (.date(Date(timeIntervalSinceReferenceDate: 700_015_000)), 249),
      (.date(Date(timeIntervalSinceReferenceDate: 700_015_001)), 250),
      (.date(.distantPast), 0), (.date(.distantFuture), 1000),
    ] as [(StoreInspection.HistoryLimit, Int)])
  func `a purge removes what was before, and frees its pages`(
    limit: StoreInspection.HistoryLimit, removed: Int
  ) throws {
    try makeStore(Self.tables)
    let before = try Data(contentsOf: folder.store)
    let history = try #require(try inspected(limit))
    let purge = try #require(history.purge)
    #expect(purge.transactions == removed && purge.changes == 10 * removed)
    let all = history.transactions.bytes + history.changes.bytes
    #expect(purge.bytes * 1000 / all >= removed - 20 && purge.bytes * 1000 / all <= removed + 20)
    // The root of every table and index stays, and so does a page that is half full.
    #expect(purge.freedBytes <= history.pageBytes - 3 * 4096)
    #expect(purge.freedBytes >= history.pageBytes * removed / 1000 - 6 * 4096)
    #expect(purge.freedBytes.isMultiple(of: 4096))
    #expect(try Data(contentsOf: folder.store) == before)
  }

  /// What is counted is what SQLite does with the file itself.
  @Test func `a purge that is carried out frees what was foretold`() throws {
    try makeStore(Self.tables)
    let purge = try #require(try inspected(.transaction(801))?.purge)
    let before = database.text("PRAGMA freelist_count")
    database.run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID < 801")
    database.run("DELETE FROM ATRANSACTION WHERE Z_PK < 801")
    let after = database.text("PRAGMA freelist_count")
    let freed = try #require(Int(after)) - (try #require(Int(before)))
    #expect(purge.freedBytes == freed * 4096)
    #expect(try inspected()?.changes.count == 2000)
  }

  @Test func `a history that is none of the format's is counted, and not purged`() throws {
    try makeStore(
      "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY); INSERT INTO ATRANSACTION VALUES (7)")
    let history = try #require(try inspected(.transaction(9)))
    #expect(history.transactions.count == 1 && history.changes.count == 0)
    #expect(history.oldest == nil && history.changed.isEmpty && history.purge == nil)
  }

  @Test func `dates that are none, and entities that are not known, do no harm`() throws {
    try makeStore(Self.tables)
    database.run("UPDATE ATRANSACTION SET ZTIMESTAMP = 9e999 WHERE Z_PK = 3")
    database.run("UPDATE ACHANGE SET ZENTITY = 77, ZCHANGETYPE = NULL")
    let history = try #require(try inspected(.date(.distantFuture)))
    #expect(history.newest == nil && history.oldest != nil)
    #expect(history.changed.map(\.entity) == ["number 77"])
    #expect(history.changed[0].inserted == 0 && history.purge?.transactions == 999)
  }

  @Test func `a store without a history has none`() throws {
    try makeStore("SELECT 1")
    #expect(try inspected(.transaction(1)) == nil)
  }

  /// An app's own stores, none of which is part of the project.
  @Test(.enabled(if: Fixtures.root != nil, Fixtures.hint))
  func `the histories of real stores are read, and a purge of all leaves nothing`() throws {
    var found = 0
    for store in Fixtures.stores {
      let before = try Data(contentsOf: store)
      let findings = try StoreInspection(of: store, purging: .date(.distantFuture))
      #expect(try Data(contentsOf: store) == before)
      let names = Set(findings.tables.map(\.name))
      #expect((findings.history != nil) == names.contains("ACHANGE"), "\(Fixtures.name(store))")
      guard let history = findings.history else { continue }
      found += 1
      let purge = try #require(history.purge)
      #expect(history.transactions.count > 0 && history.changes.count > 0)
      #expect(purge.transactions == history.transactions.count)
      #expect(purge.changes == history.changes.count)
      #expect(purge.bytes == history.transactions.bytes + history.changes.bytes)
      #expect(
        history.changed.reduce(0) { $0 + $1.inserted + $1.updated + $1.deleted }
          == history.changes.count)
      // The rows that were inserted and not deleted since are those that are there.
      for entity in findings.entities {
        let changes = history.changed.first { $0.entity == entity.name }
        #expect((changes?.inserted ?? 0) - (changes?.deleted ?? 0) == entity.rows, "\(entity.name)")
      }
    }
    #expect(found > 0)
  }
}
