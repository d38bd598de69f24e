// Logs with each kind of line, which whole recordings are made of.

enum WholeLogs {
  /// Requests within requests, a list that is no prefetch, totals in another order, and what a cache answered.
  static let nested = """
    CoreData: annotation: Connecting to sqlite database file at "/Users/jane/App.sqlite"
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZOWNER t0
    CoreData: annotation: sql connection fetch time: 0.0003s
    CoreData: annotation: Bound intarray _Z_intarray0
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZOWNER FROM ZPET t0 WHERE  t0.ZOWNER IN (SELECT * FROM _Z_intarray0)
    CoreData: annotation: total fetch execution time: 0.0024s for 30 rows.
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZOWNER t0 WHERE  t0.Z_PK IN (?,?)
    CoreData: annotation: total fetch execution time: 0.0004s for 2 rows.
    CoreData: annotation: total fetch execution time: 0.0053s for 10 rows.
    CoreData: sql: SELECT COUNT( DISTINCT t0.Z_PK) FROM ZPET t0
    CoreData: sql: SELECT 0, t0.Z_PK FROM ZPET t0 ORDER BY t0.ZNAME
    CoreData: annotation: total count request execution time: 0.0007s for count of 40.
    CoreData: annotation: count request <NSFetchRequest: 0x1> (entity: Pet; predicate: (null)) returned 40
    CoreData: annotation: total fetch execution time: 0.0006s for 40 rows.
    CoreData: sql: SELECT COUNT( t0.Z_PK) FROM ZPET t0
    CoreData: annotation: total fetch execution time: 0.0002s for 1 rows.
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK IN (?,?) LIMIT 2
    CoreData: annotation: fetch using NSSQLiteStatement <0x1> on entity 'Pet' with sql text 'SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK IN (?,?) LIMIT 2' returned 2 rows with values: (
        "<Pet: 0x1>",
    )
    CoreData: annotation: total fetch execution time: 0.0002s for 2 rows.
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK = ?
    CoreData: details: SQLite bind[0] = 7
    CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
    CoreData: annotation: fault fulfilled from database for : 0xd <x-coredata://A/Pet/p7>
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK = ?
    CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
    CoreData: annotation: fault fulfilled from database for : 0xd
    <x-coredata://A/Pet/p7>
    CoreData: annotation: fault fulfilled from row cache for : 0xd <x-coredata://A/Pet/p7>
    CoreData: annotation: to-one relationship fault "owner" for objectID 0xa7 <x-coredata://A/Pet/p4> fulfilled from cache.
    CoreData: sql: PRAGMA cache_size
    CoreData: annotation: to-many relationship fault "pets" for objectID 0xa7 <x-coredata://A/Owner/p4> fulfilled from database.  Got 3 rows
    CoreData: annotation: Prefetching with key 'pets'.  Got 30 rows.
    CoreData: annotation: fault fulfilled from database for : 0xd <x-coredata://A/Pet/p7>
    CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
    CoreData: sql: PRAGMA page_size
    CoreData: sql: SELECT Z_VERSION FROM Z_METADATA
    CoreData: sql: SELECT 0 FROM ATRANSACTION
    CoreData: sql: SELECT 0 FROM ANSCKDATABASE
    CoreData: sql: VACUUM
    CoreData: warning: a warning
    CoreData: error: an error
    CoreData: error: another
    CoreData: sql: SELECT 0, t0.Z_PK,
    t0.Z_OPT
    FROM ZLAST t0

    """

  /// Transactions: saves of several sizes, one that ends badly, batches, history, a schema, and an end too many.
  static let written = """
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?
    CoreData: sql: UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?
    CoreData: sql: COMMIT
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?
    CoreData: sql: ROLLBACK
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: INSERT INTO ZPET(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, ?, ?, ?)
    CoreData: details: SQLite bind[0] = 1
    CoreData: details: SQLite bind[1] = 2
    CoreData: details: SQLite bind[0] = 2
    CoreData: sql: UPDATE OR FAIL ZPET SET ZNAME = ?, Z_OPT = ?  WHERE Z_PK=? AND Z_OPT=?
    CoreData: details: SQLite bind[0] = "x"
    CoreData: details: SQLite bind[0] = "y
    z"
    CoreData: sql: DELETE FROM ZOWNER WHERE Z_PK = ? AND Z_OPT = ?
    CoreData: details: SQLite bind[0] = 1
    CoreData: sql: INSERT OR IGNORE INTO Z_1TAGS(Z_1ITEMS, Z_2TAGS) VALUES(?, ?), (?, ?)
    CoreData: details: SQLite bind[0] = 1
    CoreData: details: SQLite bind[0] = 2
    CoreData: sql: PRAGMA user_version
    CoreData: sql: SELECT 0 FROM ATRANSACTION
    CoreData: sql: SELECT 0 FROM Z_PRIMARYKEY
    CoreData: sql: INSERT INTO ANSCKRECORDMETADATA(Z_PK) VALUES(?)
    CoreData: sql: INSERT INTO ATRANSACTION(Z_PK, Z_ENT) VALUES(?, ?)
    CoreData: sql: EXPLAIN QUERY PLAN SELECT 0
    CoreData: sql: COMMIT
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: DELETE FROM ZPET WHERE ZAGE > ?
    CoreData: sql: UPDATE ZPET SET ZAGE = ? WHERE ZAGE > ?
    CoreData: sql: COMMIT
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: DELETE FROM ZPET WHERE ZAGE > ?
    CoreData: sql: ROLLBACK
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: DELETE FROM ATRANSACTION WHERE Z_PK = ?
    CoreData: sql: COMMIT
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: CREATE TABLE ZPET (Z_PK INTEGER)
    CoreData: sql: INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME) VALUES(1, 'Pet')
    CoreData: sql: UPDATE Z_METADATA SET Z_VERSION = 1
    CoreData: sql: UPDATE Z_PRIMARYKEY SET Z_MAX = 1
    CoreData: sql: COMMIT
    CoreData: sql: COMMIT
    CoreData: annotation: PostSaveMaintenance: fileSize 14518912 greater than prune threshold
    CoreData: annotation: PostSaveMaintenance: fileSize 9743832 greater than prune threshold
    CoreData: annotation: PostSaveMaintenance: wal_checkpoint(TRUNCATE)
    CoreData: annotation: PostSaveMaintenance: incremental_vacuum with freelist_count - 7
    CoreData: debug: WAL checkpoint: Database busy
    CoreData: debug: WAL checkpoint: Database busy
    CoreData: debug: WAL checkpoint: Database locked
    CoreData: debug: WAL checkpoint: Database did checkpoint. Log size: 5 checkpointed: 4
    CoreData: debug: WAL checkpoint: Database did checkpoint. Log size: 5 checkpointed: 3
    CoreData: debug: WAL checkpoint: nothing
    CoreData: annotation: total fetch execution time: 0.0
    CoreData: something that has no kind
    CoreData: details: SQLite: EXPLAIN QUERY PLAN SELECT 0
    2 0 0 SCAN ZPET AS t0
    SEARCH t0 USING INDEX x
    CoreData: debug: CoreData+CloudKit: mirroring
    CoreData: info: Remote Change Notification posted

    the app's own line
    CoreData: sql: DELETE FROM ZOWNER WHERE Z_PK = ? AND Z_OPT = ?
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: DELETE FROM ZOWNER WHERE Z_PK = ? AND Z_OPT = ?

    """

  /// Two threads with times: one stops for 5 ms and no longer, the other for longer.
  static let timed = """
    2024-01-01 10:00:00.000 App[1:10] CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZONE t0
    2024-01-01 10:00:00.000 App[1:11] CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZTWO t0 WHERE  t0.Z_PK = ?
    2024-01-01 10:00:00.001 App[1:10] CoreData: annotation: total fetch execution time: 0.001s for 1 rows.
    2024-01-01 10:00:00.001 App[1:11] CoreData: annotation: total fetch execution time: 0.001s for 1 rows.
    2024-01-01 10:00:00.006 App[1:10] CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZONE t0
    2024-01-01 10:00:00.007 App[1:11] CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZTWO t0 WHERE  t0.Z_PK = ?
    2024-01-01 10:00:00.007 App[1:10] CoreData: annotation: total fetch execution time: 0.001s for 5 rows.
    2024-01-01 10:00:00.008 App[1:11] CoreData: annotation: total fetch execution time: 0.001s for 1 rows.
    2024-01-01 10:00:00.008 App[1:10] CoreData: sql: BEGIN EXCLUSIVE
    2024-01-01 10:00:00.008 App[1:10] CoreData: sql: INSERT INTO ZONE(Z_PK, Z_ENT, Z_OPT) VALUES(?, ?, ?)
    2024-01-01 10:00:00.008 App[1:10] CoreData: sql: COMMIT

    """

  static let leaked = """
    Process:         App [9]
    Physical footprint:         4.1M
    Physical footprint (peak):  5.2M
    ----
    leaks Report Version: 4.0
    Process 9: 100 nodes malloced for 4 KB
    Process 9: 7 leaks for 700 total leaked bytes.

        7 (700 bytes) << TOTAL >>

          3 (1.5K) ROOT CYCLE: <Owner 0x10> [100]
             2 (200 bytes) __strong pet --> <Pet 0x20> [100]
                1 (100 bytes) __strong toy --> <Toy 0x25> [100]
                   __strong owner --> CYCLE BACK TO <Owner 0x10> [100]
                __strong owner --> CYCLE BACK TO <Owner 0x10> [100]
          1 (100 bytes) ROOT LEAK: <Pet 0x50> [100]
          1 (2M) ROOT LEAK: <Pet 0x51> [100]
          1 (0.5G) ROOT LEAK: 0x60 [48]
          2 (64) ROOT CYCLE: <Alone> [64]
             self --> CYCLE BACK TO <Alone> [64]
    STACK OF 1 INSTANCE OF 'ROOT LEAK: <malloc in x>':
    3   libsystem 0x1 malloc + 8
    ====
    a line that is none of these

    """
}
