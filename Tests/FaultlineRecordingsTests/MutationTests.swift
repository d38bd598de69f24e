// Damaged logs and exports: each is read as far as it goes or refused, no line is lost, and nothing falls over.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineRecordings

@Suite(.serialized) struct `Damaged recordings` {
  /// Together 100,000 at full effort.
  private static let count = Effort.choose(quick: 1_000, ci: 4_000, full: 100_000)

  private static let log = """
    2014-07-30 11:45:15.647 App[65858:2586192] CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZPERSON t0 WHERE ( t0.ZAGE > ? AND t0.ZNAME IN (?,?)) ORDER BY t0.ZNAME DESC LIMIT 10
    CoreData: details: SQLite bind[0] = "text
    on two lines"
    CoreData: annotation: fetch using NSSQLiteStatement <0x60> on entity 'Person' with sql text 'SELECT 0' returned 3 rows with values: (
        "<Person: 0x60 (entity: Person; id: 0xd <x-coredata://11/Person/p1> ; data: <fault>)"
    )
    CoreData: annotation: total fetch execution time: 0.1190s for 3 rows.
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: INSERT INTO ZPERSON(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, ?, ?, ?)
    CoreData: sql: COMMIT
    CoreData: annotation: count request <NSFetchRequest: 0x7f> (entity: Word; predicate: (a == "s"); type: NSCountResultType;) returned 18988
    CoreData: debug: PostSaveMaintenance: fileSize 14518912 greater than prune threshold
    the app says something\r

    """
  private static let trace = """
    <?xml version="1.0"?><trace-query-result><node><schema name="core-data-fetch"><col><mnemonic>start</mnemonic></col><col><mnemonic>fetch-entity</mnemonic></col><col><mnemonic>fetch-count</mnemonic></col><col><mnemonic>backtrace</mnemonic></col></schema>\
    <row><start-time id="1" fmt="0">100</start-time><string id="2">Pet</string><uint64 id="3">1</uint64><backtrace id="4"><frame id="5" name="f" addr="0x1"><binary id="6" name="App" path="/p"/></frame></backtrace></row>\
    <row><start-time id="7">200</start-time><string ref="2"/><uint64 ref="3"/><backtrace ref="4"/></row></node></trace-query-result>
    """
  private static let leaks = """
    leaks Report Version: 4.0
    Process 9: 4 leaks for 400 total leaked bytes.
        2 (200 bytes) ROOT CYCLE: <Owner 0x10> [100]
           1 (1.5K) __strong pet --> ROOT CYCLE: <Pet 0x20> [100]
              __strong owner --> CYCLE BACK TO <Owner 0x10> [100]

    """
  private static let metrics =
    #"{"timeStampBegin": "a", "memoryMetrics": {"peakMemoryUsage": "1,106,818千字节", "averageSuspendedMemory": {"averageValue": "5 kB", "sampleCount": 22}}, "applicationExitMetrics": {"backgroundExitData": {"cumulativeMemoryPressureExitCount": 13}}}"#

  private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<5, using: &random) {
      guard !bytes.isEmpty else { break }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...60, using: &random))
      switch Int.random(in: 0..<9, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.removeLast(bytes.count - place)
      case 2:
        bytes.insert(
          contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
      case 3: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 4: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: place)
      case 5: bytes.insert(contentsOf: [0xFF, 0xC3, 0x28, 0x00, 0x0A], at: place)
      case 6: bytes.insert(contentsOf: Array("((((<<<\"'[".utf8), at: place)
      case 7: bytes.insert(0x0A, at: place)
      default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    return bytes
  }

  @Test(arguments: [("log", log), ("trace", trace), ("leaks", leaks), ("metrics", metrics)])
  func `lose no line and stop nothing`(name: String, text: String) throws {
    var random = SplitMix64(seed: UInt64(name.count))
    var refused = 0
    for number in 0..<Self.count / 4 {
      let bytes = Self.damaged(Array(text.utf8), &random)
      var reader = RecordingReader(keepsValues: number.isMultiple(of: 2))
      do {
        try reader.read(RecordingInput(name: name, bytes: bytes))
      } catch {
        refused += 1
        continue
      }
      let recording = reader.recording(privacy: Privacy(coversNames: number.isMultiple(of: 3)))
      let source = recording.sources[0]
      #expect(source.all == source.understood + source.notUnderstood + source.unrelated)
      // UTF-16 by mistake has other lines.
      let isWide = bytes.count > 1 && (bytes[0] == 0 || bytes[1] == 0 || bytes[0] >= 0xFE)
      if source.unit == "lines", !isWide {
        let ends = bytes.count { $0 == 0x0A }
        #expect(source.all == ends + (bytes.last == 0x0A ? 0 : 1), "\(name) \(number)")
      }
      if number.isMultiple(of: 50) { _ = recording.json }
    }
    #expect(refused < Self.count / 4)
    guard Effort.current == .full else { return }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    let kilobytes = try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    print("the most memory: \(kilobytes) kB")
    #expect(kilobytes < 512 << 10)
  }
}
