// What has ended is kept at once, and what ends soon after it a second later, in one go.

import FaultlineMeasures
import Testing

@testable import FaultlineCLI

struct `Trials that have ended` {
  private static func trial(_ id: String) -> TrialResult {
    TrialResult(id: id, variant: id, samples: [])
  }

  @Test func `are kept at once, and then once a second, all that there are`() {
    let start = ContinuousClock.now
    var ended = EndedTrials()
    var kept: [String] = []
    func wait(_ milliseconds: Int) {
      ended.keepIfDue(at: start.advanced(by: .milliseconds(milliseconds))) { trials in
        kept.append("\(milliseconds): \(trials.map(\.id).joined(separator: " "))")
      }
    }
    wait(0)
    ended.add(Self.trial("a"))
    wait(10)
    wait(20)
    ended.add(Self.trial("b"))
    wait(30)
    ended.add(Self.trial("c"))
    wait(1_009)
    wait(1_010)
    wait(5_000)
    #expect(kept == ["10: a", "1010: a b c"])
  }
}
