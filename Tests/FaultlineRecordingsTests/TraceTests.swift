// Tables of a trace that tests make themselves: references, orders and what is missing.

import Testing

@testable import FaultlineRecordings

struct `A table of a trace` {
  private static func table(_ schema: String, _ columns: [String], _ rows: String) -> String {
    let described = columns.map { "<col><mnemonic>\($0)</mnemonic><name>x</name></col>" }.joined()
    return """
      <?xml version="1.0"?>
      <trace-query-result>
      <node xpath='//a[@b="c>d"]'><schema name="\(schema)">\(described)</schema>\(rows)</node></trace-query-result>
      """
  }

  @Test func `has cells that refer to earlier ones, also within a backtrace`() throws {
    let text = Self.table(
      "core-data-fetch",
      ["backtrace", "extra", "fetch-count", "start", "fetch-entity", "duration"],
      """
      <row><backtrace id="1"><frame id="2" name="a" addr="0x1"><binary id="3" name="CoreData" path="/System/Library/x"/></frame>\
      <frame id="4" name="List.body &amp; more" addr="0x2"><binary id="5" name="App" path="/private/App"/></frame></backtrace>\
      <sentinel/><uint64 id="6">1</uint64><start-time id="7">1000</start-time><string id="8">Pet</string><duration id="9">5</duration></row>
      <row><backtrace id="10"><frame ref="2"/><frame ref="4"/></backtrace><sentinel/><uint64 ref="6"/>\
      <start-time id="11">2000</start-time><string ref="8"/><duration ref="9"/></row>
      """)
    var reader = RecordingReader()
    try reader.read(RecordingInput(name: "t", bytes: Array(text.utf8)))
    let read = reader.recording()
    #expect(lines(read) == ["fetch Pet: 2, 2"])
    #expect(read.requests[0].nanoseconds == 10)
    #expect(read.worstTurn?.requests == 2)
  }

  @Test func `that ends early is read as far as it goes`() throws {
    let whole = Self.table(
      "core-data-fault", ["start", "fault-object"],
      """
      <row><start-time id="1">1</start-time><string id="2">0xa &lt;x-coredata://S/Pet/p1&gt;</string></row>
      <row><start-time id="3">2</start-time><string ref="2"/></row>
      """)
    let cut = String(whole.prefix(whole.count - 70))
    let read = try recording(cut)
    #expect(lines(read) == ["fault Pet: 1, -"])
    #expect(read.sources[0].isCut)
    #expect(taken(read) == [2, 1, 1, 0])
  }

  @Test func `of another instrument is counted as unrelated`() throws {
    let read = try recording(
      Self.table("time-profile", ["start"], "<row><start-time id=\"1\">1</start-time></row>"))
    #expect(taken(read) == [1, 0, 0, 1])
    #expect(read.requests == [])
  }
}

struct `Texts of leaks and of MetricKit` {
  @Test func `have cycles that are counted by what they lead back to`() throws {
    let read = try recording(
      """
      leaks Report Version: 4.0
      Process 9: 100 nodes malloced for 4 KB
      Process 9: 4 leaks for 400 total leaked bytes.

          4 (400 bytes) << TOTAL >>

            2 (200 bytes) ROOT CYCLE: <Owner 0x10> [100]
               1 (100 bytes) __strong pet --> ROOT CYCLE: <Pet 0x20> [100]
                  __strong owner --> CYCLE BACK TO <Owner 0x10> [100]
            2 (200 bytes) ROOT CYCLE: <Owner 0x30> [100]
               1 (100 bytes) __strong pet --> ROOT CYCLE: <Pet 0x40> [100]
                  __strong owner --> CYCLE BACK TO <Owner 0x30> [100]
      a line that is none of these
      """)
    let leaks = try #require(read.leaks)
    #expect(leaks.cycles.map(\.classes) == [["Owner", "Pet"]])
    #expect(leaks.cycles.map(\.cycles) == [2])
    #expect(leaks.cycles.map(\.edges) == [["__strong pet", "__strong owner"]])
    #expect(leaks.roots.map { "\($0.class) \($0.roots) \($0.objects)" } == ["Owner 2 4"])
    #expect(taken(read) == [13, 10, 1, 2])
  }

  @Test(
    arguments: [
      ("200000 kB", 200_000_000), ("200,000 kB", 200_000_000), ("1,106,818千字节", 1_106_818_000),
      ("1.106.818 kB", 1_106_818_000), ("1 106 818 ko", 1_106_818_000), ("200,5 MB", 200_500_000),
      ("1,234.5 MB", 1_234_500_000), ("٢٠٠ kB", 200_000), ("7 bytes", 7), ("200 furlongs", nil),
      ("kB", nil), ("", nil), ("12,34,567 kB", nil), ("-5 kB", nil),
    ] as [(String, Int?)])
  func `have sizes in any language, and no unit is guessed`(text: String, bytes: Int?) {
    #expect(MetricSize.bytes(text) == bytes)
  }

  @Test func `say when a payload is made up`() throws {
    let read = try recording(
      #"{"timeStampBegin": "a", "memoryMetrics": {"peakMemoryUsage": "5 lieues", "averageSuspendedMemory": {"averageValue": "100,000 kB", "standardDeviation": 0, "sampleCount": 500}}}"#
    )
    #expect(read.metrics.first?.isSimulated == true)
    #expect(read.metrics.first?.refused == ["5 lieues"])
    #expect(read.metrics.first?.suspendedBytes == 100_000_000)
  }
}
