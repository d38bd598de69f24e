// Where SQLite takes its memory from: a profiler gives it an arena of its own.

internal import CSQLite
public import Faultline

/// C functions by which SQLite takes and returns memory.
///
/// ```swift
/// try SQLiteLibrary.use(SQLiteAllocator(
///   allocate: { arenaMalloc($0) }, free: { arenaFree($0) },
///   reallocate: { arenaRealloc($0, $1) }, size: { arenaSize($0) }))
/// ```
public struct SQLiteAllocator: Sendable {
  /// A block of so many bytes; nil if there is none.
  public var allocate: @convention(c) (Int32) -> UnsafeMutableRawPointer?
  /// Takes a block back.
  public var free: @convention(c) (UnsafeMutableRawPointer?) -> Void
  /// A block with the same contents and another size.
  public var reallocate:
    @convention(c) (UnsafeMutableRawPointer?, Int32) -> UnsafeMutableRawPointer?
  /// How many bytes a block has.
  public var size: @convention(c) (UnsafeMutableRawPointer?) -> Int32

  /// Puts the functions together.
  public init(
    allocate: @escaping @convention(c) (Int32) -> UnsafeMutableRawPointer?,
    free: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void,
    reallocate:
      @escaping @convention(c) (UnsafeMutableRawPointer?, Int32) -> UnsafeMutableRawPointer?,
    size: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Int32
  ) {
    self.allocate = allocate
    self.free = free
    self.reallocate = reallocate
    self.size = size
  }
}

extension SQLiteLibrary {
  /// Lets SQLite take all its memory by these functions; before the first store of the process is opened.
  public static func use(_ allocator: SQLiteAllocator) throws(GraphError) {
    var methods = sqlite3_mem_methods(
      xMalloc: allocator.allocate, xFree: allocator.free, xRealloc: allocator.reallocate,
      xSize: allocator.size, xRoundup: { ($0 + 7) & ~7 }, xInit: { _ in SQLITE_OK },
      xShutdown: { _ in }, pAppData: nil)
    guard faultline_sqlite_use_allocator(&methods) == SQLITE_OK else {
      throw GraphError(
        .coreData,
        "SQLite is in use already; choose its allocator before the first store is opened.")
    }
  }
}
