// Files with something wrong in them, the same in every run.

import FaultlineTestSupport
import Foundation

/// Damages bytes as disks, downloads and enemies do.
struct Mutation {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func number(below limit: Int) -> Int {
    Int.random(in: 0..<max(1, limit), using: &random)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  /// A few changes of any kind; pages are those of a database.
  mutating func damage(_ bytes: [UInt8], pageSize: Int = 4_096) -> [UInt8] {
    var bytes = bytes
    for _ in 0...number(below: 4) {
      guard !bytes.isEmpty else { return bytes }
      switch number(below: 12) {
      case 0: bytes.removeLast(number(below: bytes.count))
      case 1: bytes.insert(contentsOf: noise(number(below: 64)), at: number(below: bytes.count))
      case 2: bytes.removeSubrange(span(in: bytes, upTo: 64))
      case 3: copy(page(bytes, pageSize), over: page(bytes, pageSize), in: &bytes)
      case 4: for place in page(bytes, pageSize) { bytes[place] = 0 }
      case 5: copy(span(in: bytes, upTo: 64), over: span(in: bytes, upTo: 64), in: &bytes)
      case 6: bytes[number(below: min(100, bytes.count))] = UInt8(number(below: 256))
      case 7:
        // Where a page begins stands what it is and how many cells it has.
        let start = page(bytes, pageSize).lowerBound
        bytes[min(bytes.count - 1, start + number(below: 16))] = UInt8(number(below: 256))
      case 8:
        for place in span(in: bytes, upTo: 9) { bytes[place] = pick([0, 0x7F, 0x80, 0xFF]) }
      default: for _ in 0...number(below: 8) { flip(&bytes) }
      }
    }
    return bytes
  }

  private mutating func flip(_ bytes: inout [UInt8]) {
    bytes[number(below: bytes.count)] ^= 1 << UInt8(number(below: 8))
  }

  private mutating func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private mutating func span(in bytes: [UInt8], upTo limit: Int) -> Range<Int> {
    let start = number(below: bytes.count)
    return start..<min(bytes.count, start + 1 + number(below: limit))
  }

  private mutating func page(_ bytes: [UInt8], _ size: Int) -> Range<Int> {
    let start = number(below: (bytes.count + size - 1) / size) * size
    return start..<min(bytes.count, start + size)
  }

  private func copy(_ source: Range<Int>, over target: Range<Int>, in bytes: inout [UInt8]) {
    let part = Array(bytes[source])
    for (place, byte) in zip(target, part) { bytes[place] = byte }
  }
}
