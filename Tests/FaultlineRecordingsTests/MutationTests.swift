// Damaged logs and exports: each is read as far as it goes or refused, no line is lost, and nothing falls over.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineRecordings

@Suite(.serialized) struct `Damaged recordings` {
  /// Together 100,000 at full effort.
  private static let count = Effort.choose(quick: 1_000, ci: 4_000, full: 100_000)

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

  @Test func `are refused where they do not end`() {
    var reader = RecordingReader()
    #expect(throws: RecordingRefusal.self) { try reader.read(RecordingInput("/dev/zero")) }
  }

  @Test(arguments: [
    ("log", RecordingTexts.log), ("trace", RecordingTexts.trace), ("leaks", RecordingTexts.leaks),
    ("metrics", RecordingTexts.metrics),
  ])
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
