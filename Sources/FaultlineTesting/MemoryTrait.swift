// Limits of what a test does to the memory, as traits: .leaks, .objects, .allocations and .bytes.

internal import FaultlineMeasures
internal import FaultlineProfiler
public import Testing

/// Limits what a test does to the memory; a test that passes the limit fails and names what holds what is left.
///
/// ```swift
/// @Test(.leaks(.none)) func `breaks its retain cycles`() throws {
///   let context = try makeContext()
///   let pair = try hirePair(in: context)
///   context.refresh(pair, mergeChanges: false)
/// }
/// ```
///
/// Objects are those of the coordinators and contexts that the test makes, in whatever task or on whatever queue; other
/// tests may run beside it. On a suite a limit is that of each of its tests. Of several limits of a kind the strictest counts.
public struct MemoryTrait: TestTrait, SuiteTrait, TestScoping {
  let limit: MemoryLimit
  /// What distinguishes it from an equal one.
  private let identity = Identity()

  private final class Identity: Sendable {}

  init(_ limit: MemoryLimit) { self.limit = limit }

  /// A limit of a suite is that of each test in it.
  public var isRecursive: Bool { true }

  /// Runs a test and records what passes its limits.
  ///
  /// The innermost of a test's limits measures for all of them, so that the others are not measured with it.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let all = test.traits.compactMap { $0 as? MemoryTrait }
    if let last = all.last, all.contains(where: { $0.identity === identity }) {
      guard last.identity === identity else { return try await function() }
      try await MeasuredTest(test, all.map(\.limit)).run(function)
    } else {
      try await MeasuredTest(test, [limit]).run(function)
    }
  }
}

/// How many objects may outlive a test.
public struct LeakAllowance: Sendable, Hashable {
  let most: Int

  /// All objects go with the test.
  public static let none = LeakAllowance(most: 0)

  /// So many objects may stay, and no more.
  public static func atMost(_ count: Int) -> LeakAllowance { LeakAllowance(most: count) }
}

extension Trait where Self == MemoryTrait {
  /// Fails a test whose objects outlive it, and names what holds them.
  ///
  /// - Parameter allowance: How many may, usually `.none`.
  /// - Returns: The trait.
  public static func leaks(_ allowance: LeakAllowance) -> Self { Self(.leaks(allowance.most)) }

  /// Fails a test that has more objects alive at the same time.
  public static func objects(atMost count: Int) -> Self { Self(.objects(count)) }

  /// Fails a test that takes more blocks of the heap.
  ///
  /// What counts is taken by the test's own thread, so its body must not suspend. The body runs twice: the first
  /// time, which does not count, Swift's runtime builds what it builds once. It takes a process whose `malloc` is
  /// jemalloc's, which is that of every program that links this library.
  public static func allocations(atMost count: Int) -> Self { Self(.allocations(count)) }

  /// Fails a test that holds more bytes of the heap at the same time, in the middle of a save as well.
  ///
  /// It takes what ``allocations(atMost:)`` takes, and runs the body twice as that does.
  public static func bytes(atMost count: Int) -> Self { Self(.bytes(count)) }
}

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
