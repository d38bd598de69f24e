// Measuring some work: a pass that warms up, and a pass that counts.

public import Faultline
import Synchronization

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
