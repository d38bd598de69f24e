// What a piece of work did to the memory: the figures that a test asserts on.

public import Faultline

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
