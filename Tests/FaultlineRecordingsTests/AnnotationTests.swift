// Lines of a log that are no statements: what each is read as.

import FaultlineTestSupport
import Testing

@testable import FaultlineRecordings

struct `A line beside a statement` {
  private func read(_ line: String) -> String {
    guard let found = LogLine(line[...]) else { return "no line of Core Data" }
    guard let read = Annotation(found.kind, found.text) else { return "\(found.kind): unknown" }
    return "\(read)".replacing("FaultlineRecordings.Annotation.", with: "")
      .replacing("Swift.", with: "")
  }

  private func lines(_ texts: [String]) -> String {
    texts.map { "\($0)\n  \(read($0))" }.joined(separator: "\n")
  }

  @Test func `is known by how it begins, and its numbers are taken`() {
    expectText(
      lines([
        "CoreData: annotation: sql connection fetch time: 0.0004s",
        "CoreData: annotation: sql connection fetch time: 0,0004s",
        "CoreData: annotation: sql connection fetch time: soon",
        "CoreData: annotation: sql execution time: 0.0001s",
        "CoreData: annotation: total fetch execution time: 0.0020s for 12 rows.",
        "CoreData: annotation: total fetch execution time: 1000000s for 12 rows.",
        "CoreData: annotation: total fetch execution time: 0.0020s for",
        "CoreData: annotation: total count request execution time: 0.0007s for count of 190.",
        "CoreData: annotation: total count request execution time: 0.0007s",
        "CoreData: annotation: Bound intarray _Z_intarray0",
        "CoreData: annotation: Prefetching with key 'pets'.  Got 30 rows.",
        "CoreData: annotation: Prefetching with key 'pets'.",
        "CoreData: annotation: Prefetching with key pets.  Got 30 rows.",
        "CoreData: annotation: to-many relationship fault \"tags\" for objectID 0xa7 <x-coredata://0783/Land/p4> fulfilled from database.  Got 3 rows",
        "CoreData: annotation: to-one relationship fault \"owner\" for objectID 0xa7 <x-coredata://0783/Pet/p4> fulfilled from cache.",
        "CoreData: annotation: to-many relationship fault tags",
        "CoreData: annotation: fault fulfilled from database for : 0xd <x-coredata://A/Owner/p1>",
        "CoreData: annotation: fault fulfilled from row cache for : 0xd <x-coredata://A/Owner>",
        "CoreData: annotation: fetch using NSSQLiteStatement <0x1> on entity 'Pet' with sql text 'SELECT 0 FROM ZPET t0' returned 12 rows with values: (",
        "CoreData: annotation: fetch using NSSQLiteStatement <0x1> on entity 'Pet'",
        "CoreData: annotation: fetch using NSSQLiteStatement <0x1>",
        "CoreData: annotation: count request <NSFetchRequest: 0x1> (entity: Pet; predicate: (name == \"a returned 7\")) returned 12",
        "CoreData: annotation: count request <NSFetchRequest: 0x1> (entity: Pet)",
        "CoreData: annotation: count request <NSFetchRequest: 0x1>",
        "CoreData: annotation: Connecting to sqlite database file at \"/a/App.sqlite\"",
        "CoreData: annotation: Connecting to sqlite database file at /a/App.sqlite",
        "CoreData: annotation: Disconnecting from sqlite database due to deallocation",
        "CoreData: annotation: Creating schema.",
        "CoreData: annotation: (migration)\t will migrate",
        "CoreData: annotation: PostSaveMaintenance: wal_checkpoint(TRUNCATE)",
        "CoreData: annotation: PostSaveMaintenance: incremental_vacuum with freelist_count - 7",
        "CoreData: debug: PostSaveMaintenance: fileSize 14518912 greater than prune threshold",
        "CoreData: debug: PostSaveMaintenance: all is well",
        "CoreData: debug: WAL checkpoint: Database busy",
        "CoreData: debug: WAL checkpoint: Database locked",
        "CoreData: debug: WAL checkpoint: Database did checkpoint. Log size: 5 checkpointed: 4",
        "CoreData: debug: WAL checkpoint: nothing",
        "CoreData: info: Remote Change Notification posted", "CoreData: info: a note",
        "CoreData: details: SQLite bind[0] = 1", "CoreData: details: SQLite bind[12] = \"a = b\"",
        "CoreData: details: SQLite bind[1]   nil", "CoreData: details: SQLite bind[x] = 1",
        "CoreData: details: SQLite bind[1",
        "CoreData: details: SQLite: EXPLAIN QUERY PLAN SELECT 0",
        "CoreData: details: something", "CoreData: annotation: something", "CoreData: sql: COMMIT",
        "CoreData: error: no store", "CoreData: something", "CoreData: sql:",
        "oreData: sql: COMMIT",
        "oreData: error: no store", "CoreData+CloudKit: -[x] y", "sqlite: COMMIT", "the app's own",
        "2014-07-30 11:45:15.647 App[1:2] sql: COMMIT", "2014-07-30 11:45:15.647 App[1:2] error: x",
        "x2014-07-30 11:45:15.647 App[1:2] sql: COMMIT",
      ]),
      is: #"""
        CoreData: annotation: sql connection fetch time: 0.0004s
          connectionTime(Optional(400000))
        CoreData: annotation: sql connection fetch time: 0,0004s
          connectionTime(Optional(400000))
        CoreData: annotation: sql connection fetch time: soon
          connectionTime(nil)
        CoreData: annotation: sql execution time: 0.0001s
          executionTime
        CoreData: annotation: total fetch execution time: 0.0020s for 12 rows.
          total(nanoseconds: Optional(2000000), rows: 12)
        CoreData: annotation: total fetch execution time: 1000000s for 12 rows.
          total(nanoseconds: nil, rows: 12)
        CoreData: annotation: total fetch execution time: 0.0020s for
          cutTotal
        CoreData: annotation: total count request execution time: 0.0007s for count of 190.
          countTotal(nanoseconds: Optional(700000), count: 190)
        CoreData: annotation: total count request execution time: 0.0007s
          cutTotal
        CoreData: annotation: Bound intarray _Z_intarray0
          boundList
        CoreData: annotation: Prefetching with key 'pets'.  Got 30 rows.
          prefetch(key: "pets", rows: Optional(30))
        CoreData: annotation: Prefetching with key 'pets'.
          prefetch(key: "pets", rows: nil)
        CoreData: annotation: Prefetching with key pets.  Got 30 rows.
          annotation: unknown
        CoreData: annotation: to-many relationship fault "tags" for objectID 0xa7 <x-coredata://0783/Land/p4> fulfilled from database.  Got 3 rows
          relationshipFault(key: "tags", object: Optional(Object(entity: "Land", key: "p4")), rows: Optional(3), fromStore: true)
        CoreData: annotation: to-one relationship fault "owner" for objectID 0xa7 <x-coredata://0783/Pet/p4> fulfilled from cache.
          relationshipFault(key: "owner", object: Optional(Object(entity: "Pet", key: "p4")), rows: nil, fromStore: false)
        CoreData: annotation: to-many relationship fault tags
          annotation: unknown
        CoreData: annotation: fault fulfilled from database for : 0xd <x-coredata://A/Owner/p1>
          fault(Optional(Object(entity: "Owner", key: "p1")), fromStore: true)
        CoreData: annotation: fault fulfilled from row cache for : 0xd <x-coredata://A/Owner>
          fault(nil, fromStore: false)
        CoreData: annotation: fetch using NSSQLiteStatement <0x1> on entity 'Pet' with sql text 'SELECT 0 FROM ZPET t0' returned 12 rows with values: (
          returned(entity: "Pet", sql: "SELECT 0 FROM ZPET t0", rows: Optional(12))
        CoreData: annotation: fetch using NSSQLiteStatement <0x1> on entity 'Pet'
          returned(entity: "Pet", sql: "", rows: nil)
        CoreData: annotation: fetch using NSSQLiteStatement <0x1>
          annotation: unknown
        CoreData: annotation: count request <NSFetchRequest: 0x1> (entity: Pet; predicate: (name == "a returned 7")) returned 12
          countRequest(entity: Optional("Pet"), count: Optional(12))
        CoreData: annotation: count request <NSFetchRequest: 0x1> (entity: Pet)
          countRequest(entity: Optional("Pet"), count: nil)
        CoreData: annotation: count request <NSFetchRequest: 0x1>
          countRequest(entity: nil, count: nil)
        CoreData: annotation: Connecting to sqlite database file at "/a/App.sqlite"
          connecting("/a/App.sqlite")
        CoreData: annotation: Connecting to sqlite database file at /a/App.sqlite
          annotation: unknown
        CoreData: annotation: Disconnecting from sqlite database due to deallocation
          remark
        CoreData: annotation: Creating schema.
          remark
        CoreData: annotation: (migration)	 will migrate
          remark
        CoreData: annotation: PostSaveMaintenance: wal_checkpoint(TRUNCATE)
          truncatingCheckpoint
        CoreData: annotation: PostSaveMaintenance: incremental_vacuum with freelist_count - 7
          vacuum
        CoreData: debug: PostSaveMaintenance: fileSize 14518912 greater than prune threshold
          prune(Optional(14518912))
        CoreData: debug: PostSaveMaintenance: all is well
          debug: unknown
        CoreData: debug: WAL checkpoint: Database busy
          busy
        CoreData: debug: WAL checkpoint: Database locked
          locked
        CoreData: debug: WAL checkpoint: Database did checkpoint. Log size: 5 checkpointed: 4
          checkpoint(frames: Optional(4))
        CoreData: debug: WAL checkpoint: nothing
          debug: unknown
        CoreData: info: Remote Change Notification posted
          remark
        CoreData: info: a note
          info: unknown
        CoreData: details: SQLite bind[0] = 1
          bind(0, value: "1")
        CoreData: details: SQLite bind[12] = "a = b"
          bind(12, value: "\"a = b\"")
        CoreData: details: SQLite bind[1]   nil
          bind(1, value: "nil")
        CoreData: details: SQLite bind[x] = 1
          details: unknown
        CoreData: details: SQLite bind[1
          details: unknown
        CoreData: details: SQLite: EXPLAIN QUERY PLAN SELECT 0
          plan
        CoreData: details: something
          details: unknown
        CoreData: annotation: something
          annotation: unknown
        CoreData: sql: COMMIT
          sql: unknown
        CoreData: error: no store
          error: unknown
        CoreData: something
          unknown: unknown
        CoreData: sql:
          sql: unknown
        oreData: sql: COMMIT
          sql: unknown
        oreData: error: no store
          no line of Core Data
        CoreData+CloudKit: -[x] y
          mirroring: unknown
        sqlite: COMMIT
          no line of Core Data
        the app's own
          no line of Core Data
        2014-07-30 11:45:15.647 App[1:2] sql: COMMIT
          sql: unknown
        2014-07-30 11:45:15.647 App[1:2] error: x
          no line of Core Data
        x2014-07-30 11:45:15.647 App[1:2] sql: COMMIT
          no line of Core Data
        """#)
  }

  @Test(arguments: [
    ("<x-coredata://A/Owner/p1>", "Owner p1"), ("x-coredata://A/Owner/p1 and more", "Owner p1"),
    ("<x-coredata://A/Owner/p1/x>", "Owner p1"), ("<x-coredata://A/Owner>", nil), ("Owner/p1", nil),
  ])
  func `names an object by its address`(text: String, object: String?) {
    #expect(Annotation.object(text[...]).map { "\($0.entity) \($0.key)" } == object)
  }

  @Test(arguments: [
    ("plain", "plain"), ("end\r", "end"), ("a\u{1B}[32mb\u{1B}[0;1mc", "abc"), ("a\u{1B}b", "ab"),
    ("a\u{1B}[", "a"), ("a\u{1B}[3", "a"), ("a\u{1B}[@b\u{1B}[~c", "abc"), ("\r", ""),
  ])
  func `has no colours and no other system's end`(line: String, plain: String) {
    #expect(PlainLine.of(line) == plain)
  }

  @Test(
    arguments: [
      ("[12:30:01.123] ", 45_001_123_000_000), ("[12:30:01,1234567899] ", 45_001_123_456_789),
      ("[24:60:61] ", 90_061_000_000_000), ("[25:00:00] ", nil), ("[00:61:00] ", nil),
      ("[00:00:62] ", nil), ("[00:00] ", nil), ("1970-12-31 App[1:2] ", 403 * 86_400_000_000_000),
      ("1970-13-31 App[1:2] ", nil), ("1970-12-32 App[1:2] ", nil), ("1969-12-31 App[1:2] ", nil),
      ("2100-01-01T00:00:00Z App[1:2] ", (130 * 372 + 32) * 86_400_000_000_000),
      ("2101-01-01 App[1:2] ", nil), ("1970-00-01 App[1:2] ", nil), ("1970-01-00 App[1:2] ", nil),
    ] as [(String, Int?)])
  func `has a time where a prefix shows one that can be`(prefix: String, time: Int?) {
    #expect(LogPrefix(prefix[...])?.time == time)
  }
}
