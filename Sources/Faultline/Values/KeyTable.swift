// From a primary key to an object that the table does not hold.

import CFaultline

/// The addresses of objects by their keys; a lookup retains the object.
///
/// Eight bytes an entry: the key stands in the object itself, and is read there, without a reference to the object.
/// An object that is being destroyed must take itself off before its memory goes.
struct KeyTable: ~Copyable {
  private var table = OpenTable<Entry>()
  private let keys: ListedKey

  /// Starts with no object, of those that have their keys there.
  init(_ keys: ListedKey) { self.keys = keys }

  /// Where the addresses lie.
  var memory: Address { table.memory }

  /// The bytes that the table takes.
  var byteCount: Int { table.byteCount }

  /// How many objects are listed.
  var count: Int { table.count }

  /// Lists an object, in place of any other of that key; returns where that one lies.
  @discardableResult mutating func insert(_ address: Address, for key: Int64) -> Address {
    table.insert(Entry(address, key), for: key, keys)?.address ?? Address(bits: 0)
  }

  /// Removes a key if it still stands for this object: a newer one may have taken its place.
  mutating func remove(_ address: Address, for key: Int64) {
    table.remove(key, keys) { $0.address == address }
  }

  /// Whether an object is listed at a key.
  func lists(_ key: Int64) -> Bool { table.entry(key, keys) != nil }

  /// Makes room for as many objects more.
  mutating func reserve(_ more: Int) { table.reserve(more, keys) }

  /// The address for a key, without a reference to what lies there.
  func address(_ key: Int64) -> Address { table.entry(key, keys)?.address ?? Address(bits: 0) }

  /// The address for a key with a reference added, if the object is alive.
  @inline(__always) func retain(_ key: Int64) -> Address? {
    guard let address = table.entry(key, keys)?.address else { return nil }
    return address.retainIfAlive() ? address : nil
  }

  /// Visits every address that is listed, in an order that depends on keys alone.
  func forEach(_ body: (Address) -> Void) { table.forEach { body($0.address) } }

  /// How far from its start the worst placed object stands: what the longest search costs.
  var longestDistance: Int { table.longestDistance(keys) }
}

extension KeyTable {
  /// The word of an address, with what a search asks first in the bits that no address has (systems give out more
  /// than 48 only where a program asks for them): how far it stands from its start, and a mark of its key.
  ///
  /// So a search looks at the objects that it is after, and at one in thirty-two of those that would like to stand
  /// at the same place.
  private struct Entry: OpenTableEntry {
    private let word: UInt

    private static let addressBits: UInt = 1 << 48 - 1
    private static let marks: UInt = 1 << 5 - 1
    /// The greatest distance for which there is room; further away it follows from the key.
    private static let far = 1 << 10 - 1

    static var free: Self { Self(word: 0) }

    private init(word: UInt) { self.word = word }

    /// An object that is not placed yet.
    init(_ address: Address, _ key: Int64) {
      precondition(
        address.bits & ~Self.addressBits == 0,
        "An address has more than 48 bits, and no table has room for it.")
      word = address.word & Self.addressBits | Self.head(0, key)
    }

    /// The bits before an address; the first is always set, so that no entry looks like an address, nor like none.
    @inline(__always) private static func head(_ distance: Int, _ key: Int64) -> UInt {
      let mark = UInt(truncatingIfNeeded: KeySpread.block(of: key)) & marks
      return 1 << 63 | UInt(bitPattern: min(distance, far)) << 53 | mark << 48
    }

    var address: Address { Address(word: word | ~Self.addressBits) }

    @inline(__always) var isFree: Bool { word == 0 }

    @inline(__always) var knownDistance: Int? {
      let distance = Int(bitPattern: word >> 53) & Self.far
      return distance == Self.far ? nil : distance
    }

    @inline(__always)
    func stands(for key: Int64, at distance: Int, _ source: ListedKey) -> Bool {
      word >> 48 == Self.head(distance, key) >> 48 && self.key(source) == key
    }

    @inline(__always) func key(_ source: ListedKey) -> Int64 { source.key(at: address) }

    @inline(__always) func standing(at distance: Int) -> Self {
      let room = UInt(bitPattern: Self.far) << 53
      return Self(word: word & ~room | UInt(bitPattern: min(distance, Self.far)) << 53)
    }

    @inline(__always) func prefetch() {
      faultline_prefetch(UnsafeRawPointer(bitPattern: address.bits))
    }
  }
}

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
