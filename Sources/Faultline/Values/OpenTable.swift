// Where entries stand by their keys in one block of memory: the ground of tables that hash no structure.

import CFaultline

/// What stands in an open table.
protocol OpenTableEntry {
  /// What an entry's key is read with, beside the entry.
  associatedtype KeySource
  /// A place in which nothing stands.
  static var free: Self { get }
  var isFree: Bool { get }
  /// Whether it stands for a key, so far from its start.
  func stands(for key: Int64, at distance: Int, _ source: KeySource) -> Bool
  func key(_ source: KeySource) -> Int64
  /// How far it stands from its start; nil where that follows from its key alone.
  var knownDistance: Int? { get }
  /// The same at another distance from its start.
  func standing(at distance: Int) -> Self
  /// Lets the processor fetch what a visitor will look at.
  func prefetch()
}

/// An open-addressing table.
///
/// Entries stand in the order of where they would like to stand (Robin Hood hashing), so a search for a key that is
/// not there ends early, and a removal moves only those that gain by it.
struct OpenTable<Entry: OpenTableEntry>: ~Copyable {
  private var entries: UnsafeMutablePointer<Entry>?
  private var spread = KeySpread()
  /// The last position; -1 where there is none.
  @inline(__always) private var mask: Int { spread.last }
  private(set) var count = 0

  deinit { entries?.deallocate() }

  /// Where the entries lie.
  var memory: Address { Address(bits: UInt(bitPattern: entries)) }

  /// The bytes that the table takes.
  var byteCount: Int { (mask + 1) * MemoryLayout<Entry>.stride }

  /// What stands for a key.
  @inline(__always) func entry(_ key: Int64, _ source: Entry.KeySource) -> Entry? {
    guard let entries else { return nil }
    // Most stand where they would like to.
    let first = entries[spread.start(of: key)]
    if first.isFree { return nil }
    if first.stands(for: key, at: 0, source) { return first }
    let place = search(key, in: entries, source, isNew: false)
    return place.isFound ? entries[place.position] : nil
  }

  /// Lets an entry that was not placed yet stand for a key, in place of another; returns that one.
  @inline(__always) mutating func insert(
    _ entry: Entry, for key: Int64, _ source: Entry.KeySource
  ) -> Entry? {
    if (count + 1) * 8 > (mask + 1) * 7 { resize(to: max(16, (mask + 1) * 2), source) }
    guard let entries else { return nil }
    // Most stand where they would like to.
    let start = spread.start(of: key)
    // Keys mostly come in order, and each sixteen of them lie elsewhere: the block after the next is requested.
    faultline_prefetch(entries + spread.start(of: key &+ 32))
    if entries[start].isFree {
      entries[start] = entry
      count += 1
      return nil
    }
    let place = search(key, in: entries, source, isNew: false)
    let placed = entry.standing(at: place.distance)
    guard !place.isFound else {
      let former = entries[place.position]
      entries[place.position] = placed
      return former
    }
    put(placed, at: place.position, in: entries, source)
    count += 1
    return nil
  }

  /// Makes room for as many entries more, so that the table grows once.
  mutating func reserve(_ more: Int, _ source: Entry.KeySource) {
    guard more > 0 else { return }
    var capacity = max(16, mask + 1)
    while (count + more) * 8 > capacity * 7 { capacity *= 2 }
    if capacity > mask + 1 { resize(to: capacity, source) }
  }

  /// Removes the entry that is meant, if it stands for a key; no entry of another key may be meant.
  ///
  /// Entries are not asked for their keys, unless they stand so far off that nothing else says how far.
  @inline(__always) mutating func remove(
    _ key: Int64, _ source: Entry.KeySource, where isMeant: (Entry) -> Bool
  ) {
    guard let entries else { return }
    var hole = spread.start(of: key)
    var passed = 0
    while true {
      if entries[hole].isFree { return }
      if isMeant(entries[hole]) { break }
      // Behind one that stands nearer to its start there is none.
      if distance(of: entries[hole], at: hole, source) < passed { return }
      hole = (hole + 1) & mask
      passed += 1
    }
    // Entries after the hole move up, until one is at its own place: no tombstones gather.
    var next = (hole + 1) & mask
    while !entries[next].isFree {
      let distance = distance(of: entries[next], at: next, source)
      guard distance > 0 else { break }
      entries[hole] = entries[next].standing(at: distance - 1)
      hole = next
      next = (next + 1) & mask
    }
    entries[hole] = .free
    count -= 1
    if count == 0 {
      entries.deallocate()
      self.entries = nil
      spread = KeySpread()
    } else if mask >= 64, count * 8 < mask {
      resize(to: (mask + 1) / 2, source)
    }
  }

  /// Visits every entry; their order depends on the keys alone.
  ///
  /// An entry may lead to an object, and a table's order is not that of memory: the processor is asked some entries
  /// ahead to fetch what lies there, or the caller would wait for each.
  @inline(__always) func forEach(_ body: (Entry) -> Void) {
    guard let entries else { return }
    for position in 0...mask {
      entries[(position + Self.entriesAhead) & mask].prefetch()
      if !entries[position].isFree { body(entries[position]) }
    }
  }

  private static var entriesAhead: Int { 24 }

  /// How far from its start the worst placed entry stands: what the longest search costs.
  func longestDistance(_ source: Entry.KeySource) -> Int {
    guard let entries else { return 0 }
    return (0...mask).reduce(0) { longest, position in
      guard !entries[position].isFree else { return longest }
      return max(longest, distance(of: entries[position], at: position, source))
    }
  }

  @inline(__always) private func distance(
    of entry: Entry, at position: Int, _ source: Entry.KeySource
  ) -> Int {
    entry.knownDistance ?? (position - spread.start(of: entry.key(source))) & mask
  }

  /// Where a key stands, or where it would have to be put, and how far that is from its start.
  ///
  /// No entry stands for a new one, and none is asked.
  @inline(__always) private func search(
    _ key: Int64, in entries: UnsafeMutablePointer<Entry>, _ source: Entry.KeySource,
    isNew: Bool
  ) -> (position: Int, distance: Int, isFound: Bool) {
    var position = spread.start(of: key)
    var passed = 0
    while !entries[position].isFree {
      let entry = entries[position]
      if !isNew, entry.stands(for: key, at: passed, source) { return (position, passed, true) }
      if distance(of: entry, at: position, source) < passed { break }
      position = (position + 1) & mask
      passed += 1
    }
    return (position, passed, false)
  }

  /// Puts an entry at its position; those from there on move down to the next gap.
  private func put(
    _ entry: Entry, at first: Int, in entries: UnsafeMutablePointer<Entry>,
    _ source: Entry.KeySource
  ) {
    var position = first
    var entry = entry
    while !entries[position].isFree {
      let moved = entries[position]
      let distance = distance(of: moved, at: position, source)
      entries[position] = entry
      entry = moved.standing(at: distance + 1)
      position = (position + 1) & mask
    }
    entries[position] = entry
  }

  private mutating func resize(to capacity: Int, _ source: Entry.KeySource) {
    let old = entries
    let oldMask = mask
    let fresh = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    fresh.initialize(repeating: .free, count: capacity)
    entries = fresh
    spread = KeySpread(capacity: capacity)
    guard let old else { return }
    for index in 0...oldMask {
      old[(index + Self.entriesAhead) & oldMask].prefetch()
      guard !old[index].isFree else { continue }
      let key = old[index].key(source)
      let place = search(key, in: fresh, source, isNew: true)
      put(old[index].standing(at: place.distance), at: place.position, in: fresh, source)
    }
    old.deallocate()
  }
}

/// How the keys of a table are spread over its positions.
///
/// Sixteen neighbouring keys make a block and lie side by side, because rows come in the order of their keys. Where
/// a block begins is a product's first bits, and the multiplier follows from the table's size:
///
/// - In a large table it is the golden ratio, which keeps blocks apart whichever and however many there are.
/// - Among few places that ratio is too coarse: of seven blocks in a row two meet at one of eight places, and most
///   of those behind are pushed on. So in a small table it is rounded to an odd number of blocks first, by which
///   blocks in a row never meet while there is a place for each. What is left of the multiplier moves the start by
///   a block after about a dozen times as many, so that keys far from each other do not all begin at one place.
struct KeySpread {
  /// The multiplier, and in its last six bits how far a product is shifted; zero for no table.
  ///
  /// A shift looks at no more than six bits, and they do not matter for the first bits of a product.
  private let multiplier: UInt64

  private static let goldenRatio: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// The most blocks that a small table has: 256 positions.
  private static let few = 16

  /// For a table without a place.
  init() { multiplier = 0 }

  /// For a table of so many places, a power of two and at least one block.
  init(capacity: Int) {
    let blocks = capacity >> 4
    let blockBits = UInt64(blocks.trailingZeroBitCount)
    var multiplier = Self.goldenRatio
    if blocks > 1, blocks <= Self.few {
      let rounded = (Self.goldenRatio >> (64 - blockBits)) | 1
      multiplier = (rounded << (64 - blockBits)) + (Self.goldenRatio >> (2 * blockBits + 3))
    }
    self.multiplier = multiplier & ~63 | UInt64(64 - capacity.trailingZeroBitCount)
  }

  /// The last position; -1 where there is none.
  @inline(__always) var last: Int { Int(bitPattern: UInt.max &>> UInt(multiplier)) }

  /// The number of a key's block.
  @inline(__always) static func block(of key: Int64) -> UInt64 { UInt64(bitPattern: key >> 4) }

  /// Where a key would like to stand.
  @inline(__always) func start(of key: Int64) -> Int {
    Int(truncatingIfNeeded: (Self.block(of: key) &* multiplier) &>> multiplier) & ~15
      | Int(truncatingIfNeeded: key & 15)
  }
}

/// An open-addressing table from keys to words that are not zero, sixteen bytes an entry.
package struct WordTable: ~Copyable {
  private struct Entry: OpenTableEntry {
    var key: Int64
    /// Zero in an entry that is free.
    var word: UInt

    static var free: Self { Self(key: 0, word: 0) }
    @inline(__always) var isFree: Bool { word == 0 }
    @inline(__always) var knownDistance: Int? { nil }
    @inline(__always) func key(_ source: Void) -> Int64 { key }
    @inline(__always) func standing(at distance: Int) -> Self { self }
    func prefetch() {}

    @inline(__always) func stands(for key: Int64, at distance: Int, _ source: Void) -> Bool {
      self.key == key
    }
  }

  private var table = OpenTable<Entry>()

  package init() {}

  package var count: Int { table.count }

  /// The bytes that the table takes.
  package var byteCount: Int { table.byteCount }

  /// The word for a key; zero if there is none.
  package subscript(key: Int64) -> UInt { table.entry(key, ())?.word ?? 0 }

  /// Sets the word for a key, in place of any other; returns that one, or zero.
  @discardableResult package mutating func insert(_ word: UInt, for key: Int64) -> UInt {
    table.insert(Entry(key: key, word: word), for: key, ())?.word ?? 0
  }

  /// Makes room for as many keys more, so that the table grows once.
  package mutating func reserve(_ more: Int) { table.reserve(more, ()) }

  /// Removes a key if it stands for this word.
  package mutating func remove(_ word: UInt, for key: Int64) {
    table.remove(key, ()) { $0.key == key && $0.word == word }
  }

  /// Where the entries lie.
  var memory: Address { table.memory }

  /// How far from its start the worst placed key stands: what the longest search costs.
  package var longestDistance: Int { table.longestDistance(()) }
}
