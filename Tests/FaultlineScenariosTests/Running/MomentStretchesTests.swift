// Which moments of a run are looked at: few of many, and never so that a crest or a valley is missed.

import Testing

@testable import FaultlineScenarios

struct `Moments worth a look` {
  private func looked(at levels: [Int]) -> [SampledMoment] {
    var stretches = MomentStretches()
    for level in levels { stretches.pass(level) }
    #expect(stretches.count == levels.count)
    return stretches.worthALook
  }

  @Test func `are all of a short run`() {
    let levels = (0..<32).map { $0 * $0 % 7 }
    #expect(looked(at: levels).map(\.bytes) == levels)
  }

  @Test func `are few of a long one, with the first, the last, the lowest and the highest`() {
    for count in [33, 64, 65, 1_000, 99_991] {
      let levels = (0..<count).map { ($0 * 7_919) % 104_729 + 1 }
      let moments = looked(at: levels)
      #expect(moments.count <= 66)
      #expect(moments.first?.number == 0 && moments.last?.number == count - 1)
      #expect(moments.map(\.bytes).max() == levels.max())
      #expect(moments.map(\.bytes).min() == levels.min())
      #expect(moments.allSatisfy { levels[$0.number] == $0.bytes })
      #expect(zip(moments, moments.dropFirst()).allSatisfy { $0.number < $1.number })
    }
  }

  /// A level that rises and falls with each round would look flat where every hundredth moment is taken.
  @Test func `keep both levels of a loop that rises and falls`() {
    let moments = looked(at: (0..<6_400).map { $0 % 100 == 99 ? 10 : 1_000 })
    #expect(moments.filter { $0.bytes == 10 }.count >= 16)
    #expect(moments.filter { $0.bytes == 1_000 }.count >= 16)
  }

  @Test func `are none of no run`() { #expect(looked(at: []).isEmpty) }
}
