// One page of memory that a child writes on and its parent reads, also after the child's death.

internal import Faultline
import Synchronization
import FaultlineSystem

/// Where a trial stands: plain integers that its process stores and its parent reads at any time, and what the
/// engine did last.
///
/// A store is one move of the processor: no lock, no allocation, no system call. That is why it may stand
/// inside a measured region. The numbers are read one by one, so they may be a step apart while the child
/// runs; once it is over they are what it stored last.
///
/// Unchecked Sendable: what stands on it is atomic, and where it lies never changes.
package final class ProgressBoard: @unchecked Sendable {
  /// What the board shows.
  package enum Slot: Int, CaseIterable, Sendable {
    /// The pass that runs, counted from 1; 0 before the first.
    case pass = 1
    /// The step that runs, counted from 1 within its pass; 0 before the first.
    case step
    /// How many steps the pass has.
    case steps
    /// The innermost loop's iteration, counted from 1; 0 outside loops.
    case iteration
    /// How many objects there were at the latest checkpoint; 0 at the end.
    case objects
  }

  /// The descriptor under which a child finds its board.
  package static let inheritedDescriptor: Int32 = 3

  /// Stands in the first word, so that a stranger's descriptor 3 is not taken for a board.
  private static let mark = 0x4641_554C_544C_494E
  private static let size = sysconf(Int32(_SC_PAGESIZE))

  let descriptor: Descriptor
  private let words: UnsafeMutablePointer<Atomic<Int>>
  private let trail: EventTrail

  /// Makes an empty board for a child to come, or nil when the system has no memory to share.
  package convenience init?() {
    guard let page = try? Descriptor.nameless(), ftruncate(page.number, Self.size) == 0 else {
      return nil
    }
    self.init(mapping: page)
    words[0].store(Self.mark, ordering: .relaxed)
  }

  /// Finds the board that the parent left at a descriptor, or nil when none is there.
  package convenience init?(inheritedAt number: Int32) {
    var facts = stat()
    guard fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size == Self.size
    else { return nil }
    // A descriptor of its own: one that turns out to be a stranger's stays open.
    let copy = fcntl(number, F_DUPFD_CLOEXEC, number)
    guard copy >= 0 else { return nil }
    self.init(mapping: Descriptor(taking: copy))
    guard words[0].load(ordering: .relaxed) == Self.mark else { return nil }
  }

  private init?(mapping page: consuming Descriptor) {
    let address = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, page.number, 0)
    guard let address, address != MAP_FAILED else { return nil }
    // An atomic integer lies in memory like an integer, and zero is a valid one: it is not initialized
    // here, so that the child finds what the parent wrote.
    words = address.bindMemory(to: Atomic<Int>.self, capacity: Slot.allCases.count + 1)
    // Behind the words, where a line of the processor's cache begins.
    trail = EventTrail(at: address + 64)
    descriptor = page
  }

  deinit {
    munmap(words, Self.size)
  }

  /// A number on the board.
  ///
  /// Relaxed order is enough: no other memory is read because of what stands here.
  package subscript(slot: Slot) -> Int {
    get { words[slot.rawValue].load(ordering: .relaxed) }
    set { words[slot.rawValue].store(newValue, ordering: .relaxed) }
  }

  /// The engine's last events in words, in the order in which they began; nil where there was none.
  var lastEvents: [String]? {
    let entries = trail.entries
    return entries.isEmpty ? nil : entries.map(\.words)
  }

  /// Lets the engine of this process leave its trail here while a body runs.
  ///
  /// For a process that plays one trial: there is one trail, and trials side by side would mix theirs.
  package func hearing<Value>(_ body: () throws -> Value) rethrows -> Value {
    EventHook.leave(trail)
    defer { EventHook.leave(nil) }
    return try body()
  }
}
