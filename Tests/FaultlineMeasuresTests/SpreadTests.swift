// Some elements from each part of a list.

import Testing

@testable import FaultlineMeasures

@Suite struct `Elements spread over a list` {
  @Test func `the first and the last are among them, and a short list stays whole`() {
    #expect((0..<100).spread(over: 4) == [0, 33, 66, 99])
    #expect([1, 2, 3].spread(over: 3) == [1, 2, 3])
    #expect([1, 2, 3].spread(over: 2) == [1, 3])
    #expect([1, 2, 3].spread(over: 1) == [1])
    #expect([1, 2, 3].spread(over: 0) == [])
    #expect([Int]().spread(over: 5) == [])
  }

  @Test func `of a list that is too long the first are shown, and one alone is not left out`() {
    #expect([1, 2].shown(atMost: 2) == [1, 2])
    #expect([1, 2, 3].shown(atMost: 2) == [1, 2, 3])
    #expect([1, 2, 3, 4].shown(atMost: 2) == [1, 2])
    #expect([1].shown(atMost: 0) == [1])
    #expect([Int]().shown(atMost: 0) == [])
  }
}
