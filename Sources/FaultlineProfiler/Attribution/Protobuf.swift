// Protocol buffers, as far as a profile needs them: numbers, texts, messages and packed numbers.

/// The fields of a message, in the order in which they are added; numbers of zero are left out, as the format has it.
struct Protobuf {
  private(set) var bytes: [UInt8] = []

  /// Adds a number; negative ones take ten bytes.
  mutating func add(_ field: Int, _ number: Int) {
    guard number != 0 else { return }
    add(tag: field, kind: 0)
    add(varint: UInt64(bitPattern: Int64(number)))
  }

  /// Adds a flag.
  mutating func add(_ field: Int, _ flag: Bool) { add(field, flag ? 1 : 0) }

  /// Adds a text, also an empty one: it may have a place in a list.
  mutating func add(_ field: Int, _ text: String) { add(field, Array(text.utf8)) }

  /// Adds a message of its own.
  mutating func add(_ field: Int, _ message: Protobuf) { add(field, message.bytes) }

  /// Adds a list of numbers in one piece.
  mutating func add(_ field: Int, packed numbers: [Int]) {
    var packed = Protobuf()
    for number in numbers { packed.add(varint: UInt64(bitPattern: Int64(number))) }
    add(field, packed)
  }

  private mutating func add(_ field: Int, _ content: [UInt8]) {
    add(tag: field, kind: 2)
    add(varint: UInt64(content.count))
    bytes += content
  }

  private mutating func add(tag field: Int, kind: Int) {
    add(varint: UInt64(field << 3 | kind))
  }

  /// Seven bits a byte, the lowest first; all but the last byte have the highest bit set.
  private mutating func add(varint number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
