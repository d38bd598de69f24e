// A test's body, measured: its objects by its task, its blocks and bytes by its thread.

internal import Faultline
internal import FaultlineMeasures
internal import FaultlineProfiler
internal import Foundation
internal import Testing

/// Runs a test's body and records an issue for each limit that it passes.
struct MeasuredTest {
  typealias Body = @Sendable () async throws -> Void

  /// The allocator follows a few arenas at a time; further tests wait on their threads.
  private static let arenas = DispatchSemaphore(value: 8)

  private let limits: [MemoryLimit]
  private let place: SourceLocation

  init(_ test: Test, _ limits: [MemoryLimit]) {
    self.limits = limits
    place = test.sourceLocation
  }

  /// Runs the body; what it throws is thrown, and nothing else is said then.
  func run(_ body: Body) async throws {
    for complaint in complaints(about: try await figures(of: body)) {
      Issue.record(Comment(rawValue: complaint), sourceLocation: place)
    }
  }

  /// What is wrong, a text for each limit.
  func complaints(about done: MemoryFigures) -> [String] {
    var holders = done.holders
    var complaints: [String] = []
    for limit in limits {
      if limit.isAboutHeap, let failureReason = done.failureReason {
        complaints.append("\(limit.words) was not measured: \(failureReason)")
      } else if let complaint = limit.complaint(about: done) {
        complaints.append(([complaint] + holders).joined(separator: "\n"))
        // Once is enough.
        holders = []
      }
    }
    return complaints
  }

  /// Runs the body and looks at what became of the memory.
  func figures(of body: Body) async throws -> MemoryFigures {
    let (tally, heap, failureReason) =
      limits.contains(where: \.isAboutHeap)
      ? try await onOwnThread(body) : (try await counted(body), nil, nil)
    var done = MemoryFigures(most: tally.mostCount, heap: heap, failureReason: failureReason)
    let leftovers = await Leftovers(of: tally)
    done.left = leftovers.count
    done.holders = leftovers.lines
    return done
  }

  private func counted(_ body: Body) async throws -> ObjectTally {
    let tally = ObjectTally()
    try await tally.counting { try await body() }
    return tally
  }

  // MARK: - The heap

  private typealias Measured = (ObjectTally, ThreadFigures?, String?)

  private func onOwnThread(_ body: Body) async throws -> Measured {
    let thread = OwnThread()
    defer { thread.end() }
    return try await withTaskExecutorPreference(thread) {
      let before = thread.jobCount
      // What the runtime builds once, for a type or a thread, is no work of the test's.
      let tally = try await counted(body)
      guard thread.jobCount == before else { return (tally, nil, Self.suspension) }
      return try await inArena(body, on: thread)
    }
  }

  private func inArena(_ body: Body, on thread: OwnThread) async throws -> Measured {
    let tally = ObjectTally()
    let arena: ThreadMeasuring
    do throws(HeapError) {
      Self.wait()
      arena = try ThreadMeasuring()
      try arena.begin()
    } catch {
      Self.arenas.signal()
      return (try await counted(body), nil, error.description)
    }
    let before = thread.jobCount
    do {
      try await tally.counting { try await body() }
      let figures = arena.end()
      Self.arenas.signal()
      return (tally, figures, thread.jobCount == before ? nil : Self.suspension)
    } catch {
      _ = arena.end()
      Self.arenas.signal()
      throw error
    }
  }

  /// Waits on a thread of the test's own, which serves no other task.
  private static func wait() { arenas.wait() }

  private static let suspension = """
    the body gave up its thread, at an 'await' or for an actor, and what others do for it would be missing. \
    Let it run through, without an 'await' that waits; objects and leaks are counted in any test.
    """
}

/// What is left of a test's objects.
struct Leftovers {
  /// How many there are.
  let count: Int
  /// What holds them, in lines for people.
  let lines: [String]

  /// The longest pause before it is asked once more.
  private static let longest = Duration.milliseconds(512)

  /// Looks for what is left, when the queues have let go of their last blocks.
  init(of tally: ObjectTally) async {
    // A queue may still hold the block that a test has awaited, and with it the context. Where no context with a queue
    // is left, no time will help.
    var pause = Duration.milliseconds(1)
    while tally.liveCount > 0, pause <= Self.longest,
      tally.contexts.contains(where: { $0.concurrencyType != .confinement })
    {
      try? await Task.sleep(for: pause)
      pause *= 2
    }
    count = tally.liveCount
    lines = count == 0 ? [] : Self.leaks(of: tally).flatMap(Self.lines)
  }

  private static func leaks(of tally: ObjectTally) -> [Leak] {
    let contexts = tally.contexts
    for context in contexts { context.openToAll() }
    return LeakSearch.leaks(
      at: .test, since: tally.moment, among: ObjectGraph(since: tally.moment), contexts: contexts
    ) { _ in }
  }

  private static func lines(_ leak: Leak) -> [String] {
    let finding = leak.finding
    return [finding.message] + (finding.evidence + finding.trace).map { "  \($0)" }
      + [finding.advice]
  }
}
