// The process's heap, divided into three: the workload, SQLite, and the rest.
//
// Blocks come from the arena their thread is bound to and go back to the arena they came from. The
// thread's cache would mix arenas, so each switch flushes it: then the counters are exact.

internal import CFaultline
internal import CJemalloc
internal import FaultlineSystem
import Synchronization

/// The process's heap, with an arena for the workload and one for SQLite.
///
/// ```swift
/// let heap = try Heap.shared()
/// let before = heap.enterWorkload()
/// let employees = (0..<100).map { _ in Employee() }
/// heap.leaveWorkload(to: before)
/// heap.read(into: &reading)
/// ```
public final class Heap: Sendable {
  /// The arena whose counters are read as `HeapReading.workload`.
  public let workload: Arena

  /// The arena whose counters are read as `HeapReading.sqlite`.
  public let sqlite: Arena

  /// The arena of everything that is not measured: runner, reports, tests.
  public let rest: Arena

  /// The number that jemalloc gave to an arena.
  public struct Arena: Hashable, Sendable {
    /// The index, as `MALLOCX_ARENA` wants it.
    public let index: UInt32

    /// What the allocator's macros for this arena and for no cache come to.
    var flags: Int32 { (Int32(bitPattern: index) + 1) << 20 | 1 << 8 }
  }

  let controls: HeapControls
  private let arenaOfBlock: Control
  private let threadArena: Control
  private let flushCache: Control
  private let threadHasCache: Control
  /// Whether the workload's arena goes back to those that are not in use when this heap goes.
  private let isLent: Bool

  /// The heap of this process; its arenas are made at the first call.
  ///
  /// - Throws: A `HeapError` when jemalloc does not serve or does not count this process.
  public static func shared() throws(HeapError) -> Heap { try made.get() }

  private static let made = Swift.Result { () throws(HeapError) in try Heap() }

  private init() throws(HeapError) {
    _ = try AllocatorOptions.read()
    threadArena = try Control("thread.arena")
    flushCache = try Control("thread.tcache.flush")
    threadHasCache = try Control("thread.tcache.enabled")
    arenaOfBlock = try Control("arenas.lookup")
    workload = Arena(index: try Control.ask("arenas.create", UInt32(0)))
    sqlite = Arena(index: try Control.ask("arenas.create", UInt32(0)))
    rest = Arena(index: 0)
    controls = try HeapControls(workload: workload, sqlite: sqlite)
    isLent = false
    rehearse()
    for arena in [workload, rest] { ArenaKeeper.stay(in: arena, of: self) }
  }

  /// The same heap with another arena for the workload.
  private init(_ shared: Heap, lending workload: Arena) {
    self.workload = workload
    sqlite = shared.sqlite
    rest = shared.rest
    controls = shared.controls.reading(workload)
    threadArena = shared.threadArena
    flushCache = shared.flushCache
    threadHasCache = shared.threadHasCache
    arenaOfBlock = shared.arenaOfBlock
    isLent = true
  }

  deinit {
    // The list must not lie in an arena that is measured.
    if isLent { outside { Self.idle.withLock { $0.append(workload) } } }
  }

  /// Reads once while both arenas hold a block: what the runtime builds for reading is built outside of them.
  private func rehearse() {
    var reading = HeapReading()
    for arena in [workload, sqlite] {
      let block = mallocx(16, arena.flags)
      read(into: &reading)
      dallocx(block, arena.flags)
    }
  }
}

// MARK: - An arena of one's own

extension Heap {
  /// The arenas that were lent and have come back, some of which still hold blocks.
  private static let idle = Mutex<[Arena]>([])

  /// The heap of this process with a workload's arena that holds nothing, and that has no other user as long as
  /// the heap returned is kept.
  ///
  /// For measuring where others have measured before: what those have left behind may be freed at
  /// any time, on any thread, and a thread that frees a block keeps it in its cache, where it counts as in use
  /// until that thread gives it back. The counters of an arena that is shared then move by themselves.
  ///
  /// - Throws: A `HeapError` when jemalloc does not serve or does not count this process, or has no arena left:
  ///   there are some four thousand, and one in which something has leaked is not lent again.
  public static func vacant() throws(HeapError) -> Heap {
    let shared = try shared()
    if let arena = idle.withLock({ $0.takeLast(where: shared.isEmpty) }) {
      return Heap(shared, lending: arena)
    }
    return Heap(shared, lending: Arena(index: try Control.ask("arenas.create", UInt32(0))))
  }
}

extension [Heap.Arena] {
  fileprivate mutating func takeLast(where isMeant: (Heap.Arena) -> Bool) -> Heap.Arena? {
    lastIndex(where: isMeant).map { remove(at: $0) }
  }
}

// MARK: - Whose memory it is

extension Heap {
  /// Binds this thread to the workload's arena.
  ///
  /// - Returns: The arena it was bound to, for `leaveWorkload(to:)`.
  public func enterWorkload() -> Arena { enter(workload) }

  /// Binds this thread to the arena it had before the workload, or to the rest.
  public func leaveWorkload(to before: Arena? = nil) { _ = enter(before ?? rest) }

  /// Runs a piece of the workload; its memory counts as the workload's.
  public func inside<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = enter(workload)
    defer { _ = enter(before) }
    return try body()
  }

  /// Runs what is not the workload's business: its memory counts as the rest's.
  public func outside<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    faultline_watch_pause()
    let before = enter(rest)
    defer {
      _ = enter(before)
      faultline_watch_resume()
    }
    return try body()
  }

  /// Runs a body while this thread has no cache, which is slower: a block from elsewhere that the body frees is gone
  /// at once, and is not what the body takes next.
  func withoutCache<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = exchangeCache(false)
    defer { _ = exchangeCache(before) }
    return try body()
  }

  /// Switches this thread's cache on or off, and says what it was.
  func exchangeCache(_ isOn: Bool) -> Bool { threadHasCache.exchange(isOn) }

  /// The arena this thread takes its memory from.
  public var current: Arena { Arena(index: threadArena.read(UInt32(0))) }

  /// Binds this thread to an arena and returns the one before.
  ///
  /// The flush comes first: cached blocks belong to the old arena. With the cache switched off
  /// there is nothing to flush, and jemalloc's refusal means just that.
  package func enter(_ arena: Arena) -> Arena {
    flushCache.trigger()
    return Arena(index: threadArena.exchange(arena.index))
  }

  /// Gives this thread's cached blocks back to their arenas, so that what others read is exact.
  public func flush() { flushCache.trigger() }

  /// Whether a block came from an arena; the block must have come from the allocator.
  func lies(_ block: UnsafeRawPointer, in arena: Arena) -> Bool { self.arena(of: block) == arena }

  /// The arena that a block came from; the block must have come from the allocator.
  func arena(of block: UnsafeRawPointer) -> Arena {
    Arena(index: arenaOfBlock.answer(to: block, UInt32.max))
  }

  /// The bytes that a block of this many bytes really takes.
  public static func size(ofBlockOf bytes: Int) -> Int { nallocx(max(bytes, 1), 0) }
}

// Pages that hold nothing any more: kept for what comes next, or given back where a pass is very large.
extension Heap {
  /// How long a run of unused pages must be to go back.
  private static let longRun = 128 << 20

  /// A day, of which the first minutes give next to nothing back.
  private static let hardlyByAge = 24 * 60 * 60 * 1_000

  /// Gives long runs of pages back to the system as soon as they hold nothing.
  ///
  /// Usually arenas keep them, so that a pass does not pay a page fault for what the pass before it has used. Tables
  /// that double leave as many pages behind as they have in the end though. In a pass of ten million objects those
  /// take more memory than the objects. Short runs are kept: objects come and go in them, and to give these back
  /// too costs a quarter of such a pass. No counter of blocks and bytes depends on it.
  package func giveLongRunsBack() {
    // Where a thread has no arena that was made for it, jemalloc takes such blocks from one of its own.
    let huge = outside {
      let block = UnsafeMutableRawPointer.allocate(byteCount: Self.longRun, alignment: 16)
      defer { block.deallocate() }
      return arena(of: block)
    }
    for arena in [workload, sqlite, rest, huge] {
      try? Control("arena.\(arena.index).oversize_threshold").write(Self.longRun)
      // Where pages never age, jemalloc keeps the long runs, too.
      try? Control("arena.\(arena.index).dirty_decay_ms").write(Self.hardlyByAge)
      try? Control("arena.\(arena.index).muzzy_decay_ms").write(0)
    }
  }
}

// Reading the heap without touching it: flush, refresh the statistics, read numbers into a struct.
extension Heap {
  /// Reads all counters of this moment, exactly for what this thread has done; allocates nothing.
  ///
  /// A second thread that allocates for the workload has to `flush()` before.
  public func read(into reading: inout HeapReading) {
    flush()
    controls.epoch.write(UInt64(1))
    read(controls.workload, into: &reading.workload)
    read(controls.sqlite, into: &reading.sqlite)
    reading.active = controls.active.read(0)
    reading.resident = controls.resident.read(0)
    reading.mapped = controls.mapped.read(0)
    reading.processResident = processResident()
  }

  /// The blocks in use by size, smallest first: what a leftover is made of.
  public func blocks(in reading: ArenaReading) -> [SizeClass] {
    let sizes = controls.smallSizes + controls.largeSizes
    return sizes.indices.compactMap { index in
      let blocks = Int(reading.liveByClass[index])
      return blocks == 0 ? nil : SizeClass(size: sizes[index], blocks: blocks)
    }
  }

  /// Whether no block of an arena is in use, nor in the cache of any thread.
  func isEmpty(_ arena: Arena) -> Bool {
    flush()
    controls.epoch.write(UInt64(1))
    var reading = ArenaReading()
    read(controls.reading(arena).workload, into: &reading)
    return reading.liveBlocks == 0
  }

  private func read(_ arena: ArenaControls, into reading: inout ArenaReading) {
    reading = ArenaReading()
    reading.activeBytes = arena.activePages.read(0) * controls.pageSize
    add(
      controls.smallSizes, from: 0, requests: arena.classRequests.small,
      live: arena.classLive.small, total: arena.smallRequests.read(0), to: &reading)
    add(
      controls.largeSizes, from: controls.smallSizes.count, requests: arena.classRequests.large,
      live: arena.classLive.large, total: arena.largeRequests.read(0), to: &reading)
  }

  /// Adds up the classes, and stops when all requests are found: most large classes have none.
  private func add(
    _ sizes: [Int], from first: Int, requests: Control, live: Control, total: Int,
    to reading: inout ArenaReading
  ) {
    var found = 0
    var index = 0
    while index < sizes.count, found < total {
      let size = sizes[index]
      let handedOut = requests.with(index, at: 4).read(0)
      if handedOut > 0 {
        let inUse = live.with(index, at: 4).read(0)
        found += handedOut
        reading.allocatedBytes += handedOut * size
        reading.liveBlocks += inUse
        reading.liveBytes += inUse * size
        reading.liveByClass[first + index] = UInt32(clamping: inUse)
      }
      index += 1
    }
    reading.allocations += found
  }

  /// The second number of `statm`, in bytes; 0 where the kernel does not say.
  private func processResident() -> Int {
    var text = InlineArray<96, UInt8>(repeating: 0)
    var span = text.mutableSpan
    let count = span.withUnsafeMutableBufferPointer {
      pread(controls.statm, $0.baseAddress, $0.count, 0)
    }
    var field = 0
    var pages = 0
    for index in 0..<max(count, 0) {
      let character = text[index]
      if character == UInt8(ascii: " ") { field += 1 }
      if field == 2 { break }
      if field == 1, character != UInt8(ascii: " ") {
        pages = pages * 10 + Int(character) - Int(UInt8(ascii: "0"))
      }
    }
    return pages * controls.pageSize
  }
}

/// A reason why the heap of this process cannot be measured.
public enum HeapError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Memory comes from some other allocator, although jemalloc is linked.
  case notTheAllocator

  /// This jemalloc was built without statistics.
  case noStatistics

  /// This jemalloc has more size classes than a reading has room for.
  case tooManySizeClasses(Int)

  /// This jemalloc does not answer to a name that Faultline needs.
  case unanswered(name: String, code: Int)

  /// Work that is being measured measures some work itself.
  case nestedMeasurement

  /// The sentence a person reads, with what to do about it.
  public var description: String {
    switch self {
    case .notTheAllocator:
      "jemalloc is linked, but malloc does not come from it; run without LD_PRELOAD and without "
        + "a sanitizer."
    case .noStatistics:
      "This jemalloc was built without statistics; install one configured with --enable-stats."
    case .tooManySizeClasses(let count):
      "This jemalloc has \(count) size classes, and a reading has room for "
        + "\(ArenaReading.capacity); build jemalloc with its usual quantum."
    case .unanswered(let name, let code):
      "jemalloc does not answer to '\(name)' (\(String(cString: strerror(Int32(code))))); "
        + "Faultline needs version 5.3 or newer."
    case .nestedMeasurement:
      "Work that is being measured measures some work itself, which would be counted with it; measure one after the "
        + "other."
    }
  }
}
