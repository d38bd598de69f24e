// Whose bytes they are: every block that the engine can show, by what it serves.

package import Faultline
internal import CJemalloc

/// The bytes of the workload's arena by what they serve.
///
/// The engine shows its blocks and the allocator says how large each is and in which arena it lies, so nothing
/// here is estimated. What is not shown is the difference to the arena's own counter, and called "other".
package struct OwnedBytes {
  private var bytes = [Int](repeating: 0, count: BlockOwner.allCases.count)

  /// The bytes of one owner.
  package subscript(owner: BlockOwner) -> Int { bytes[owner.rawValue] }

  /// The bytes that have an owner.
  package var sum: Int { bytes.reduce(0, +) }

  /// No owner has anything, for callers that do not ask.
  package init() {}

  /// Looks at every block that is shown, once, and counts those of the workload's arena.
  package init(in heap: Heap, _ show: (BlockVisitor) -> Void) {
    self.init(in: heap) { visitor, _ in show(visitor) }
  }

  /// The same, where what was counted so far is asked for meanwhile.
  init(in heap: Heap, _ show: (BlockVisitor, _ soFar: () -> OwnedBytes) -> Void) {
    let pages = HeapPages(heap)
    // A closure of one level: a method as a value is two, and every block passes here.
    show(BlockVisitor { pages.count($0, $1) }) { OwnedBytes(pages.bytes) }
    bytes = pages.bytes
  }

  private init(_ bytes: [Int]) { self.bytes = bytes }
}

/// The blocks that were seen so far, page by page.
///
/// A page of the allocator belongs to one arena, and all blocks that begin in it are of one size: the allocator is
/// asked once a page, and a bit says whether a block was seen. Addresses become keys, of which no order is seen:
/// only sums leave this place. Every block of every object passes here, so all lies in plain memory.
private final class HeapPages {
  private struct Page {
    /// The page's number; -1 for none.
    var number = -1
    /// The bytes of a block; zero in another arena.
    var size = 0
    /// The bits of its blocks.
    var seen: UnsafeMutablePointer<UInt64>
  }

  private let heap: Heap
  private let shift: Int
  private let mask: Int
  // Unchecked: one thread counts, and nothing is called back while these are being changed.
  @exclusivity(unchecked) private var places = WordTable()
  @exclusivity(unchecked) private var pages: ContiguousArray<Page> = []
  @exclusivity(unchecked) private var slabs: ContiguousArray<UnsafeMutablePointer<UInt64>> = []
  /// The pages that were asked for last, each where its number says: an object, its values and its row lie in three.
  private let recent: UnsafeMutablePointer<Page>
  private let sums: UnsafeMutablePointer<Int>

  /// No block is smaller than that, nor begins elsewhere than at a multiple of it.
  private static let grain = 8
  private static let recentCount = 256
  /// How many pages share a slab of bits.
  private static let slabCount = 64

  init(_ heap: Heap) {
    self.heap = heap
    shift = heap.controls.pageSize.trailingZeroBitCount
    mask = heap.controls.pageSize - 1
    recent = .allocate(capacity: Self.recentCount)
    sums = .allocate(capacity: BlockOwner.allCases.count)
    sums.initialize(repeating: 0, count: BlockOwner.allCases.count)
    recent.initialize(repeating: Page(seen: newSlab()), count: Self.recentCount)
  }

  deinit {
    recent.deallocate()
    sums.deallocate()
    for slab in slabs { slab.deallocate() }
  }

  /// The bytes by their owners.
  var bytes: [Int] {
    Array(UnsafeBufferPointer(start: sums, count: BlockOwner.allCases.count))
  }

  /// Counts a block for its owner, and says whether it was not seen before.
  func count(_ owner: BlockOwner, _ block: UnsafeRawPointer) -> Bool {
    let address = Int(bitPattern: block)
    let number = address >> shift
    let seat = recent + number & (Self.recentCount - 1)
    if seat.pointee.number != number { seat.pointee = page(number, of: block) }
    let bit = (address & mask) / Self.grain
    let word = seat.pointee.seen + bit >> 6
    let flag: UInt64 = 1 << UInt64(bit & 63)
    guard word.pointee & flag == 0 else { return false }
    word.pointee |= flag
    sums[owner.rawValue] += seat.pointee.size
    return true
  }

  private func page(_ number: Int, of block: UnsafeRawPointer) -> Page {
    let place = Int(places[Int64(number)])
    guard place == 0 else { return pages[place - 1] }
    let inSlab = pages.count % Self.slabCount
    if inSlab == 0, !pages.isEmpty { _ = newSlab() }
    let page = Page(
      number: number,
      size: heap.lies(block, in: heap.workload)
        ? malloc_usable_size(UnsafeMutableRawPointer(mutating: block)) : 0,
      seen: slabs[slabs.count - 1] + inSlab * words)
    pages.append(page)
    places.insert(UInt(pages.count), for: Int64(number))
    return page
  }

  /// How many words the bits of a page take.
  private var words: Int { (mask + 1) / Self.grain / UInt64.bitWidth }

  private func newSlab() -> UnsafeMutablePointer<UInt64> {
    let slab = UnsafeMutablePointer<UInt64>.allocate(capacity: Self.slabCount * words)
    slab.initialize(repeating: 0, count: Self.slabCount * words)
    slabs.append(slab)
    return slab
  }
}
