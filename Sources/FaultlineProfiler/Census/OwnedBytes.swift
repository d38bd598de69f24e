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

  /// Looks at every block that is shown, once, and counts those of the workload's arena.
  package init(in heap: Heap, _ show: (BlockVisitor) -> Void) {
    let pages = HeapPages(heap)
    show(BlockVisitor(pages.count))
    bytes = Array(pages.bytes)
  }
}

/// The blocks that were seen so far, page by page.
///
/// A page of the allocator belongs to one arena, and all blocks that begin in it are of one size: the allocator is
/// asked once a page, and a bit tells whether a block was seen. Addresses become keys, of which no order is seen:
/// only sums leave this place.
private final class HeapPages {
  private struct Page {
    /// The bytes of a block; zero in another arena.
    let size: Int
    /// Where the bits of its blocks begin.
    let bits: Int
  }

  private let heap: Heap
  private let shift: Int
  private let mask: Int
  // Unchecked: one thread counts, and nothing is called back while these are being changed.
  @exclusivity(unchecked) private var places = WordTable()
  @exclusivity(unchecked) private var pages: ContiguousArray<Page> = []
  @exclusivity(unchecked) private var seen: ContiguousArray<UInt64> = []
  @exclusivity(unchecked) private var last = (number: -1, page: Page(size: 0, bits: 0))
  /// The bytes by their owners.
  @exclusivity(unchecked) private(set) var bytes = ContiguousArray(
    repeating: 0, count: BlockOwner.allCases.count)
  /// No block is smaller than that, nor begins elsewhere than at a multiple of it.
  private static let grain = 8

  init(_ heap: Heap) {
    self.heap = heap
    shift = heap.controls.pageSize.trailingZeroBitCount
    mask = heap.controls.pageSize - 1
  }

  /// Counts a block for its owner, and says whether it was not seen before.
  func count(_ owner: BlockOwner, _ block: UnsafeRawPointer) -> Bool {
    let address = Int(bitPattern: block)
    if address >> shift != last.number { last = (address >> shift, page(of: block)) }
    let bit = (address & mask) / Self.grain
    let word = last.page.bits + bit >> 6
    let flag: UInt64 = 1 << UInt64(bit & 63)
    guard seen[word] & flag == 0 else { return false }
    seen[word] |= flag
    bytes[owner.rawValue] += last.page.size
    return true
  }

  private func page(of block: UnsafeRawPointer) -> Page {
    let number = Int64(Int(bitPattern: block) >> shift)
    let place = Int(places[number])
    guard place == 0 else { return pages[place - 1] }
    let page = Page(
      size: heap.lies(block, in: heap.workload)
        ? malloc_usable_size(UnsafeMutableRawPointer(mutating: block)) : 0,
      bits: seen.count)
    seen.append(contentsOf: repeatElement(0, count: (mask + 1) / Self.grain / 64))
    pages.append(page)
    places.insert(UInt(pages.count), for: number)
    return page
  }
}
