// What is alive at a moment of a film, and what holds it.

import FaultlineMeasures
import Testing

@testable import FaultlineReplay

struct `What is alive in a frame` {
  private static func text(_ change: (inout Replay.Frame) -> Void) -> String {
    var frame = FilmSample.film.frames[1]
    change(&frame)
    return FrameSummary(FilmSample.film, frame).text
  }

  @Test func `is every kind of objects of which there is one at least`() {
    func count(_ node: Int, _ count: Int) -> String {
      text { frame in
        for place in frame.states.indices where frame.states[place].node == node {
          frame.states[place].count = count
        }
      }
    }
    func text(_ change: (inout Replay.Frame) -> Void) -> String { Self.text(change) }
    let without = text { $0.states.removeAll { $0.node == 4 } }
    #expect(count(4, 0) == without)
    #expect(count(4, 1) == text { _ in })
    #expect(count(4, 1) != without)
  }

  @Test func `is nothing where only a context and variables are left`() {
    #expect(Self.text { $0.states.removeAll { $0.node > 3 } } == "No object is alive.")
    #expect(Self.text { $0.states.removeAll() } == "No object is alive.")
  }
}
