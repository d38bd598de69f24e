// A stack of entries in groups: entries are pushed and popped at one end, and old groups fall out at the other.

/// The entries of the undo or of the redo stack, in the order in which they came.
///
/// They lie in chunks that grow from a few to some hundreds, so one change takes little, a million take
/// sixteen bytes each, and dropping the oldest group moves no entry.
struct UndoLog: ~Copyable {
  private struct Chunk {
    let entries: UnsafeMutablePointer<UndoRecord>
    let capacity: Int
    /// The first entry that was not dropped.
    var start = 0
  }

  private struct Group {
    var entries: UInt32 = 0
    var actions: UInt32 = 0
  }

  private var chunks: ContiguousArray<Chunk> = []
  /// Where the next entry goes in the last chunk, where its first one lies, and how many more fit.
  private var top: UnsafeMutablePointer<UndoRecord>?
  private var bottom: UnsafeMutablePointer<UndoRecord>?
  private var room = 0
  /// The groups that are closed.
  private var groups: ContiguousArray<Group> = []
  /// The group to which entries go.
  private var current = Group()
  /// Groups at the front of the list that were dropped already.
  private var dropped = 0
  /// The names of groups that have one, by their number since the log began.
  private var names: [Int: String] = [:]
  /// The number of the first group in the list.
  private var firstNumber = 0
  private(set) var isOpen = false
  /// How many entries there are, of all groups.
  private(set) var count = 0
  private(set) var actionCount = 0
  private var chunkBytes = 0
  /// The bytes of text, data, orders and functions that entries own.
  private var blockBytes = 0
  private static let fewest = 8
  private static let most = 256

  deinit { for chunk in chunks { chunk.entries.deallocate() } }

  /// How many groups have entries.
  var groupCount: Int { groups.count - dropped + (hasOpenEntries ? 1 : 0) }

  /// Whether the group to which entries go has any.
  var hasOpenEntries: Bool { isOpen && current.entries > 0 }

  /// The bytes of the log, and of what its entries own.
  var byteCount: Int {
    blockBytes + chunkBytes + chunks.capacity * MemoryLayout<Chunk>.stride
      + groups.capacity * MemoryLayout<Group>.stride
  }

  private var listed: Int { groups.count - dropped + (isOpen ? 1 : 0) }

  /// Shows the log's own blocks, and those that its entries own.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: chunks, .undo)
    visitor.show(elementsOf: groups, .undo)
    visitor.show(elementsOf: names, .undo)
    for chunk in chunks {
      visitor.show(at: Address(bits: UInt(bitPattern: chunk.entries)), .undo)
    }
    forEach { record in
      guard let block = record.block else { return }
      visitor.show(block.takeUnretainedValue(), .undo)
      if let order = block.takeUnretainedValue() as? FormerOrder {
        visitor.show(elementsOf: order.serials, .undo)
      }
    }
  }

  /// Visits every entry with the number of its group, counted from the oldest.
  func forEachInGroups(_ body: (UndoRecord, _ group: Int) -> Void) {
    var group = dropped
    var left = group < groups.count ? groups[group].entries : .max
    forEach { record in
      while left == 0 {
        group += 1
        left = group < groups.count ? groups[group].entries : .max
      }
      left -= 1
      body(record, group - dropped)
    }
  }

  private func forEach(_ body: (UndoRecord) -> Void) {
    for (index, chunk) in chunks.enumerated() {
      for place in chunk.start..<end(ofChunk: index) { body(chunk.entries[place]) }
    }
  }

  /// Only the last chunk has room.
  private func end(ofChunk index: Int) -> Int {
    chunks[index].capacity - (index == chunks.count - 1 ? room : 0)
  }

  // MARK: - Groups

  /// Begins a group; entries go to it until it is closed.
  mutating func open() {
    current = Group()
    isOpen = true
  }

  /// Ends the group; one without entries is forgotten.
  mutating func close() {
    guard isOpen else { return }
    if current.entries > 0 {
      groups.append(current)
    } else {
      names[lastNumber] = nil
    }
    isOpen = false
    if listed == 0 { forgetGroups() }
  }

  /// The name of the newest group that has entries, or is open.
  var name: String {
    get { names[lastNumber] ?? "" }
    set { if listed > 0 { names[lastNumber] = newValue.isEmpty ? nil : newValue } }
  }

  private var lastNumber: Int { firstNumber + listed - 1 }

  private mutating func forgetGroups() {
    groups = []
    dropped = 0
  }

  /// Closes the newest group for good and says how many entries it has, which the caller then pops.
  mutating func takeGroup() -> Int {
    close()
    guard let last = groups.last else { return 0 }
    actionCount -= Int(last.actions)
    names[lastNumber] = nil
    groups.removeLast()
    if listed == 0 { forgetGroups() }
    return Int(last.entries)
  }

  // MARK: - Entries

  /// Adds an entry to the open group, and opens one if there is none.
  mutating func append(_ record: UndoRecord) {
    if !isOpen { open() }
    if room == 0 { addChunk() }
    guard let top else { return }
    top.initialize(to: record)
    self.top = top + 1
    room -= 1
    count += 1
    if record.ownsBlock { blockBytes += record.blockBytes }
    current.entries += 1
    if record.isAction {
      current.actions += 1
      actionCount += 1
    }
  }

  /// Takes the newest entry back from the open group.
  mutating func takeBack() -> UndoRecord? {
    guard isOpen, current.entries > 0, let record = popLast() else { return nil }
    current.entries -= 1
    if record.isAction {
      current.actions -= 1
      actionCount -= 1
    }
    return record
  }

  /// Takes the newest entry, of a group that was taken already.
  mutating func popLast() -> UndoRecord? {
    guard let top else { return nil }
    let record = (top - 1).pointee
    self.top = top - 1
    room += 1
    count -= 1
    if record.ownsBlock { blockBytes -= record.blockBytes }
    if self.top == bottom { removeChunk(at: chunks.count - 1) }
    return record
  }

  /// What two later entries are about, as far as the last chunk has them: an object comes from memory while the twelve
  /// before it are reversed, and its values, which are found through it, while the next six are.
  @inline(__always) var laterSubjects: (near: UInt32, far: UInt32) {
    guard let top, let bottom, top - bottom > 12 else {
      return (UndoRecord.noObject, UndoRecord.noObject)
    }
    return (top[-7].subject, top[-13].subject)
  }

  /// Drops the oldest closed group, of which each entry is handed over; false if there is none.
  mutating func dropsOldest(_ body: (UndoRecord) -> Void) -> Bool {
    guard groups.count > dropped else { return false }
    let group = groups[dropped]
    names[firstNumber] = nil
    firstNumber += 1
    dropped += 1
    if groups.count == dropped {
      forgetGroups()
    } else if dropped > 64, dropped * 2 > groups.count {
      groups.removeSubrange(..<dropped)
      dropped = 0
    }
    actionCount -= Int(group.actions)
    count -= Int(group.entries)
    var left = Int(group.entries)
    while left > 0 {
      let chunk = chunks[0]
      let end = min(self.end(ofChunk: 0), chunk.start + left)
      for index in chunk.start..<end {
        let record = chunk.entries[index]
        blockBytes -= record.blockBytes
        body(record)
      }
      left -= end - chunk.start
      chunks[0].start = end
      if end == self.end(ofChunk: 0) { removeChunk(at: 0) } else { stand() }
    }
    return true
  }

  /// The blocks that entries own; the caller drops the log and releases them.
  func takeBlocks() -> ContiguousArray<Unmanaged<AnyObject>> {
    var blocks: ContiguousArray<Unmanaged<AnyObject>> = []
    if blockBytes > 0 { forEach { if let block = $0.block { blocks.append(block) } } }
    return blocks
  }

  private mutating func addChunk() {
    let capacity = min(Self.most, max(Self.fewest, 2 * (chunks.last?.capacity ?? 0)))
    chunks.append(Chunk(entries: .allocate(capacity: capacity), capacity: capacity))
    chunkBytes += capacity * MemoryLayout<UndoRecord>.stride
    room = capacity
    stand()
  }

  private mutating func removeChunk(at index: Int) {
    // Before the last chunk all are full.
    if index == chunks.count - 1 { room = 0 }
    let chunk = chunks.remove(at: index)
    chunkBytes -= chunk.capacity * MemoryLayout<UndoRecord>.stride
    chunk.entries.deallocate()
    if chunks.isEmpty { chunks = [] }
    stand()
  }

  /// Finds the ends of the last chunk again.
  private mutating func stand() {
    guard let chunk = chunks.last else {
      (top, bottom) = (nil, nil)
      return
    }
    top = chunk.entries + (chunk.capacity - room)
    bottom = chunk.entries + chunk.start
  }
}
