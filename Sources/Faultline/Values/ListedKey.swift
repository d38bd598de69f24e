// Where the objects of a table have the keys under which they are listed.

/// Where an object has the key by which a table finds it.
///
/// Keys are read without a reference: a table looks at them under its lock, where one that is added and released
/// again could be the last, and what it ends takes that lock.
struct ListedKey {
  /// In bytes from the beginning of the object, which has two words of Swift's first.
  private let offset: Int
  private let isSerial: Bool

  /// In the header of a row, which begins with it.
  static let row = ListedKey(offset: 16, isSerial: false)
  /// In an object that is the only one of its record, after its slots and its identity table.
  static let object = ListedKey(offset: 32, isSerial: false)
  /// In an object that is one of several of its record, after its body and its ties.
  static let serial = ListedKey(offset: 56, isSerial: true)

  @inline(__always) func key(at address: Address) -> Int64 {
    // A table lists no object at zero.
    let memory = UnsafeRawPointer(bitPattern: address.bits).unsafelyUnwrapped
    return isSerial
      ? Self.place(of: memory.load(fromByteOffset: offset, as: UInt32.self))
      : memory.load(fromByteOffset: offset, as: Int64.self)
  }

  /// The key of an object that is one of several: no record has such a one.
  static func place(of serial: UInt32) -> Int64 { Int64.min + Int64(serial) }
}
