// Generated values: the same in every run, of their own stream, and going on from step to step.

import Faultline
import Testing

@testable import FaultlineScenarios

@Suite struct RandomValuesTests {
  /// The names of the objects of `new`.
  private func names(after steps: String, seed: Int = 7) -> [String] {
    playing(steps, seed: seed) { session, _ in
      session.variables["new"].map { $0.value(forKey: "name") as? String ?? "–" }.joined(
        separator: " ")
    }.split(separator: " ").map(String.init)
  }

  private let step = "- insert: {entity: Employee, count: 3, into: new, set: {name: text(4)}}"

  @Test func `a seed gives the same letters on every machine`() {
    #expect(names(after: step) == ["sqia", "prxq", "wniz"])
    #expect(names(after: step, seed: 8) != names(after: step))
  }

  @Test func `a new step above shifts no values`() {
    let above = "- insert: {entity: Employee, set: {name: text(5), salary: 'random(1, 6)'}}\n"
    #expect(names(after: above + step) == names(after: step))
  }

  @Test func `the rounds of a loop do not repeat each other`() {
    let loop = """
      - repeat: 3
        steps:
          - insert: {entity: Employee, into: new, set: {name: text(4)}}
      """
    #expect(names(after: loop) == Array(names(after: step).suffix(1)))
  }
}
