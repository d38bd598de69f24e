// What a piece of work did to the memory: the figures that a test asserts on.

public import Faultline
import Synchronization

/// What some work on a context did, counted exactly.
public struct GraphProfile: Sendable {
  /// What is there at one moment, more than before the work began.
  public struct Level: Sendable, Equatable {
    /// Managed objects that are alive.
    public let objects: Int
    /// Groups of objects that keep each other alive.
    public let cycles: Int
    /// Bytes of the work's own, those of its stores included.
    public let bytes: Int

    /// What is left of work that cleans up after itself.
    public static let nothing = Level(objects: 0, cycles: 0, bytes: 0)
  }

  /// Right after the work, when its context is still there.
  public let returned: Level
  /// When the context, its coordinator and its stores were let go: all that is left has leaked.
  public let leaked: Level
  /// The retain cycles that are left at the end, by what they look like.
  public let leakedCycles: [CycleKind]

  /// Blocks that the work took.
  public let allocations: Int
  /// Bytes that the work took, also those that it gave back.
  public let allocatedBytes: Int
  /// The most bytes that were held after any operation of the engine.
  public let peakBytes: Int

  /// What the context counted during the work.
  public let context: ContextStatistics
  /// What the coordinator counted during the work.
  public let coordinator: CoordinatorStatistics
}

extension GraphProfile: CustomStringConvertible {
  /// The figures, a line each: what a test that fails shows.
  public var description: String {
    var lines = [
      "returned with \(returned)",
      leaked == .nothing ? "leaked nothing" : "leaked \(leaked)",
    ]
    lines += leakedCycles.map { "  \($0.count) × \($0.text)" }
    lines += [
      "took \(allocations) blocks, \(allocatedBytes) bytes; held \(peakBytes) bytes at most",
      "fired \(context.faultsFired) faults and \(context.relationshipFaultsFired) relationships",
      "asked its stores \(coordinator.roundTrips) times for \(coordinator.rowsRead) rows",
    ]
    return lines.joined(separator: "\n")
  }
}

extension GraphProfile.Level: CustomStringConvertible {
  /// The level in words.
  public var description: String { "\(objects) objects in \(cycles) retain cycles, \(bytes) bytes" }
}

// Measuring some work: a pass that warms up, and a pass that counts.
extension GraphProfile {
  /// SQLite's arena is one for the process: measurements take turns.
  private static let turn = Mutex(())
  /// The thread that has the turn, or zero: work that measures some work would wait for itself.
  private static let measuring = Atomic<UInt>(0)

  /// Measures some work on a context that is made for it.
  ///
  /// Context and work are made and done twice: what the runtime builds once for each type would otherwise be
  /// counted as the work's. Everything happens on this thread; what the work hands to other threads is not
  /// counted. Measurements of several threads take turns, so the work may not wait for another thread that measures.
  ///
  /// ```swift
  /// let profile = try GraphProfile.measure(on: makeContext) { context in
  ///   let pair = try hirePair(in: context)
  ///   context.refresh(pair, mergeChanges: false)
  /// }
  /// #expect(profile.leaked == .nothing, "\(profile)")
  /// ```
  ///
  /// - Parameters:
  ///   - makeContext: Makes a context over a new store, the same each time.
  ///   - work: What is measured; its own variables are gone when the figures are read.
  /// - Returns: The figures of the second time.
  /// - Throws: What the closures throw, or a `HeapError` when the allocator does not serve this process, or when this is
  ///   called by work that is being measured.
  public static func measure(
    on makeContext: () throws -> ManagedObjectContext,
    _ work: (ManagedObjectContext) throws -> Void
  ) throws -> GraphProfile {
    guard measuring.load(ordering: .relaxed) != Caller.thread else {
      throw HeapError.nestedMeasurement
    }
    return try turn.withLock { _ in
      measuring.store(Caller.thread, ordering: .relaxed)
      defer { measuring.store(0, ordering: .relaxed) }
      // What an earlier measurement has left may be freed while this one counts.
      let heap = try Heap.vacant()
      // Not in the workload's arena: what the runtime builds here may be freed at any later time.
      var warmUp = Measuring(heap, heap.rest)
      _ = try warmUp.run(makeContext, work)
      var measured = Measuring(heap, heap.workload)
      // Work may let go of what its first time has kept, and would find those blocks in the cache.
      return try heap.withoutCache { try measured.run(makeContext, work) }
    }
  }
}

/// One pass.
private struct Measuring {
  private let heap: Heap
  private let arena: Heap.Arena
  // Other tests may run beside this one.
  private let moment = Population.now.onThisThread
  private var before = HeapReading()
  private var now = HeapReading()

  init(_ heap: Heap, _ arena: Heap.Arena) {
    self.heap = heap
    self.arena = arena
  }

  mutating func run(
    _ makeContext: () throws -> ManagedObjectContext,
    _ work: (ManagedObjectContext) throws -> Void
  ) throws -> GraphProfile {
    heap.read(into: &before)
    let gauge = try PeakGauge(of: heap)
    let former = heap.enter(arena)
    defer { _ = heap.enter(former) }
    let returned = try perform(makeContext, work)
    let leaked = level()
    return GraphProfile(
      returned: returned.level, leaked: leaked.level, leakedCycles: leaked.cycles.kinds,
      allocations: returned.heap.allocations(since: before),
      allocatedBytes: returned.heap.allocatedBytes(since: before), peakBytes: gauge.peak.bytes,
      context: returned.context, coordinator: returned.coordinator)
  }

  /// What there is when the work has returned; the context goes when this returns.
  private struct Returned {
    let level: GraphProfile.Level
    let heap: HeapReading
    let context: ContextStatistics
    let coordinator: CoordinatorStatistics
  }

  private mutating func perform(
    _ makeContext: () throws -> ManagedObjectContext,
    _ work: (ManagedObjectContext) throws -> Void
  ) throws -> Returned {
    let context = try makeContext()
    try work(context)
    let level = level().level
    return Returned(
      level: level, heap: now, context: context.statistics,
      coordinator: context.persistentStoreCoordinator?.statistics ?? CoordinatorStatistics())
  }

  /// What is there now; the heap is read before anything is allocated.
  private mutating func level() -> (level: GraphProfile.Level, cycles: RetainCycles) {
    heap.read(into: &now)
    let bytes = now.liveBytes(since: before)
    return heap.outside {
      let cycles = ObjectGraph(since: moment).cycles
      let level = GraphProfile.Level(
        objects: Population.liveCount(since: moment), cycles: cycles.count, bytes: bytes)
      return (level, cycles)
    }
  }
}

/// What a thread has taken, exactly.
package struct ThreadFigures: Sendable, Equatable {
  /// Blocks that it took.
  package let allocations: Int
  /// The most bytes that were held of them at any moment.
  package let mostBytes: Int
  /// Bytes of them that are still held.
  package let bytesLeft: Int

  /// Gathers figures.
  package init(allocations: Int, mostBytes: Int, bytesLeft: Int) {
    self.allocations = allocations
    self.mostBytes = mostBytes
    self.bytesLeft = bytesLeft
  }
}

/// Gives a thread an arena of its own, and reads what became of it.
///
/// What other threads take is in other arenas. Stores of SQLite count as long as SQLite takes its memory as the rest of
/// the program does, and has no arena of its own.
package final class ThreadMeasuring {
  private let heap: Heap
  private var before = HeapReading()
  private var after = HeapReading()
  private var gauge: PeakGauge?
  private var former: (arena: Heap.Arena, hasCache: Bool)?

  /// Looks for an arena that holds nothing.
  ///
  /// - Throws: A `HeapError` when jemalloc does not serve or does not count this process.
  package init() throws(HeapError) {
    heap = try Heap.vacant()
    // What reading takes is built before it counts.
    heap.read(into: &after)
  }

  /// Begins on the thread that calls.
  package func begin() throws(HeapError) {
    gauge = try PeakGauge(ofWorkloadOf: heap)
    heap.read(into: &before)
    // Work may let go of what others have taken, and would find those blocks in the cache.
    let hasCache = heap.exchangeCache(false)
    former = (heap.enter(heap.workload), hasCache)
  }

  /// Ends on the same thread.
  package func end() -> ThreadFigures {
    heap.read(into: &after)
    if let former {
      _ = heap.enter(former.arena)
      _ = heap.exchangeCache(former.hasCache)
    }
    let most = gauge?.peak.bytes ?? 0
    gauge = nil
    return ThreadFigures(
      allocations: after.workload.allocations - before.workload.allocations,
      mostBytes: most, bytesLeft: after.workload.liveBytes - before.workload.liveBytes)
  }
}
