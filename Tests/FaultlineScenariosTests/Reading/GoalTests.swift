// What a scenario's headline is to answer.

import FaultlineMeasures
import FaultlineTestGraph
import Testing

@testable import FaultlineScenarios

@Suite struct GoalTests {
  @Test(arguments: ["least bytes.peak@end", "least store.roundtrips", "no leaks"])
  func `a goal is read as it is written`(text: String) throws {
    #expect(Goal(text)?.text == text)
    #expect(try goal(text)?.text == text)
  }

  @Test func `a scenario needs no goal`() throws { #expect(try goal(nil) == nil) }

  @Test(arguments: [
    ("most bytes.peak", "is no goal"), ("least", "is no goal"), ("least @end", "is no goal"),
    ("least bytes.peak@", "is no goal"), ("least bytes.peek@end", "bytes.peak"),
    ("least time.wall@end", "differs from run to run"), ("least bytes.peak@nowhere", "nowhere"),
  ])
  func `what is no goal is a mistake with its place`(text: String, word: String) {
    do {
      _ = try goal(text)
      Issue.record("\(text) was read")
    } catch {
      #expect("\(error)".contains(word) && "\(error)".contains("goal.yaml:4:7"), "\(error)")
    }
  }

  private func goal(_ text: String?) throws -> Goal? {
    let scenario = try ScenarioReader.scenario(
      """
      faultline: 1
      name: goal
      title: A goal
      \(text.map { "goal: \($0)" } ?? "tags: []")
      model: {Employee: {name: string}}
      steps:
        - insert: {entity: Employee}
      """, file: "goal.yaml")
    _ = try Plan(scenario, choosing: Choices())
    return scenario.goal
  }
}
