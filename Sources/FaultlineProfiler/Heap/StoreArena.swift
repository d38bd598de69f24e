// The arena of stores, as functions in C for a library whose allocator can be chosen.

internal import CJemalloc

/// Memory from the arena that is read as `HeapReading.sqlite`.
///
/// The thread's cache is left out: blocks come from this arena and go back to it whichever arena the thread
/// is bound to, and the counters are exact at once.
public enum StoreArena {
  // Written once, before the first block is asked for, and only read from then on.
  nonisolated(unsafe) private static var flags: Int32 = 0

  /// Binds the functions to the arena of a heap.
  public static func use(_ heap: Heap) {
    flags = heap.sqlite.flags
  }

  /// Hands out a block.
  public static let allocate: @convention(c) (Int32) -> UnsafeMutableRawPointer? = {
    mallocx(Int(max(1, $0)), StoreArena.flags)
  }

  /// Takes a block back.
  public static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
    if let block = $0 { dallocx(block, StoreArena.flags) }
  }

  /// Gives a block another size.
  public static let resize:
    @convention(c) (UnsafeMutableRawPointer?, Int32) -> UnsafeMutableRawPointer? = { block, size in
      guard let block else { return nil }
      return rallocx(block, Int(max(1, size)), StoreArena.flags)
    }

  /// The bytes that a block really has.
  public static let size: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { block in
    block.map { Int32(clamping: sallocx($0, 0)) } ?? 0
  }

  /// The bytes that a block of so many would really have.
  public static let roundUp: @convention(c) (Int32) -> Int32 = {
    Int32(clamping: nallocx(Int(max(1, $0)), 0))
  }
}
