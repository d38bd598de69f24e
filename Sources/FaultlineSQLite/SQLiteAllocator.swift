// The SQLite that the program is linked with, and the allocator that it takes its memory from.

internal import CSQLite
public import Faultline

/// The functions of an allocator, as SQLite calls them; none of them is ever given a size of zero.
public struct SQLiteAllocator {
  /// Hands out a block of at least so many bytes, or nil.
  public var allocate: @convention(c) (Int32) -> UnsafeMutableRawPointer?
  /// Takes a block back.
  public var release: @convention(c) (UnsafeMutableRawPointer?) -> Void
  /// Gives a block another size, or leaves it as it is and returns nil.
  public var resize: @convention(c) (UnsafeMutableRawPointer?, Int32) -> UnsafeMutableRawPointer?
  /// The bytes that a block really has.
  public var size: @convention(c) (UnsafeMutableRawPointer?) -> Int32
  /// The bytes that a block of so many would really have.
  public var roundUp: @convention(c) (Int32) -> Int32

  /// Gathers the functions.
  public init(
    allocate: @escaping @convention(c) (Int32) -> UnsafeMutableRawPointer?,
    release: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void,
    resize: @escaping @convention(c) (UnsafeMutableRawPointer?, Int32) -> UnsafeMutableRawPointer?,
    size: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Int32,
    roundUp: @escaping @convention(c) (Int32) -> Int32
  ) {
    self.allocate = allocate
    self.release = release
    self.resize = resize
    self.size = size
    self.roundUp = roundUp
  }
}

extension SQLiteLibrary {
  /// Lets SQLite take its memory from an allocator, so that a profiler can distinguish it from all other memory.
  ///
  /// - Throws: An error if SQLite was used before: then it has memory of its own already.
  public static func useAllocator(_ allocator: SQLiteAllocator) throws(GraphError) {
    var methods = sqlite3_mem_methods(
      xMalloc: allocator.allocate, xFree: allocator.release, xRealloc: allocator.resize,
      xSize: allocator.size, xRoundup: allocator.roundUp, xInit: { _ in SQLITE_OK },
      xShutdown: { _ in }, pAppData: nil)
    guard faultline_sqlite_use_allocator(&methods) == SQLITE_OK else {
      throw GraphError(
        .sqlite, "SQLite was used before it was given an allocator; call useAllocator first.")
    }
  }
}

/// The linked SQLite library.
public enum SQLiteLibrary {
  /// Its version, such as `3.40.1`.
  public static var version: String { String(cString: sqlite3_libversion()) }

  /// Lets SQLite keep no statistics of its memory, unless the program has used it before: they are not used
  /// here, and a lock for each block is one part in twenty of a save.
  static func skipStatistics() { withoutStatistics }

  private static let withoutStatistics: Void = faultline_sqlite_skip_statistics()
}
