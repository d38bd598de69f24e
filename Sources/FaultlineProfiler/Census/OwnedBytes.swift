// Whose bytes they are: every block that the engine can show, by what it serves.

package import Faultline
internal import CJemalloc

/// The bytes of the workload's arena by what they serve.
///
/// The engine shows its blocks and the allocator says how large each is and in which arena it lies, so nothing
/// here is estimated. What nobody shows is the difference to the arena's own counter, and called "other".
package struct OwnedBytes {
  private var bytes = [Int](repeating: 0, count: BlockOwner.allCases.count)

  /// The bytes of one owner.
  package subscript(owner: BlockOwner) -> Int { bytes[owner.rawValue] }

  /// The bytes that have an owner.
  package var sum: Int { bytes.reduce(0, +) }

  /// Nobody owns anything, for whoever does not ask.
  package init() {}

  /// Looks at every block that is shown, once, and counts those of an arena.
  package init(in heap: Heap, _ show: (BlockVisitor) -> Void) {
    // Addresses become keys, of which no order is seen: only sums leave this place.
    var seen = WordTable()
    var bytes = bytes
    show(
      BlockVisitor { owner, block in
        let key = Int64(Int(bitPattern: block))
        guard seen[key] == 0 else { return }
        seen.insert(1, for: key)
        guard heap.lies(block, in: heap.workload) else { return }
        bytes[owner.rawValue] += malloc_usable_size(UnsafeMutableRawPointer(mutating: block))
      })
    self.bytes = bytes
  }
}
