// From a primary key to an object that the table does not hold.

/// The addresses of objects by their keys; a lookup retains the object.
struct KeyTable: ~Copyable {
  private var words = WordTable()

  /// Where the addresses lie.
  var memory: Address { words.memory }

  /// How many objects are listed.
  var count: Int { words.count }

  /// Lists an object, in place of any other of that key; returns where that one lies.
  @discardableResult mutating func insert(_ address: Address, for key: Int64) -> Address {
    Address(word: words.insert(address.word, for: key))
  }

  /// Removes a key if it still stands for this object: a newer one may have taken its place.
  mutating func remove(_ address: Address, for key: Int64) { words.remove(address.word, for: key) }

  /// Whether an object is listed at a key.
  func lists(_ key: Int64) -> Bool { words[key] != 0 }

  /// Makes room for as many objects more.
  mutating func reserve(_ more: Int) { words.reserve(more) }

  /// The address for a key, without a reference to what lies there.
  func address(_ key: Int64) -> Address { Address(word: words[key]) }

  /// The address for a key with a reference added, if the object is alive.
  @inline(__always) func retain(_ key: Int64) -> Address? {
    let address = Address(word: words[key])
    return address.retainIfAlive() ? address : nil
  }

  /// Visits every address that is listed, in an order that depends on keys alone.
  func forEach(_ body: (Address) -> Void) { words.forEach { body(Address(word: $0)) } }
}
