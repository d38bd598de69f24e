// Why the heap cannot be measured here: values with a sentence, never a trap.

internal import FaultlineSystem

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
