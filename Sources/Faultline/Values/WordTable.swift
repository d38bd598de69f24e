// From a number to a word, without hashing: the table beneath identity maps, row caches and large sets.

import CFaultline

/// An open-addressing table from keys to words that are not zero.
///
/// Sixteen bytes an entry and no hashing of structures: an identity map is looked up for every fetched
/// row, and a dictionary keyed by object IDs costs twenty times as much there. Sixteen neighbouring
/// keys lie side by side, because rows come in the order of their keys; where each sixteen begins is
/// spread by the golden ratio, which keeps them apart however many there are.
/// Entries stand in the order of where they would like to stand (Robin Hood hashing), so a search for
/// a key that is not there ends early, and a removal moves only those that gain by it.
package struct WordTable: ~Copyable {
  private struct Entry {
    var key: Int64
    /// Zero in an entry that is free.
    var word: UInt
  }

  private var entries: UnsafeMutablePointer<Entry>?
  /// How far the product of a key is shifted to leave a position; by all of it where there is none.
  private var shift = Self.none
  private static let none: UInt64 = 64
  /// The last position; -1 where there is none.
  @inline(__always) private var mask: Int { Int(bitPattern: UInt.max &>> UInt(shift)) }
  package private(set) var count = 0

  package init() {}

  deinit { entries?.deallocate() }

  /// The bytes that the table takes.
  package var byteCount: Int { (mask + 1) * MemoryLayout<Entry>.stride }

  /// The word for a key; zero if there is none.
  package subscript(key: Int64) -> UInt {
    guard let entries else { return 0 }
    let (position, isFound) = search(key, in: entries)
    return isFound ? entries[position].word : 0
  }

  /// Sets the word for a key, in place of any other; returns that one, or zero.
  @discardableResult package mutating func insert(_ word: UInt, for key: Int64) -> UInt {
    if (count + 1) * 8 > (mask + 1) * 7 { resize(to: max(16, (mask + 1) * 2)) }
    guard let entries else { return 0 }
    let (position, isFound) = search(key, in: entries)
    guard isFound else {
      place(Entry(key: key, word: word), from: position, in: entries)
      count += 1
      return 0
    }
    let former = entries[position].word
    entries[position].word = word
    return former
  }

  /// Makes room for as many keys more, so that the table grows once.
  package mutating func reserve(_ more: Int) {
    var capacity = max(16, mask + 1)
    while (count + more) * 8 > capacity * 7 { capacity *= 2 }
    if capacity > mask + 1 { resize(to: capacity) }
  }

  /// Removes a key if it stands for this word.
  package mutating func remove(_ word: UInt, for key: Int64) {
    guard let entries else { return }
    var (hole, isFound) = search(key, in: entries)
    guard isFound, entries[hole].word == word else { return }
    // Entries after the hole move up, until one is at its own place: no tombstones gather.
    var next = (hole + 1) & mask
    while entries[next].word != 0, distance(of: entries[next].key, at: next) > 0 {
      entries[hole] = entries[next]
      hole = next
      next = (next + 1) & mask
    }
    entries[hole].word = 0
    count -= 1
    if count == 0 {
      entries.deallocate()
      self.entries = nil
      shift = Self.none
    } else if mask >= 64, count * 8 < mask {
      resize(to: (mask + 1) / 2)
    }
  }

  /// Visits every word; their order depends on the keys alone.
  ///
  /// A word may be an address, and a table's order is not that of memory: the processor is asked some words ahead
  /// to fetch what lies there, or the caller would wait for each.
  package func forEach(_ body: (UInt) -> Void) {
    guard let entries else { return }
    for position in 0...mask {
      faultline_prefetch(
        UnsafeRawPointer(bitPattern: entries[(position + Self.wordsAhead) & mask].word))
      if entries[position].word != 0 { body(entries[position].word) }
    }
  }

  private static let wordsAhead = 24

  /// Where the entries lie.
  var memory: Address { Address(bits: UInt(bitPattern: entries)) }

  /// How far from its start the worst placed key stands: what the longest search costs.
  package var longestDistance: Int {
    guard let entries else { return 0 }
    return (0...mask).reduce(0) { longest, position in
      guard entries[position].word != 0 else { return longest }
      return max(longest, distance(of: entries[position].key, at: position))
    }
  }

  private func start(of key: Int64) -> Int {
    let product = UInt64(bitPattern: key >> 4) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product &>> shift) & ~15 | Int(truncatingIfNeeded: key & 15)
  }

  /// How far from its start a key stands.
  private func distance(of key: Int64, at position: Int) -> Int {
    (position - start(of: key)) & mask
  }

  /// Where a key stands, or where it would have to be put.
  private func search(
    _ key: Int64, in entries: UnsafeMutablePointer<Entry>
  ) -> (position: Int, isFound: Bool) {
    var position = start(of: key)
    var passed = 0
    while entries[position].word != 0 {
      if entries[position].key == key { return (position, true) }
      if distance(of: entries[position].key, at: position) < passed { break }
      position = (position + 1) & mask
      passed += 1
    }
    return (position, false)
  }

  /// Puts an entry at its position; those from there on move down to the next gap.
  private func place(_ entry: Entry, from position: Int, in entries: UnsafeMutablePointer<Entry>) {
    var position = position
    var entry = entry
    while entries[position].word != 0 {
      swap(&entries[position], &entry)
      position = (position + 1) & mask
    }
    entries[position] = entry
  }

  private mutating func resize(to capacity: Int) {
    let old = entries
    let oldMask = mask
    let fresh = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    fresh.initialize(repeating: Entry(key: 0, word: 0), count: capacity)
    entries = fresh
    shift = UInt64(64 - capacity.trailingZeroBitCount)
    guard let old else { return }
    for index in 0...oldMask where old[index].word != 0 {
      place(old[index], from: search(old[index].key, in: fresh).position, in: fresh)
    }
    old.deallocate()
  }
}
