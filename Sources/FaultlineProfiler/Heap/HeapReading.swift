// What one look at the heap says: plain integers, so that taking it allocates nothing.

/// The counters of one arena at one moment, to the byte.
public struct ArenaReading: Sendable, BitwiseCopyable {
  /// How many size classes a reading has room for: all that jemalloc has with its usual quantum.
  static let capacity = 232

  /// The bytes of the blocks that are in use, each counted with its size class.
  public internal(set) var liveBytes = 0

  /// How many blocks are in use.
  public internal(set) var liveBlocks = 0

  /// How many blocks were ever handed out.
  public internal(set) var allocations = 0

  /// The bytes of the blocks that were ever handed out.
  public internal(set) var allocatedBytes = 0

  /// The bytes of the pages that hold blocks; how full they are depends on history.
  public internal(set) var activeBytes = 0

  var liveByClass = InlineArray<232, UInt32>(repeating: 0)

  /// Makes a reading of zeros.
  public init() {}

  /// How many blocks were ever given back.
  public var frees: Int { allocations - liveBlocks }

  /// The share of the pages' bytes that no block uses.
  public var fragmentation: Double {
    activeBytes == 0 ? 0 : 1 - Double(liveBytes) / Double(activeBytes)
  }
}

extension ArenaReading: Equatable {
  /// Compares the counters that are exact, and leaves the pages out.
  public static func == (left: ArenaReading, right: ArenaReading) -> Bool {
    guard
      left.liveBytes == right.liveBytes, left.liveBlocks == right.liveBlocks,
      left.allocations == right.allocations, left.allocatedBytes == right.allocatedBytes
    else { return false }
    return left.liveByClass.indices.allSatisfy { left.liveByClass[$0] == right.liveByClass[$0] }
  }
}

/// One look at the whole heap: what the workload and SQLite hold, and how the process stands.
public struct HeapReading: Sendable, BitwiseCopyable {
  /// The arena of the workload: the engine's objects and all that belongs to them.
  public internal(set) var workload = ArenaReading()

  /// The arena of SQLite: page cache and statements.
  public internal(set) var sqlite = ArenaReading()

  /// The bytes of the process's pages that hold blocks; informative.
  public internal(set) var active = 0

  /// The bytes of physical memory that jemalloc holds; informative.
  public internal(set) var resident = 0

  /// The bytes of address space that jemalloc holds; informative.
  public internal(set) var mapped = 0

  /// The bytes of physical memory that the whole process holds; informative.
  public internal(set) var processResident = 0

  /// Makes a reading of zeros, to be filled by `Heap.read(into:)`.
  public init() {}
}

/// Workload and SQLite together, since an earlier reading.
extension HeapReading {
  /// The bytes that are in use, more than then.
  public func liveBytes(since earlier: HeapReading) -> Int { sum(earlier, \.liveBytes) }

  /// The blocks that were handed out since then.
  public func allocations(since earlier: HeapReading) -> Int { sum(earlier, \.allocations) }

  /// The bytes that were handed out since then.
  public func allocatedBytes(since earlier: HeapReading) -> Int { sum(earlier, \.allocatedBytes) }

  /// The blocks that were given back since then.
  public func frees(since earlier: HeapReading) -> Int { sum(earlier, \.frees) }

  private func sum(_ earlier: HeapReading, _ part: (ArenaReading) -> Int) -> Int {
    part(workload) + part(sqlite) - part(earlier.workload) - part(earlier.sqlite)
  }
}

/// Blocks of one size that are in use.
public struct SizeClass: Equatable, Sendable {
  /// The bytes of one block.
  public let size: Int

  /// How many blocks of that size are in use.
  public let blocks: Int
}
