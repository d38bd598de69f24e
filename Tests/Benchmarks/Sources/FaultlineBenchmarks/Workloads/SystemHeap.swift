// What the system's allocator has handed out, as the allocator itself says.

import Foundation

/// The heap of the process.
enum SystemHeap {
  /// Bytes in use: what the allocator has from the system, less what lies free in it.
  ///
  /// `mallinfo2` says the same, but Swift's module of the C library leaves its header out;
  /// `malloc_info` writes its figures as text and can be called by name.
  static var bytesInUse: Int {
    typealias Describe = @convention(c) (CInt, UnsafeMutablePointer<FILE>?) -> CInt
    guard let symbol = dlsym(nil, "malloc_info") else { return 0 }
    // The type is the one that the C library declares in malloc.h.
    let describe = unsafeBitCast(symbol, to: Describe.self)
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let stream = open_memstream(&text, &size) else { return 0 }
    _ = describe(0, stream)
    fclose(stream)
    defer { free(text) }
    guard let text else { return 0 }
    return inUse(String(cString: text))
  }

  /// The totals stand behind the last heap.
  private static func inUse(_ description: String) -> Int {
    let totals = description.components(separatedBy: "</heap>").last ?? ""
    func size(_ element: String) -> Int {
      guard let start = totals.range(of: "<\(element)\"")?.upperBound,
        let size = totals[start...].range(of: "size=\"")?.upperBound
      else { return 0 }
      return Int(totals[size...].prefix { $0.isNumber }) ?? 0
    }
    return size("system type=\"current") + size("total type=\"mmap")
      - size("total type=\"fast") - size("total type=\"rest")
  }
}
