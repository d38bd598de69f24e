// What a new file looks like when it is opened with SQLite alone.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct SchemaTests {
  private let folder: StoreFolder
  private let coordinator: PersistentStoreCoordinator

  init() throws {
    folder = try StoreFolder()
    coordinator = try StoreKind.sqlite.coordinator(try institute(), in: folder)
  }

  /// Numbers, tables, the order of columns, suffixes of doubled names, entity columns, positions, pairs.
  @Test func `a new file has the tables and indexes that the format prescribes`() {
    expectText(
      Database(folder.store).text("SELECT sql FROM sqlite_schema WHERE sql NOT NULL"),
      is: """
        CREATE TABLE ZDEPARTMENT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZHEAD INTEGER, Z2_HEAD INTEGER, ZNAME VARCHAR )
        CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLEVEL INTEGER, ZDEPARTMENT INTEGER, Z1GUESTS INTEGER, Z_FOK_DEPARTMENT INTEGER, ZBORN TIMESTAMP, ZSALARY FLOAT, ZNAME VARCHAR, ZBADGE VARCHAR, ZBADGE1 VARCHAR )
        CREATE TABLE Z_2FRIENDS ( Z_2FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_2FRIENDS, REFLEXIVE) )
        CREATE TABLE Z_4PROJECTS ( Z_4MEMBERS INTEGER, Z_5PROJECTS INTEGER, Z_FOK_5PROJECTS INTEGER, PRIMARY KEY (Z_4MEMBERS, Z_5PROJECTS) )
        CREATE TABLE ZPROJECT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER, ZISOPEN INTEGER, ZNUMBER INTEGER, ZDUE TIMESTAMP, ZHOURS FLOAT, ZBUDGET DECIMAL, ZSITE VARCHAR, ZTITLE VARCHAR, ZCODE BLOB, ZEXTRA BLOB, ZFILM BLOB, ZPLAN BLOB )
        CREATE TABLE Z_5FOLLOWEDBY ( Z_5FOLLOWS INTEGER, Z_5FOLLOWEDBY INTEGER, PRIMARY KEY (Z_5FOLLOWS, Z_5FOLLOWEDBY) )
        CREATE INDEX ZDEPARTMENT_ZHEAD_INDEX ON ZDEPARTMENT (ZHEAD)
        CREATE INDEX ZPERSON_ZDEPARTMENT_INDEX ON ZPERSON (ZDEPARTMENT)
        CREATE INDEX ZPERSON_Z1GUESTS_INDEX ON ZPERSON (Z1GUESTS)
        CREATE INDEX ZPERSON_Z_ENT_INDEX ON ZPERSON (Z_ENT)
        CREATE INDEX Z_Person_byName ON ZPERSON (ZNAME COLLATE BINARY ASC, ZBORN COLLATE BINARY ASC)
        CREATE UNIQUE INDEX Z_Employee_UNIQUE_badge ON ZPERSON (ZBADGE1 COLLATE BINARY ASC)
        CREATE INDEX Z_2FRIENDS_REFLEXIVE_INDEX ON Z_2FRIENDS (REFLEXIVE, Z_2FRIENDS)
        CREATE INDEX Z_4PROJECTS_Z_5PROJECTS_INDEX ON Z_4PROJECTS (Z_5PROJECTS, Z_4MEMBERS)
        CREATE INDEX Z_5FOLLOWEDBY_Z_5FOLLOWEDBY_INDEX ON Z_5FOLLOWEDBY (Z_5FOLLOWEDBY, Z_5FOLLOWS)
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)
        CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)
        """)
  }

  @Test func `the file's settings are those of the format`() {
    let database = Database(folder.store)
    #expect(database.text("PRAGMA page_size") == "4096")
    #expect(database.text("PRAGMA auto_vacuum") == "2")
    #expect(database.text("PRAGMA journal_mode") == "wal")
    #expect(database.text("PRAGMA application_id; PRAGMA user_version") == "0")
    #expect(database.text("PRAGMA integrity_check") == "ok")
  }

  /// Every entity has a row, and only a root's counts keys, also for those beneath it.
  @Test func `keys are counted in the root's row`() throws {
    let context = try makeContext(on: coordinator)
    for entity in ["Employee", "Adviser", "Employee", "Project"] {
      _ = context.insertNewObject(forEntityName: entity)
    }
    try context.save()
    expectText(
      Database(folder.store).text("SELECT * FROM Z_PRIMARYKEY"),
      is: """
        1|Department|0|0
        2|Person|0|3
        3|Adviser|2|0
        4|Employee|2|0
        5|Project|0|1
        """)
    #expect(
      Database(folder.store).lines("SELECT Z_PK, Z_ENT, Z_OPT FROM ZPERSON")
        == ["1|3|1", "2|4|1", "3|4|1"])
  }

  @Test func `metadata has the store's identifier and its model`() throws {
    let store = try #require(coordinator.persistentStores[0] as? SQLiteStore)
    #expect(
      Database(folder.store).lines("SELECT Z_VERSION, Z_UUID FROM Z_METADATA")
        == ["1|\(store.identifier.uuidString)"])
    try store.setMetadata(["lastEditor": "Grace"])
    let metadata = try store.metadata()
    #expect(
      metadata.keys.sorted() == [
        "FaultlineVersionHashes", "NSPersistenceFrameworkVersion", "NSStoreModelVersionHashes",
        "NSStoreModelVersionHashesVersion", "NSStoreModelVersionIdentifiers", "NSStoreType",
        "_NSAutoVacuumLevel", "lastEditor",
      ])
    #expect(metadata["NSStoreType"] as? String == "SQLite")
    #expect(metadata["_NSAutoVacuumLevel"] as? String == "2")
    let hashes = try #require(metadata["NSStoreModelVersionHashes"] as? [String: Data])
    #expect(hashes.keys.sorted() == ["Adviser", "Department", "Employee", "Person", "Project"])
    #expect(hashes.values.map(\.count) == [32, 32, 32, 32, 32])
  }
}
