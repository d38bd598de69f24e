// The answer of a store on its way up: keys, and rows where they were asked for.

/// Rows of one fetch, entity by entity; a row that is in use already is not made again.
package final class FetchedRows {
  /// Where an entity's entries begin.
  struct Run {
    let entity: EntityDescription
    let space: KeySpace
    /// The row cache; nil where the source of the rows knows each row itself.
    let cache: RowTable?
    let start: Int
  }

  // Unchecked: the answer of one fetch has one reader.
  @exclusivity(unchecked) private var runs: [Run] = []
  @exclusivity(unchecked) private var entries = FetchedEntries()
  private let space: KeySpace
  /// Whether values came along with the keys.
  package let wantsValues: Bool
  /// What is read of each row; nil for all of it.
  ///
  /// A partial row is in no cache, and one in use does not stand for it.
  package let part: RowPart?
  private let cache: (EntityDescription) -> RowTable?
  /// The cache of the current run, and how much was in it when the run began.
  @exclusivity(unchecked) private var table: RowTable?
  @exclusivity(unchecked) private var cachedCount = 0

  init(
    space: KeySpace, wantsValues: Bool, part: RowPart? = nil,
    cache: @escaping (EntityDescription) -> RowTable?
  ) {
    self.space = space
    self.wantsValues = wantsValues
    self.part = part
    self.cache = part == nil ? cache : { _ in nil }
  }

  /// Opens the run of an entity; says how many of its rows are in use already.
  @discardableResult package func begin(
    _ entity: EntityDescription, expecting count: Int = 0
  ) -> Int {
    finish()
    let table = cache(entity)
    self.table = table
    cachedCount = table?.counts.entries ?? 0
    runs.append(Run(entity: entity, space: space, cache: table, start: entries.count))
    if count > 0 { entries.makeRoom(for: count) }
    return cachedCount
  }

  /// Offers a key with its version; true if a row of that version is in use, and nothing need be read.
  package func offer(_ key: Int64, version: Int32) -> Bool {
    guard cachedCount > 0, let table, table.has(key, version: version) else { return false }
    entries.append(key, Row?.none)
    return true
  }

  /// Takes a row that was read.
  package func append(_ row: consuming Row) {
    // Now, while it is near: the cache lists it when all are there.
    row.link(to: table)
    let key = row.key
    entries.append(key, row)
  }

  /// Takes a copy of a row that a store keeps, of what is wanted of it; one that is in use is not made again.
  func append(copyOf row: Row, _ layout: EntityLayout) {
    if let part {
      append(row.copy(layout, part: part))
    } else if !offer(row.key, version: row.version) {
      append(row.copy(layout))
    }
  }

  /// Takes an object's key and the row that a context knows for it, which no cache need list.
  func append(
    _ key: Int64, of entity: EntityDescription, in space: KeySpace, known row: consuming Row?
  ) {
    if runs.last?.entity !== entity || runs.last?.space !== space {
      runs.append(Run(entity: entity, space: space, cache: nil, start: entries.count))
    }
    entries.append(key, row)
  }

  /// Takes a key whose values were not asked for.
  package func append(key: Int64) { entries.append(key, Row?.none) }

  /// Ends the last run: the cache lists what was read, all at once.
  func finish() {
    guard wantsValues, let run = runs.last, let cache = run.cache, run.start < entries.count
    else { return }
    cache.adopt(entries.count - run.start, areNewest: false) { adopt in
      for place in run.start..<entries.count {
        if let row = entries.rowAddress(at: place) { adopt(row, entries.key(at: place)) }
      }
    }
  }

  /// How many answers there are.
  package var count: Int { entries.count }

  func append(_ others: FetchedRows) {
    for run in others.runs {
      runs.append(
        Run(
          entity: run.entity, space: run.space, cache: run.cache, start: entries.count + run.start))
    }
    entries.append(takenFrom: &others.entries)
  }

  /// Visits the runs with the places of their entries.
  func forEachRun<Failure: Error>(
    _ body: (Run, Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    for (index, run) in runs.enumerated() {
      try body(run, run.start..<(index + 1 < runs.count ? runs[index + 1].start : entries.count))
    }
  }

  /// The key at a place.
  func key(at place: Int) -> Int64 { entries.key(at: place) }

  /// The row at a place of a run, which is not handed over.
  func row(at place: Int, of run: Run) -> Row? {
    guard wantsValues else { return nil }
    return entries.row(at: place) ?? run.cache?.row(entries.key(at: place))
  }

  /// The row at a place of a run: one that was read is handed over, so that it need not be counted; one
  /// that was in use is looked up, and there is none if it was let go meanwhile.
  func takeRow(at place: Int, of run: Run) -> Row? {
    guard wantsValues else { return nil }
    return entries.takeRow(at: place) ?? run.cache?.row(entries.key(at: place))
  }
}

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
