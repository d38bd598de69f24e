// What the allocator says it is doing, and where that is not what Faultline asked of it.

/// The allocator's effective options, read from the allocator itself.
///
/// An environment variable (`MALLOC_CONF`) can change what Faultline compiled in, and a number
/// measured under other options must not be compared with one that was not.
public struct AllocatorOptions: Equatable, Sendable {
  /// The version of jemalloc, with its commit.
  public let version: String

  /// How many arenas jemalloc makes by itself; more than one depends on the number of processors.
  public let automaticArenas: Int

  /// After how many milliseconds unused dirty pages go back; -1 is never.
  public let dirtyDecay: Int

  /// After how many milliseconds unused muzzy pages go back; -1 is never.
  public let muzzyDecay: Int

  /// How many times as large as what is asked for a run of unused pages may be, to be split for it; as a power of 2.
  public let greatestSplit: Int

  /// Whether threads of jemalloc's own purge pages.
  public let backgroundThread: Bool

  /// Whether each thread has a cache of blocks.
  public let threadCache: Bool

  /// How arenas belong to processors: `disabled`, `percpu` or `phycpu`.
  public let arenaPerProcessor: String

  /// Whether a mistake in the options ends the process.
  public let abortsOnMistake: Bool

  /// Whether allocations are sampled with their call stacks.
  public let profiling: Bool

  /// Whether jemalloc was built with statistics.
  public let statistics: Bool

  /// The size of a page in bytes.
  public let pageSize: Int

  /// The distance of the small size classes in bytes.
  public let quantum: Int

  /// An option that is not what Faultline measures with.
  public struct Deviation: Equatable, Sendable, CustomStringConvertible {
    /// The option's name, as `MALLOC_CONF` writes it.
    public let name: String

    /// The value that Faultline measures with.
    public let expected: String

    /// The value that the allocator has.
    public let actual: String

    /// The sentence a person reads.
    public var description: String { "\(name) is \(actual), expected \(expected)" }
  }

  /// The options that are not what Faultline compiled in or counts on, in a fixed order.
  public var deviations: [Deviation] {
    let table: [(String, String, String)] = [
      ("narenas", "1", String(automaticArenas)),
      ("dirty_decay_ms", "-1", String(dirtyDecay)),
      ("muzzy_decay_ms", "-1", String(muzzyDecay)),
      ("lg_extent_max_active_fit", "40", String(greatestSplit)),
      ("background_thread", "false", String(backgroundThread)),
      ("abort_conf", "true", String(abortsOnMistake)),
      ("tcache", "true", String(threadCache)),
      ("percpu_arena", "disabled", arenaPerProcessor),
      ("prof", "false", String(profiling)),
    ]
    return table.compactMap { name, expected, actual in
      actual == expected ? nil : Deviation(name: name, expected: expected, actual: actual)
    }
  }
}

extension AllocatorOptions {
  /// Asks the allocator for its options.
  ///
  /// - Throws: A `HeapError` when memory comes from elsewhere or nothing is counted.
  public static func read() throws(HeapError) -> AllocatorOptions {
    let options = AllocatorOptions(
      version: try Control.ask(text: "version"),
      automaticArenas: Int(try Control.ask("opt.narenas", UInt32(0))),
      dirtyDecay: try Control.ask("opt.dirty_decay_ms", 0),
      muzzyDecay: try Control.ask("opt.muzzy_decay_ms", 0),
      greatestSplit: try Control.ask("opt.lg_extent_max_active_fit", 0),
      backgroundThread: try Control.ask("opt.background_thread", false),
      threadCache: try Control.ask("opt.tcache", false),
      arenaPerProcessor: try Control.ask(text: "opt.percpu_arena"),
      abortsOnMistake: try Control.ask("opt.abort_conf", false),
      profiling: try Control.ask("opt.prof", false),
      statistics: try Control.ask("config.stats", false),
      pageSize: try Control.ask("arenas.page", 0),
      quantum: try Control.ask("arenas.quantum", 0))
    guard options.statistics else { throw .noStatistics }
    guard try memoryComesFromJemalloc() else { throw .notTheAllocator }
    return options
  }

  /// Takes a block as Swift does and looks whether jemalloc's counter has moved.
  @inline(never)
  private static func memoryComesFromJemalloc() throws(HeapError) -> Bool {
    let before = try Control.ask("thread.allocated", UInt64(0))
    let block = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
    let after = try Control.ask("thread.allocated", UInt64(0))
    block.deallocate()
    return after >= before + 64
  }
}
