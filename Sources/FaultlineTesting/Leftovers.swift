// The objects that outlive a test, and what holds them.

internal import Faultline
internal import FaultlineMeasures
internal import FaultlineProfiler

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
