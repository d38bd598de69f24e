// What a test may do to the memory, and the sentence for one that does more.

internal import FaultlineMeasures
internal import FaultlineProfiler

/// One limit of a test.
enum MemoryLimit: Sendable, Hashable {
  /// Objects that outlive the test.
  case leaks(Int)
  /// Objects at the same time.
  case objects(Int)
  /// Blocks of the heap.
  case allocations(Int)
  /// Bytes of the heap at the same time.
  case bytes(Int)

  /// Whether it takes an arena of its own to know.
  var isAboutHeap: Bool {
    switch self {
    case .leaks, .objects: false
    case .allocations, .bytes: true
    }
  }

  /// The trait as it is written.
  var words: String {
    switch self {
    case .leaks(0): ".leaks(.none)"
    case .leaks(let most): ".leaks(.atMost(\(most)))"
    case .objects(let most): ".objects(atMost: \(most))"
    case .allocations(let most): ".allocations(atMost: \(most))"
    case .bytes(let most): ".bytes(atMost: \(most))"
    }
  }

  /// What is wrong with what a test did; nil where it kept to the limit, or where its heap was not measured.
  func complaint(about done: MemoryFigures) -> String? {
    switch self {
    case .leaks(let most) where done.left > most:
      return done.left == 1
        ? "1 object outlives the test: \(words)."
        : "\(NumberText.grouped(done.left)) objects outlive the test: \(words)."
    case .objects(let most) where done.most > most:
      return "\(NumberText.grouped(done.most)) objects were alive at the same time: \(words)."
    case .allocations(let most):
      guard let heap = done.heap, heap.allocations > most else { return nil }
      return "The test took \(NumberText.grouped(heap.allocations)) blocks of the heap: \(words)."
    case .bytes(let most):
      guard let heap = done.heap, heap.mostBytes > most else { return nil }
      let left = heap.bytesLeft == 0 ? "none" : NumberText.grouped(heap.bytesLeft)
      return
        "The test held \(NumberText.grouped(heap.mostBytes)) bytes of the heap at the same time, of which "
        + "\(left) are left: \(words)."
    case .leaks, .objects: return nil
    }
  }
}

/// What a test did to the memory.
struct MemoryFigures: Sendable {
  /// The most objects at the same time.
  var most = 0
  /// The objects that outlive it.
  var left = 0
  /// What its thread took, where that was measured.
  var heap: ThreadFigures?
  /// Why the heap was not measured although there is a limit for it.
  var failureReason: String?
  /// What is left, and what holds it, in lines.
  var holders: [String] = []
}
