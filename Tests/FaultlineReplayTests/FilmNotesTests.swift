// Where a film says what its author explains.

import FaultlineTestSupport
import Testing

@testable import FaultlineReplay
@testable import FaultlinePages

@Suite struct `The notes of a film` {
  private static let notes = ["The scene.", "Why it is so.", "What to do."]

  /// Which notes stand at which step.
  private static func places(askingAt asking: [Int]) -> String {
    let frames = (0...3).map { place in
      Replay.Frame(
        line: nil, step: "save",
        questions: asking.contains(place) ? [Replay.Question("What?", answer: "That.")] : [])
    }
    let film = Replay(
      scenario: "asks", title: "It asks", variant: "default", notes: notes, frames: frames)
    return frames.indices.map { "\($0): \(film.ownNotes(at: $0).joined(separator: " "))" }
      .joined(separator: "\n")
  }

  @Test func `that asks nothing come before the first step`() {
    expectText(
      Self.places(askingAt: []),
      is: "0: The scene. Why it is so. What to do.\n1: \n2: \n3: ")
  }

  @Test func `that asks begin with the scene, and explain once the last question is answered`() {
    expectText(
      Self.places(askingAt: [1, 2]),
      is: "0: The scene.\n1: \n2: Why it is so. What to do.\n3: ")
  }

  @Test func `stand behind an answer in a text`() {
    let film = Replay(
      scenario: "asks", title: "It asks", variant: "default", notes: Self.notes,
      frames: [
        Replay.Frame(line: nil, step: "start"),
        Replay.Frame(
          line: nil, step: "save", questions: [Replay.Question("What?", answer: "That.")]),
      ])
    expectText(
      ReplayText(film).frame(1),
      is: """
        Step 1 of 1 · save

        ? What?
        ! That.

        Why it is so.

        What to do.
        """)
  }
}
