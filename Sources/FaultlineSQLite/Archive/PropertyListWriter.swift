// Binary property lists, with the one kind of value that Foundation keeps to itself: archive references.

import Foundation

/// A value of a property list, in an order that is always the same.
indirect enum ListPart {
  case flag(Bool)
  case integer(Int)
  case real(Double)
  /// Seconds since 2001.
  case date(Double)
  case data([UInt8])
  case text(String)
  /// A reference to an object of a keyed archive, by its position.
  case reference(Int)
  case array([ListPart])
  case dictionary([(key: String, value: ListPart)])
}

/// Writes the format `bplist00`.
struct PropertyListWriter {
  private var bytes = Array("bplist00".utf8)
  private var offsets: [Int] = []
  private var count = 0
  private var referenceSize = 1

  /// The bytes of a property list.
  static func bytes(_ root: ListPart) -> [UInt8] {
    var writer = PropertyListWriter()
    let total = size(root)
    writer.referenceSize = total < 1 << 8 ? 1 : total < 1 << 16 ? 2 : 4
    writer.offsets = Array(repeating: 0, count: total)
    writer.count = 1
    writer.write(root, as: 0)
    writer.finish()
    return writer.bytes
  }

  /// How many objects a part comes to, itself included.
  private static func size(_ part: ListPart) -> Int {
    switch part {
    case .array(let parts): parts.reduce(1) { $0 + size($1) }
    case .dictionary(let pairs): pairs.reduce(1) { $0 + 1 + size($1.value) }
    default: 1
    }
  }

  private mutating func write(_ part: ListPart, as number: Int) {
    offsets[number] = bytes.count
    switch part {
    case .flag(let flag): bytes.append(flag ? 9 : 8)
    case .integer(let value): write(integer: value)
    case .real(let value): write(0x23, value.bitPattern)
    case .date(let seconds): write(0x33, seconds.bitPattern)
    case .data(let data):
      write(marker: 0x40, data.count)
      bytes += data
    case .text(let text): write(text)
    case .reference(let place):
      bytes.append(0x83)
      append(place, 4)
    case .array(let parts):
      write(marker: 0xA0, parts.count)
      write(members: parts)
    case .dictionary(let pairs):
      write(marker: 0xD0, pairs.count)
      write(members: pairs.map { .text($0.key) } + pairs.map(\.value))
    }
  }

  /// The numbers of the members, and then the members.
  private mutating func write(members: [ListPart]) {
    let first = count
    count += members.count
    for place in members.indices { append(first + place, referenceSize) }
    for (place, part) in members.enumerated() { write(part, as: first + place) }
  }

  private mutating func write(integer value: Int) {
    bytes.append(0x13)
    append(value, 8)
  }

  private mutating func write(_ marker: UInt8, _ bits: UInt64) {
    bytes.append(marker)
    append(Int(bitPattern: UInt(bits)), 8)
  }

  private mutating func write(_ text: String) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      write(marker: 0x50, text.utf8.count)
      bytes += text.utf8
    } else {
      write(marker: 0x60, text.utf16.count)
      for unit in text.utf16 { append(Int(unit), 2) }
    }
  }

  private mutating func write(marker: UInt8, _ count: Int) {
    if count < 15 {
      bytes.append(marker | UInt8(count))
    } else {
      bytes.append(marker | 15)
      write(integer: count)
    }
  }

  /// Writes the lowest bytes of a number, the highest of them first.
  private mutating func append(_ number: Int, _ size: Int) {
    for place in stride(from: size - 1, through: 0, by: -1) {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place)))
    }
  }

  private mutating func finish() {
    let table = bytes.count
    for offset in offsets { append(offset, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, UInt8(referenceSize)]
    for number in [offsets.count, 0, table] { append(number, 8) }
  }
}
