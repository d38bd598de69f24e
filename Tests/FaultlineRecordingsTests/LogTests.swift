// SQL logs of every level, as loggers and authors leave them.

import FaultlineTestSupport
import Testing

@testable import FaultlineRecordings

struct `A SQL log` {
  private static let fetch = """
    CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZPERSON t0 WHERE t0.ZNAME = ?
    CoreData: annotation: sql connection fetch time: 0.0004s
    CoreData: annotation: total fetch execution time: 0.0007s for 5 rows.

    """

  @Test(
    arguments: [
      "", "  ", "\t", "2014-07-30 11:45:15.647 WordList[65858:2586192] ",
      "2016-10-10 12:00:00.123456+0200 My App[123:1a2b] ",
      "2016-10-10 12:00:00.123 App[1:2] [sql] ",
      "2024-01-10 11:14:38.831786-0800 0x724d65   Default     0x0                  18248  0    App: (CoreData) [com.apple.coredata:sql] ",
      "2026-10-07 02:09:14.456 Df App[39751:859c8e] [com.apple.coredata:sql] ",
      "Nov 23 15:01:02 my-phone App(CoreData)[123] <Notice>: ", "[12:30:01.123] ", "> ",
    ])
  func `is found behind the prefix of a logger`(prefix: String) throws {
    let text = Self.fetch.split(separator: "\n").map { prefix + $0 + "\n" }.joined()
    let read = try recording(text)
    #expect(lines(read) == ["fetch PERSON: 1, 5"])
    #expect(taken(read) == [3, 3, 0, 0])
  }

  @Test(arguments: ["ata: ", "oreData: ", "", ": "])
  func `is found where an author cut its mark`(mark: String) throws {
    let text = Self.fetch.replacing("CoreData: ", with: mark)
    #expect(lines(try recording(text)) == ["fetch PERSON: 1, 5"])
  }

  @Test func `is not looked for within what an app says`() throws {
    let read = try recording(
      Self.fetch + """
        I saw CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPERSON t0
        2014-07-30 11:45:15.647 App[1:2] note CoreData: sql: COMMIT
        my sql: SELECT 1
        a, b, sql: SELECT
        """)
    #expect(lines(read) == ["fetch PERSON: 1, 5"])
    #expect(taken(read) == [7, 3, 0, 4])
  }

  @Test func `may have line ends, colours and encodings of any system`() throws {
    let lined = Self.fetch.replacing("\n", with: "\r\n")
    #expect(lines(try recording(lined)) == ["fetch PERSON: 1, 5"])
    let coloured = Self.fetch.replacing("CoreData: ", with: "\u{1B}[32mCoreData: \u{1B}[0;1m")
    #expect(lines(try recording(coloured)) == ["fetch PERSON: 1, 5"])
    for isLittle in [true, false] {
      var bytes: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
      for unit in Self.fetch.utf16 {
        let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        bytes += isLittle ? pair : pair.reversed()
      }
      var reader = RecordingReader()
      try reader.read(RecordingInput(name: "wide", bytes: bytes))
      #expect(lines(reader.recording()) == ["fetch PERSON: 1, 5"])
    }
    var reader = RecordingReader()
    try reader.read(
      RecordingInput(
        name: "latin", bytes: Array("caf".utf8) + [0xE9, 0x0A] + Array(Self.fetch.utf8)))
    #expect(taken(reader.recording()) == [4, 3, 0, 1])
  }

  @Test func `has a prefetch within its fetch, named by its relationship`() throws {
    let read = try recording(
      """
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZOWNER t0
      CoreData: annotation: sql connection fetch time: 0.0003s
      CoreData: annotation: Bound intarray _Z_intarray0
      CoreData: annotation: Bound intarray values.
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZOWNER FROM ZPET t0 WHERE  t0.ZOWNER IN (SELECT * FROM _Z_intarray0)
      CoreData: annotation: sql connection fetch time: 0.0021s
      CoreData: annotation: total fetch execution time: 0.0024s for 30 rows.
      CoreData: annotation: Prefetching with key 'pets'.  Got 30 rows.
      CoreData: annotation: total fetch execution time: 0.0053s for 10 rows.
      """)
    #expect(lines(read) == ["fetch OWNER: 1, 10", "prefetch PET.pets: 1, 30"])
  }

  @Test func `names what a fault and a relationship are of`() throws {
    let read = try recording(
      """
      CoreData: sql: SELECT t0.Z_ENT, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZREGION t0 WHERE  t0.Z_PK = ?
      CoreData: annotation: sql connection fetch time: 0.0001s
      CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
      CoreData: annotation: fault fulfilled from database for : 0xd000000000100002
      <x-coredata://DE6497F9-8B94-420D-81B7-E25B992E28C2/Land/p4>
      CoreData: sql: SELECT 0, t0.Z_PK FROM Z_1TAGS t1 JOIN ZTAG t0 ON t0.Z_PK = t1.Z_2TAGS WHERE t1.Z_1LANDS = ?
      CoreData: annotation: total fetch execution time: 0.0001s for 3 rows.
      CoreData: annotation: to-many relationship fault "tags" for objectID 0xa7 <x-coredata://0783/Land/p4> fulfilled from database.  Got 3 rows
      """)
    #expect(lines(read) == ["fault Land: 1, 1", "relationship fault Land.tags: 1, 3"])
    #expect(taken(read) == [8, 8, 0, 0])
  }

  @Test func `distinguishes key reservations, saves, history and batches`() throws {
    let read = try recording(
      """
      CoreData: sql: BEGIN EXCLUSIVE
      CoreData: sql: SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?
      CoreData: sql: UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?
      CoreData: sql: COMMIT
      CoreData: sql: BEGIN EXCLUSIVE
      CoreData: sql: INSERT INTO ZPERSON(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, ?, ?, ?)
      CoreData: sql: INSERT INTO ZPERSON(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, ?, ?, ?)
      CoreData: sql: UPDATE OR FAIL ZPET SET ZNAME = ?, Z_OPT = ?  WHERE Z_PK=? AND Z_OPT=?
      CoreData: sql: DELETE FROM ZPET WHERE Z_PK = ? AND Z_OPT = ?
      CoreData: sql: INSERT OR IGNORE INTO Z_1TAGS(Z_1ITEMS, Z_2TAGS) VALUES(?, ?)
      CoreData: sql: INSERT INTO ATRANSACTION(Z_PK, Z_ENT, Z_OPT, ZTIMESTAMP) VALUES(?, ?, ?, ?)
      CoreData: sql: COMMIT
      CoreData: sql: BEGIN EXCLUSIVE
      CoreData: sql: DELETE FROM ZPET WHERE ZAGE > ?
      CoreData: sql: COMMIT
      CoreData: sql: BEGIN EXCLUSIVE
      CoreData: sql: INSERT INTO ZTRANSACTION(Z_PK, Z_ENT, Z_OPT, ZAMOUNT) VALUES(?, ?, ?, ?)
      CoreData: sql: ROLLBACK
      """)
    let saves = try #require(read.saves)
    #expect(saves.saves == 1 && saves.rolledBack == 1 && saves.keyReservations == 1)
    #expect([saves.inserted, saves.updated, saves.deleted] == [2, 1, 1])
    #expect(saves.joinRows == 1 && saves.historyRows == 1 && saves.isLeast)
    #expect(saves.sizes.map { [$0.rows, $0.saves] } == [[4, 1]])
    #expect(saves.batches.map { "\($0.kind) \($0.entity ?? "")" } == ["delete PET"])
    #expect(read.requests == [])
  }

  @Test func `counts rows by the values that were bound, where it shows them`() throws {
    let read = try recording(
      """
      CoreData: sql: BEGIN EXCLUSIVE
      CoreData: sql: INSERT INTO ZPERSON(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, ?, ?, ?)
      CoreData: details: SQLite bind[0] = 1
      CoreData: details: SQLite bind[1] = "a
      b"
      CoreData: details: SQLite bind[0] = 2
      CoreData: details: SQLite bind[1] = "c"
      CoreData: sql: COMMIT
      """)
    #expect(read.saves?.inserted == 2)
    #expect(read.saves?.isLeast == false)
    #expect(taken(read) == [8, 8, 0, 0])
  }

  /// A row of a relationship's own table is no object.
  @Test func `counts rows of relationships by their values as well`() throws {
    let read = try recording(
      """
      CoreData: sql: BEGIN EXCLUSIVE
      CoreData: sql: INSERT OR IGNORE INTO Z_1TAGS(Z_1ITEMS, Z_2TAGS) VALUES(?, ?)
      CoreData: details: SQLite bind[0] = 1
      CoreData: details: SQLite bind[1] = 7
      CoreData: details: SQLite bind[0] = 1
      CoreData: details: SQLite bind[1] = 8
      CoreData: details: SQLite bind[0] = 2
      CoreData: details: SQLite bind[1] = 7
      CoreData: sql: COMMIT
      """)
    #expect(read.saves?.joinRows == 3)
    #expect([read.saves?.inserted, read.saves?.updated, read.saves?.deleted] == [0, 0, 0])
  }

  /// A day or a time of day alone is enough to say what came first, and a month's name alone is not.
  @Test(arguments: [
    ("1970-01-02 App[1:2] ", 33 * 86_400_000_000_000), ("[00:00:01.5] ", 1_500_000_000),
    ("1970-01-02 00:00:01 App[1:2] ", 33 * 86_400_000_000_000 + 1_000_000_000),
    ("Nov App[1:2] ", nil), ("[1] ", nil),
  ])
  func `knows when a line was written`(prefix: String, time: Int?) throws {
    #expect(try #require(LogPrefix(prefix[...])).time == time)
  }

  @Test func `keeps the rows of threads apart, where it names them`() throws {
    let read = try recording(
      """
      2024-01-01 10:00:00.000 App[1:10] CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZONE t0
      2024-01-01 10:00:00.001 App[1:11] CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZTWO t0
      2024-01-01 10:00:00.002 App[1:10] CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
      2024-01-01 10:00:00.003 App[1:11] CoreData: annotation: total fetch execution time: 0.0001s for 2 rows.
      """)
    #expect(lines(read) == ["fetch ONE: 1, 1", "fetch TWO: 1, 2"])
    #expect(read.turns == 2)
  }

  @Test func `counts what it does not understand, and goes on`() throws {
    let read = try recording(
      """
      CoreData: annotation: something that nobody has seen
      CoreData: details: more of it
      CoreData: Something without a kind
      CoreData: error: an error
      CoreData: annotation: total fetch execution time: 0.0001s for 2 rows.
      CoreData: annotation: total fetch execution time: 0.0
      """ + "\n" + Self.fetch)
    #expect(taken(read) == [9, 5, 4, 0])
    #expect(read.sources[0].refused.map(\.line) == [1, 2, 3, 6])
    #expect(lines(read) == ["fetch PERSON: 1, 5"])
    #expect(read.remarks.contains { $0.contains("totals closed no request") })
  }

  @Test func `names faults one after the other as N plus one`() throws {
    let faults = (1...12).map { number in
      """
      CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK = ?
      CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
      CoreData: annotation: fault fulfilled from database for : 0xd <x-coredata://A/Pet/p\(number)>

      """
    }.joined()
    let group = try #require(try recording(Self.fetch + faults).repeated.first)
    #expect(group.kind == .fault && group.entity == "Pet" && group.requests == 12)
    #expect(group.first.line == 4)
  }

  @Test func `is refused where no line is Core Data's`() throws {
    do {
      _ = try recording("one\ntwo\n")
      Issue.record("it was read")
    } catch let refusal as RecordingRefusal {
      #expect(refusal.reason.hasSuffix("of its 2 lines not one is of these"))
      #expect(refusal.notes == ["it begins: one"])
    }
  }
}
