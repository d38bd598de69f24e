// What has ended is kept at once, and what ends soon after it a while later, in one go.

import FaultlineMeasures
import Testing

@testable import FaultlineCLI
@testable import FaultlineExperiments

struct `Trials that have ended` {
  private static func trial(_ id: String) -> TrialResult {
    TrialResult(TrialKey(scenario: "s", variant: id), samples: [])
  }

  /// Trials and a clock that goes on only when the test moves it.
  private struct Watch {
    private let start = ContinuousClock.now
    private var ended = EndedTrials()
    private(set) var kept: [String] = []

    mutating func end(_ id: String) { ended.add(trial(id)) }

    /// Asks at a time, in milliseconds, whether to keep them, which takes so long.
    mutating func ask(at time: Int, keepingTakes cost: Int = 0) {
      var now = start.advanced(by: .milliseconds(time))
      var line: String?
      ended.keepIfDue({ now }) { trials in
        line = "\(time): \(trials.map(\.variant).joined(separator: " "))"
        now = now.advanced(by: .milliseconds(cost))
      }
      if let line { kept.append(line) }
    }
  }

  @Test func `are kept at once, and then once a second, all that there are`() {
    var watch = Watch()
    watch.ask(at: 0)
    watch.end("a")
    watch.ask(at: 10)
    watch.ask(at: 20)
    watch.end("b")
    watch.ask(at: 30)
    watch.end("c")
    watch.ask(at: 1_009)
    watch.ask(at: 1_010)
    watch.ask(at: 5_000)
    #expect(watch.kept == ["10: a", "1010: a b c"])
  }

  @Test func `are kept so seldom that keeping takes a two hundredth of the time`() {
    var watch = Watch()
    watch.end("a")
    watch.ask(at: 0, keepingTakes: 20)
    watch.end("b")
    watch.ask(at: 4_019)
    watch.ask(at: 4_020, keepingTakes: 5)
    watch.end("c")
    watch.ask(at: 5_024)
    watch.ask(at: 5_025)
    #expect(watch.kept == ["0: a", "4020: a b", "5025: a b c"])
  }
}
