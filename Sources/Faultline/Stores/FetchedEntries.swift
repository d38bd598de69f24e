// The entries of an answer, in blocks that stay where they are.

/// One answer; a row that was in use already is looked up only if it is asked for.
struct FetchedEntry {
  let key: Int64
  var row: Row?
}

/// Entries that are added at the end, and whose rows are taken out again.
///
/// A row is moved in and out, and not counted: a change of the count is an access to the row, and a hundred thousand
/// rows are not in the cache. For the same reason a full block stays, and another begins: a list that grows by
/// moving touches twice the memory.
struct FetchedEntries: ~Copyable {
  private static let blockShift = 10
  private static let blockSize = 1 << blockShift

  /// All blocks but the last are full.
  private var blocks: [UnsafeMutablePointer<FetchedEntry>] = []
  /// Where the next entry goes, and how many the last block still takes.
  private var next: UnsafeMutablePointer<FetchedEntry>?
  private var room = 0
  private(set) var count = 0
  /// How many entries have a row that was not taken.
  private var rowCount = 0

  deinit {
    for (index, block) in blocks.enumerated() {
      if rowCount > 0 {
        block.deinitialize(count: min(Self.blockSize, count - index << Self.blockShift))
      }
      block.deallocate()
    }
  }

  mutating func append(_ key: Int64, _ row: consuming Row?) {
    if room == 0 { makeRoom(for: 1) }
    guard let next else { return }
    if row != nil { rowCount += 1 }
    next.initialize(to: FetchedEntry(key: key, row: row))
    self.next = next + 1
    room -= 1
    count += 1
  }

  /// Adds the entries of another list, which has none from then on.
  mutating func append(takenFrom others: inout FetchedEntries) {
    makeRoom(for: others.count)
    for place in 0..<others.count { append(others.key(at: place), others.takeRow(at: place)) }
    others = FetchedEntries()
  }

  func key(at place: Int) -> Int64 { entry(place).pointee.key }

  /// Where the row of an entry lies, if the entry has one.
  @inline(__always) func rowAddress(at place: Int) -> Address? {
    let bits = UnsafeRawPointer(entry(place)).load(
      fromByteOffset: MemoryLayout<Int64>.size, as: UInt.self)
    return bits == 0 ? nil : Address(bits: bits)
  }

  /// The row of an entry, if it has one; it stays there.
  func row(at place: Int) -> Row? { entry(place).pointee.row }

  /// Takes the row out of an entry, if it has one.
  @inline(__always) mutating func takeRow(at place: Int) -> Row? {
    guard let row = entry(place).pointee.row.take() else { return nil }
    rowCount -= 1
    return row
  }

  @inline(__always) private func entry(_ place: Int) -> UnsafeMutablePointer<FetchedEntry> {
    blocks[place >> Self.blockShift] + place & (Self.blockSize - 1)
  }

  /// Makes room for about as many entries more.
  ///
  /// The first block grows until it is as large as the others, since most answers are small.
  mutating func makeRoom(for more: Int) {
    guard more > room else { return }
    if blocks.count == 1, count < Self.blockSize, let first = blocks.first {
      let capacity = min(Self.blockSize, max(2 * count, count + more))
      let block = UnsafeMutablePointer<FetchedEntry>.allocate(capacity: capacity)
      block.moveInitialize(from: first, count: count)
      first.deallocate()
      blocks = [block]
      next = block + count
      room = capacity - count
    } else if room == 0 {
      let capacity = blocks.isEmpty ? min(Self.blockSize, max(4, more)) : Self.blockSize
      let block = UnsafeMutablePointer<FetchedEntry>.allocate(capacity: capacity)
      blocks.append(block)
      next = block
      room = capacity
    }
  }
}
