// A word to people who wait, where nothing else is shown.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

@Suite struct `While people wait` {
  /// What is drawn each half second by a command that says nothing, but prints something after five.
  @Test func `a line says what is done and for how long, and goes away before anything else`() {
    nonisolated(unsafe) var instant = ContinuousClock.now
    var drawn: [String] = []
    let activity = Activity("inspect") { instant }
    func wait(_ seconds: Double) {
      for _ in 0..<Int(seconds * 2) {
        instant += .milliseconds(500)
        #expect(activity.draw(width: 24) { drawn.append($0) })
      }
    }
    wait(1.5)
    #expect(drawn == [])
    wait(0.5)
    activity.note("looking into App.sqlite")
    wait(0.5)
    #expect(drawn == ["\rinspect · 2 s\u{1B}[K", "\rlooking into App.sqlit…\u{1B}[K"])
    drawn = []
    activity.yield(erasing: { drawn.append("erased") }, to: { drawn.append("printed") })
    wait(1.5)
    activity.yield(erasing: { drawn.append("erased") }, to: { drawn.append("printed") })
    #expect(drawn == ["erased", "printed", "printed"])
    wait(2)
    activity.end { drawn.append("erased") }
    #expect(drawn.last == "erased")
    #expect(!activity.draw(width: 24) { drawn.append($0) })
  }

  /// A pipe that is slow to say something, in a terminal that 'script' makes.
  @Test(arguments: [
    (["plan", "pipe"], true), (["plan", "pipe", "--quiet"], false),
    (["run", "pipe", "--no-progress"], false),
  ])
  func `a terminal shows it, unless that is not wanted`(words: [String], isShown: Bool) throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let line = ([WholeProgram.executable] + words).joined(separator: " ")
    let answer = Outsider.run(
      "sh",
      [
        "-c",
        #"mkfifo pipe && { sleep 4; cat small.yaml >pipe; } & sleep 0.3; unset CI; exec script -qec "$0" /dev/null </dev/null"#,
        line,
      ], in: program.folder)
    let text = try #require(answer)
    guard !text.contains("not found") else {
      return print("Skipped: 'script' is not installed.")
    }
    #expect(text.contains("reading scenarios · ") == isShown, "\(text)")
    #expect(text.contains("A small one"))
  }
}
