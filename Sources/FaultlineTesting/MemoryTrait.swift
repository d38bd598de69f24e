// Limits of what a test does to the memory, as traits: .leaks, .objects, .allocations and .bytes.

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
