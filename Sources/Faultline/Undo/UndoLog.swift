// A stack of entries in groups: entries are pushed and popped at one end, and old groups fall out at the other.

/// The entries of the undo or of the redo stack, in the order in which they came.
///
/// They lie in chunks that grow from a few to some hundreds, so one change takes little, a million take
/// sixteen bytes each, and dropping the oldest group moves nobody.
struct UndoLog: ~Copyable {
  private struct Chunk {
    let entries: UnsafeMutablePointer<UndoRecord>
    let capacity: Int
    var start = 0
    var end = 0
  }

  private struct Group {
    var entries: UInt32 = 0
    var actions: UInt32 = 0
  }

  private var chunks: ContiguousArray<Chunk> = []
  private var groups: ContiguousArray<Group> = []
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
  var groupCount: Int { listed - (isOpen && openIsEmpty ? 1 : 0) }

  /// The bytes of the log, and of what its entries own.
  var byteCount: Int {
    blockBytes + chunkBytes + chunks.capacity * MemoryLayout<Chunk>.stride
      + groups.capacity * MemoryLayout<Group>.stride
  }

  private var listed: Int { groups.count - dropped }
  private var openIsEmpty: Bool { groups.last?.entries == 0 }

  /// Shows the log's own blocks, and those that its entries own.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: chunks, .undo)
    visitor.show(elementsOf: groups, .undo)
    visitor.show(elementsOf: names, .undo)
    for chunk in chunks {
      visitor.show(at: Address(bits: UInt(bitPattern: chunk.entries)), .undo)
      for index in chunk.start..<chunk.end {
        guard let block = chunk.entries[index].block else { continue }
        visitor.show(block.takeUnretainedValue(), .undo)
        if let order = block.takeUnretainedValue() as? FormerOrder {
          visitor.show(elementsOf: order.serials, .undo)
        }
      }
    }
  }

  // MARK: - Groups

  /// Begins a group; entries go to it until it is closed.
  mutating func open() {
    groups.append(Group())
    isOpen = true
  }

  /// Ends the group; one without entries is forgotten.
  mutating func close() {
    guard isOpen else { return }
    if openIsEmpty { forgetLast() }
    isOpen = false
  }

  /// The name of the newest group that has entries, or is open.
  var name: String {
    get { names[lastNumber] ?? "" }
    set { if listed > 0 { names[lastNumber] = newValue.isEmpty ? nil : newValue } }
  }

  private var lastNumber: Int { firstNumber + listed - 1 }

  private mutating func forgetLast() {
    names[lastNumber] = nil
    groups.removeLast()
    if listed == 0 { forgetGroups() }
  }

  private mutating func forgetGroups() {
    firstNumber += listed
    groups = []
    dropped = 0
  }

  /// Closes the newest group for good and says how many entries it has, which the caller then pops.
  mutating func takeGroup() -> Int {
    close()
    guard listed > 0, let last = groups.last else { return 0 }
    actionCount -= Int(last.actions)
    forgetLast()
    return Int(last.entries)
  }

  // MARK: - Entries

  /// Adds an entry to the open group.
  mutating func append(_ record: UndoRecord) {
    var last = chunks.count - 1
    if last < 0 || chunks[last].end == chunks[last].capacity {
      addChunk()
      last += 1
    }
    chunks[last].entries[chunks[last].end] = record
    chunks[last].end += 1
    count += 1
    blockBytes += record.blockBytes
    groups[groups.count - 1].entries += 1
    if record.isAction {
      groups[groups.count - 1].actions += 1
      actionCount += 1
    }
  }

  /// Takes the newest entry back from the open group.
  mutating func takeBack() -> UndoRecord? {
    guard isOpen, !openIsEmpty, let record = popLast() else { return nil }
    groups[groups.count - 1].entries -= 1
    if record.isAction {
      groups[groups.count - 1].actions -= 1
      actionCount -= 1
    }
    return record
  }

  /// Takes the newest entry, of a group that was taken already.
  mutating func popLast() -> UndoRecord? {
    guard var chunk = chunks.last else { return nil }
    chunk.end -= 1
    count -= 1
    chunks[chunks.count - 1].end = chunk.end
    let record = chunk.entries[chunk.end]
    blockBytes -= record.blockBytes
    if chunk.end == chunk.start { removeChunk(at: chunks.count - 1) }
    return record
  }

  /// Drops the oldest group, of which each entry is handed over; false if there is none.
  mutating func dropsOldest(_ body: (UndoRecord) -> Void) -> Bool {
    guard listed > 0 else { return false }
    let group = groups[dropped]
    names[firstNumber] = nil
    firstNumber += 1
    dropped += 1
    if listed == 0 {
      groups = []
      dropped = 0
      isOpen = false
    } else if dropped > 64, dropped * 2 > groups.count {
      groups.removeSubrange(..<dropped)
      dropped = 0
    }
    actionCount -= Int(group.actions)
    count -= Int(group.entries)
    var left = Int(group.entries)
    while left > 0 {
      let chunk = chunks[0]
      let end = min(chunk.end, chunk.start + left)
      for index in chunk.start..<end {
        let record = chunk.entries[index]
        blockBytes -= record.blockBytes
        body(record)
      }
      left -= end - chunk.start
      chunks[0].start = end
      if end == chunk.end { removeChunk(at: 0) }
    }
    return true
  }

  /// The blocks that entries own, for somebody who drops the log and releases them.
  func takeBlocks() -> ContiguousArray<Unmanaged<AnyObject>> {
    var blocks: ContiguousArray<Unmanaged<AnyObject>> = []
    guard blockBytes > 0 else { return blocks }
    for chunk in chunks {
      for index in chunk.start..<chunk.end {
        if let block = chunk.entries[index].block { blocks.append(block) }
      }
    }
    return blocks
  }

  private mutating func addChunk() {
    let capacity = min(Self.most, max(Self.fewest, 2 * (chunks.last?.capacity ?? 0)))
    chunks.append(Chunk(entries: .allocate(capacity: capacity), capacity: capacity))
    chunkBytes += capacity * MemoryLayout<UndoRecord>.stride
  }

  private mutating func removeChunk(at index: Int) {
    let chunk = chunks.remove(at: index)
    chunkBytes -= chunk.capacity * MemoryLayout<UndoRecord>.stride
    chunk.entries.deallocate()
    if chunks.isEmpty { chunks = [] }
  }
}
