// What every step says of itself: which open turns of their own, and which are about undo.

import Testing

@testable import FaultlineScenarios

@Suite struct StepTraitsTests {
  private func steps(where has: (any Step.Type) -> Bool) -> [String] {
    Steps.all.filter(has).map { $0.keyword }.sorted()
  }

  @Test func `steps with turns of their own are these`() {
    #expect(
      steps { $0.hasOwnTurns } == [
        "checkpoint", "concurrently", "every", "expect", "in", "note", "question", "repeat", "turn",
        "undo group",
        "when", "without undo",
      ])
  }

  @Test func `steps about undo, and the one that help leaves out, are these`() {
    #expect(steps { $0.isAboutUndo } == ["redo", "scrub", "undo", "undo group", "without undo"])
    #expect(steps { $0.isHidden } == ["misbehave"])
  }
}
