// What was asked again and again, in logs and in traces, and what MetricKit says: whole documents.

import FaultlineTestSupport
import Testing

@testable import FaultlineRecordings

struct `A whole recording of repetition` {
  private static func fault(_ number: Int, second: Int) -> String {
    let time = "2024-01-01 10:00:0\(second).0\(number + 10) App[1:10] "
    return """
      \(time)CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT FROM ZPET t0 WHERE  t0.Z_PK = ?
      \(time)CoreData: annotation: total fetch execution time: 0.0001s for 1 rows.
      \(time)CoreData: annotation: fault fulfilled from database for : 0xd <x-coredata://A/Pet/p\(number)>

      """
  }

  private static func one(_ statement: String, rows: Int = 1) -> String {
    """
    CoreData: sql: \(statement)
    CoreData: annotation: total fetch execution time: 0.0001s for \(rows) rows.

    """
  }

  @Test func `in turns counts the worst, and where it began`() throws {
    let first = (0..<12).map { Self.fault($0, second: 1) }.joined()
    let second = (0..<9).map { Self.fault($0, second: 5) }.joined()
    expectText(
      try `A whole recording`().document(first + second),
      is: """
        firedAgain:
          {fired:2,object:Pet/p0}
          {fired:2,object:Pet/p1}
          {fired:2,object:Pet/p2}
          {fired:2,object:Pet/p3}
          {fired:2,object:Pet/p4}
          {fired:2,object:Pet/p5}
          {fired:2,object:Pet/p6}
          {fired:2,object:Pet/p7}
          {fired:2,object:Pet/p8}
        remarks:
          Faults that the row cache answered, bytes, objects alive and peaks are in no log; a run of a scenario shows those.
        repeated:
          {advice:Fetch the objects before they are read: without faults, or by 'self IN' their keys.,entity:Pet,first:{file:1,line:1},kind:fault,mostInOne:12,nanoseconds:2100000,requests:21,rows:21,turns:2}
        requests:
          {entity:Pet,kind:fault,largest:1,nanoseconds:2100000,requests:21,rows:21,unknownRows:0}
        schemaVersion:
          1
        sources:
          {all:63,blank:0,isCut:false,kind:log,level:1,name:1,notUnderstood:0,understood:63,unit:lines,unrelated:0}
        turns:
          2
        worstTurn:
          {first:{file:1,line:1},isStretch:false,lasted:11100000,nanoseconds:1200000,parts:[{entity:Pet,kind:fault,largest:1,nanoseconds:1200000,requests:12,rows:12,unknownRows:0}],requests:12,rows:12,saves:0,thread:1:10}

        """)
  }

  @Test func `is of requests for one object each, and of no others`() throws {
    let columns = "SELECT 0, t0.Z_PK, t0.Z_OPT FROM"
    let statements: [(String, Int)] = [
      ("\(columns) ZA t0 WHERE  t0.ZX = ?", 5), ("\(columns) ZB t0 WHERE  t0.ZX > ?", 1),
      ("\(columns) ZC t0 WHERE  t0.ZX > ?", 2), ("\(columns) ZD t0", 1),
      ("SELECT 0, t0.Z_PK FROM ZE t0 WHERE  t0.ZX = ?", 5),
      ("SELECT t0.ZY FROM ZF t0 WHERE  t0.ZX = ?", 5),
      ("\(columns) ZG t0 WHERE  t0.Z_PK IN (?) LIMIT 1", 1),
      ("\(columns) ZH t0 WHERE  t0.Z_PK IN (?)", 1),
    ]
    let log = statements.map { statement, rows in
      String(repeating: Self.one(statement, rows: rows), count: 10)
    }.joined()
    let counts = ["ZI t0 WHERE  t0.ZX = ?", "ZJ t0 WHERE  t0.ZX > ?", "ZK t0"].map { table in
      String(
        repeating: """
          CoreData: sql: SELECT COUNT( t0.Z_PK) FROM \(table)
          CoreData: annotation: total count request execution time: 0.0001s for count of 3.

          """, count: 10)
    }.joined()
    let nine = String(repeating: Self.one("\(columns) ZL t0 WHERE  t0.ZX = ?"), count: 9)
    let read = try recording(log + counts + nine)
    #expect(
      read.repeated.map {
        "\($0.kind) \($0.entity ?? "") \($0.requests) \($0.rows) \($0.mostInOne)"
      } == [
        "count I 10 30 10", "dictionary F 10 50 10", "fetch A 10 50 10", "fetch B 10 10 10",
        "keys E 10 50 10",
      ])
    // Where each stands alone between two saves there is a pattern only from a hundred on.
    let save = """
      CoreData: sql: BEGIN EXCLUSIVE
      CoreData: sql: INSERT INTO ZPET(Z_PK, Z_ENT, Z_OPT) VALUES(?, ?, ?)
      CoreData: sql: COMMIT

      """
    for count in [99, 100] {
      let alone = String(repeating: nine.prefix(nine.count / 9) + save, count: count)
      let read = try recording(alone)
      #expect(read.repeated.map(\.requests) == (count < 100 ? [] : [100]))
      #expect(read.repeated.allSatisfy { $0.mostInOne == 1 })
    }
  }

  private static let trace = """
    <?xml version="1.0"?>
    <trace-query-result><node><schema name="core-data-SCHEMA"><col><mnemonic>start</mnemonic></col>\
    <col><mnemonic>FIRST</mnemonic></col><col><mnemonic>SECOND</mnemonic></col><col><mnemonic>duration</mnemonic></col>\
    <col><mnemonic>thread</mnemonic></col><col><mnemonic>backtrace</mnemonic></col></schema>
    <row><start-time id="1">5000</start-time><string id="2">ONE</string><string id="3">TWO</string><duration id="4">70</duration>\
    <thread id="5" fmt="Main Thread"/><backtrace id="6"><frame id="7" name="f"><binary id="8" name="libobjc" path="/usr/lib/x"/></frame>\
    <frame id="9" addr="0x2"><binary id="10" name="App" path="/private/App"/></frame>\
    <frame id="11" name="g"><binary ref="10"/></frame></backtrace></row>
    <row><start-time id="12">1000</start-time><string ref="2"/><string ref="3"/><duration ref="4"/><thread ref="5"/><backtrace ref="6"/></row>
    <row><sentinel/><string ref="2"/></row>
    <row><start-time id="13">7000</start-time><sentinel/><sentinel/></row>
    <row><start-time id="14">8000</start-time><string ref="2"/><string>TWO</string><sentinel/><thread fmt="Other"/><sentinel/><x/></row>
    </node></trace-query-result>
    """

  private static func trace(
    _ schema: String, _ first: String, _ second: String, _ one: String, _ two: String
  ) -> String {
    trace.replacing("SCHEMA", with: schema).replacing("FIRST", with: first).replacing(
      "SECOND", with: second
    )
    .replacing("ONE", with: one).replacing("TWO", with: two)
  }

  @Test func `of the tables of a trace has their order, threads and callers`() throws {
    let object = "0xa &lt;x-coredata://S/Pet/p1&gt;"
    expectText(
      try `A whole recording`().document(
        Self.trace("fetch", "fetch-entity", "fetch-count", "Pet", "3"),
        Self.trace("fault", "fault-object", "other", object, ""),
        Self.trace(
          "relationship-fault", "relationship-fault-source", "relationship", object, "toys"),
        Self.trace("save", "x", "y", "", ""), Self.trace("unknown", "x", "y", "", "")),
      is: """
        firedAgain:
          {fired:3,object:Pet/p1}
        remarks:
          A trace does not say what was asked, only of which entity and how many: a count, a fetch of keys and a fetch of rows look alike, a save does not say what it wrote, and contexts are at least one a thread.
          Faults that the row cache answered, bytes, objects alive and peaks are in no log; a run of a scenario shows those.
        repeated:
          none
        requests:
          {entity:Pet,kind:fault,nanoseconds:140,requests:3,rows:0,unknownRows:3}
          {entity:Pet,kind:fetch,largest:3,nanoseconds:140,requests:3,rows:9,unknownRows:0}
          {entity:Pet,kind:relationship,nanoseconds:140,relationship:toys,requests:3,rows:0,unknownRows:3}
        saves:
          {deleted:0,historyRows:0,inserted:0,isLeast:false,joinRows:0,keyReservations:0,nanoseconds:140,rolledBack:0,saves:4,unfinished:0,updated:0}
        schemaVersion:
          1
        sources:
          {all:5,blank:0,isCut:false,kind:trace,name:1,notUnderstood:2,refused:[{line:3,text:a row of core-data-fetch without a time},{line:4,text:a row of core-data-fetch without what it is about}],understood:3,unit:rows,unrelated:0}
          {all:5,blank:0,isCut:false,kind:trace,name:2,notUnderstood:2,refused:[{line:3,text:a row of core-data-fault without a time},{line:4,text:a row of core-data-fault without what it is about}],understood:3,unit:rows,unrelated:0}
          {all:5,blank:0,isCut:false,kind:trace,name:3,notUnderstood:2,refused:[{line:3,text:a row of core-data-relationship-fault without a time},{line:4,text:a row of core-data-relationship-fault without what it is about}],understood:3,unit:rows,unrelated:0}
          {all:5,blank:0,isCut:false,kind:trace,name:4,notUnderstood:1,refused:[{line:3,text:a row of core-data-save without a time}],understood:4,unit:rows,unrelated:0}
          {all:5,blank:0,isCut:false,kind:trace,name:5,notUnderstood:0,understood:0,unit:rows,unrelated:5}
        turns:
          3
        worstTurn:
          {began:1000,first:{file:1,line:2},isStretch:false,lasted:4070,nanoseconds:420,parts:[{entity:Pet,kind:fault,nanoseconds:140,requests:2,rows:0,unknownRows:2},{entity:Pet,kind:fetch,largest:3,nanoseconds:140,requests:2,rows:6,unknownRows:0},{entity:Pet,kind:relationship,nanoseconds:140,relationship:toys,requests:2,rows:0,unknownRows:2}],requests:6,rows:6,saves:2,thread:Main Thread}

        """)
  }

  @Test func `of payloads of MetricKit has each of them`() throws {
    let payload = """
      {"timeStampBegin": "a", "timeStampEnd": "b",
       "memoryMetrics": {"peakMemoryUsage": "5 MB", "averageSuspendedMemory": {"averageValue": "2 kB", "standardDeviation": 1.5, "sampleCount": 7}},
       "applicationExitMetrics": {"backgroundExitData": {"cumulativeMemoryPressureExitCount": 3, "cumulativeMemoryResourceLimitExitCount": 2},
        "foregroundExitData": {"cumulativeMemoryPressureExitCount": 10, "cumulativeMemoryResourceLimitExitCount": -20}}}
      """
    let exits = #"{"timeStampBegin": "c", "applicationExitMetrics": {}}"#
    expectText(
      try `A whole recording`().document(
        "[\(payload), 5, {\"metaData\": 1}]",
        payload.replacing("\n", with: " ") + "\n\nno\n\(exits)\n"),
      is: """
        metrics:
          {begins:a,ends:b,isSimulated:false,limitExits:2,peakBytes:5000000,pressureExits:13,suspendedBytes:2000,suspendedDeviation:1.5,suspendedSamples:7}
          {begins:a,ends:b,isSimulated:false,limitExits:2,peakBytes:5000000,pressureExits:13,suspendedBytes:2000,suspendedDeviation:1.5,suspendedSamples:7}
          {begins:c,isSimulated:false,limitExits:0,pressureExits:0}
        remarks:
          MetricKit covers a day and a whole process; nothing of it belongs to Core Data alone.
        repeated:
          none
        requests:
          none
        schemaVersion:
          1
        sources:
          {all:3,blank:0,isCut:false,kind:metrics,name:1,notUnderstood:1,refused:[{line:2,text:no object}],understood:1,unit:payloads,unrelated:1}
          {all:3,blank:0,isCut:false,kind:metrics,name:2,notUnderstood:1,refused:[{line:3,text:no JSON}],understood:2,unit:payloads,unrelated:0}

        """)
  }

  @Test func `of a payload of 64 MiB is one, and of a longer one none`() {
    let piece = [UInt8](repeating: 0x20, count: 1 << 20)
    var reader = MetricReader(file: 0)
    for _ in 0..<64 { piece.withUnsafeBytes { reader.take($0) } }
    #expect(!reader.isTooLong)
    piece[..<1].withUnsafeBytes { reader.take($0) }
    #expect(reader.isTooLong)
  }

  @Test(
    arguments: [
      ("1.234.567,5 kB", 1_234_567_500), ("1.234.567 kB", 1_234_567_000), ("1.23 kB", 1_230),
      ("1234.567 kB", 1_234_567),
      ("1234.567.890 kB", nil), ("1.2345 kB", 1_235), ("1..2 kB", nil),
      ("999999999 MB", 999_999_999_000_000),
      ("1000000000 MB", nil), ("12 345 678 octets", 12_345_678), ("5 Go", 5_000_000_000),
      ("5 гб", 5_000_000_000),
      ("1.234,567 kB", 1_234_567), ("1.234.56 kB", nil),
    ] as [(String, Int?)])
  func `has sizes with signs between their digits`(text: String, bytes: Int?) {
    #expect(MetricSize.bytes(text) == bytes)
  }
}
