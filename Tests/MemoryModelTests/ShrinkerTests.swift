// The shrinker finds what is planted, and the generator repeats itself.

import Testing

@testable import MemoryModel

@Suite struct ShrinkerTests {
  @Test func `leaves out every step on which a planted difference does not hang`() {
    var tried = 0
    for seed in UInt64(1)...200 where tried < 5 {
      let script = Generator.script(seed: seed)
      guard differs(script), script.steps.count > 8 else { continue }
      tried += 1
      var shrinker = Shrinker { differs($0) }
      let small = shrinker.smallest(script)
      let keywords = small.steps.flatMap(\.plays).map(\.action.keyword)
      #expect(keywords.contains("insert") && keywords.last == "delete", "\(small.yaml)")
      #expect(keywords.count <= 6, "\(small.yaml)")
      for place in small.steps.indices {
        var fewer = small
        fewer.steps.remove(at: place)
        #expect(fewer.repaired().map(differs) != true, "\(small.yaml)")
      }
      #expect(small.schema.ends.isEmpty)
      #expect(small.rows.reduce(0, +) <= 1)
      #expect(small.main == ContextSettings())
    }
    #expect(tried == 5)
  }

  /// Differs where an object is deleted after another was inserted.
  private func differs(_ script: Script) -> Bool {
    let keywords = script.steps.flatMap(\.plays).map(\.action.keyword)
    guard let insertion = keywords.firstIndex(of: "insert") else { return false }
    return keywords[insertion...].contains("delete")
  }

  @Test func `leaves a scenario as it is when nothing smaller differs`() {
    let script = Generator.script(seed: 3)
    var shrinker = Shrinker { _ in false }
    #expect(shrinker.smallest(script) == script)
  }

  @Test func `the same seed makes the same scenario, and another one another`() {
    #expect(Generator.script(seed: 11).yaml == Generator.script(seed: 11).yaml)
    #expect(Generator.script(seed: 11).yaml != Generator.script(seed: 12).yaml)
  }

  @Test func `a generated scenario can be played as it is`() {
    for seed in UInt64(1)...100 {
      let script = Generator.script(seed: seed)
      #expect(script.repaired() == script, "seed \(seed)")
    }
  }
}
