// From a primary key to an object that the table does not hold.

/// An open-addressing table from keys to the addresses of objects.
///
/// Sixteen bytes an entry and no hashing of structures: an identity map is looked up for every fetched
/// row, and a dictionary keyed by object IDs costs twenty times as much there. Neighbouring keys lie
/// side by side, because rows come in the order of their keys.
struct KeyTable: ~Copyable {
  private struct Entry {
    var key: Int64
    var address: Address?
  }

  private var entries: UnsafeMutablePointer<Entry>?
  private var mask = -1
  private(set) var count = 0

  init() {}

  deinit { entries?.deallocate() }

  /// The address for a key.
  subscript(key: Int64) -> Address? {
    guard let entries else { return nil }
    return entries[position(of: key, in: entries)].address
  }

  /// Sets the address for a key, in place of any other.
  mutating func insert(_ address: Address, for key: Int64) {
    if (count + 1) * 4 > (mask + 1) * 3 { resize(to: max(16, (mask + 1) * 2)) }
    guard let entries else { return }
    let position = position(of: key, in: entries)
    if entries[position].address == nil { count += 1 }
    entries[position] = Entry(key: key, address: address)
  }

  /// Removes a key if it still stands for this address: a newer object may have taken its place.
  mutating func remove(_ address: Address, for key: Int64) {
    guard let entries else { return }
    var hole = position(of: key, in: entries)
    guard entries[hole].address == address else { return }
    // Entries behind the hole move up, so that no search ends too soon and no tombstones gather.
    var next = (hole + 1) & mask
    while entries[next].address != nil {
      let home = start(of: entries[next].key)
      if (next - home) & mask >= (next - hole) & mask {
        entries[hole] = entries[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    entries[hole].address = nil
    count -= 1
    if count == 0 {
      entries.deallocate()
      self.entries = nil
      mask = -1
    } else if mask >= 64, count * 8 < mask {
      resize(to: (mask + 1) / 2)
    }
  }

  /// The address for a key with a reference added, if the object is alive.
  func retain(_ key: Int64) -> Address? {
    guard let address = self[key], address.retainIfAlive() else { return nil }
    return address
  }

  /// The addresses of all objects that are alive, each with a reference added.
  ///
  /// Their order depends on keys alone; whoever shows them sorts them.
  func retainAll() -> [Address] {
    guard let entries else { return [] }
    var alive: [Address] = []
    alive.reserveCapacity(count)
    for position in 0...mask {
      if let address = entries[position].address, address.retainIfAlive() { alive.append(address) }
    }
    return alive
  }

  private func start(of key: Int64) -> Int {
    // The low bits keep neighbours together; the product spreads keys that come in strides.
    Int(truncatingIfNeeded: key &+ (key >> 12) &* 0x9E37_79B9) & mask
  }

  private func position(of key: Int64, in entries: UnsafeMutablePointer<Entry>) -> Int {
    var position = start(of: key)
    while entries[position].address != nil, entries[position].key != key {
      position = (position + 1) & mask
    }
    return position
  }

  private mutating func resize(to capacity: Int) {
    let old = entries
    let oldMask = mask
    let fresh = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    fresh.initialize(repeating: Entry(key: 0, address: nil), count: capacity)
    entries = fresh
    mask = capacity - 1
    guard let old else { return }
    for index in 0...oldMask {
      guard old[index].address != nil else { continue }
      fresh[position(of: old[index].key, in: fresh)] = old[index]
    }
    old.deallocate()
  }
}
