// The amount of work, added up: what each step counts, and that loops are multiplied, not played.

import Testing

@testable import FaultlineScenarios

@Suite struct CostEstimateTests {
  /// The operations of some steps behind those that every company has, or what is wrong.
  private func operations(_ steps: String) -> String {
    func count(_ text: String) throws(Diagnostic) -> Int {
      let scenario = try ScenarioReader.scenario(text, file: "company.yaml")
      let trial = try Plan(scenario, choosing: Choices()).trials[0]
      var estimate = CostEstimate(trial.model, trial.parameters, limits: .none)
      try estimate.play(trial.steps)
      return estimate.operations
    }
    return rejection { () throws(Diagnostic) in
      "\(try count(companyScenario(steps)) - count(companyScenario("")))"
    }
  }

  private static let counts: [(String, String)] = [
    ("- save: {}", "1"),
    ("- insert: {entity: Employee, count: 10}", "11"),
    ("- touch: staff", "5"),
    ("- fetch: {entity: Employee, offset: 1, limit: 2}", "3"),
    ("- walk: {from: staff, path: manager.reports}", "9"),
    ("- refresh: {}", "5"),
    ("- when: rows > 2\n  steps: [save: {}]", "1"),
    ("- when: rows == 2\n  steps: [save: {}]", "2"),
    ("- turn: [save: {}, save: {}]", "3"),
    ("- repeat: 1000\n  steps: [save: {}]", "2001"),
    ("- repeat: 0\n  steps: [save: {}]", "1"),
    // 1 step, 3 rounds, and 1 + 0, 1 + 1, 1 + 2 for the insertions.
    ("- repeat: 3\n  as: i\n  steps: [insert: {entity: Employee, count: i}]", "10"),
    // The objects of all rounds are there behind the loop: 1, then 100 rounds of 3, then 1 + 204.
    ("- repeat: 100\n  steps: [insert: {entity: Employee, count: 2}]\n- refresh: {}", "606"),
    // 1 step, 10 rounds of 1 each, twice the 2 of an insertion, and 1 + 6 for what is there behind the loop.
    (
      "- repeat: 10\n  steps: [{every: 5, insert: {entity: Employee}}]\n- refresh: {}",
      "32"
    ),
    // The same where every round is counted because something depends on it.
    (
      "- repeat: 10\n  as: i\n  steps: [{every: 5, insert: {entity: Employee, count: i}}]",
      "36"
    ),
  ]

  @Test(arguments: counts)
  func `steps, rounds and objects are counted`(_ steps: String, _ count: String) {
    #expect(operations(steps) == count)
  }

  @Test func `a count that depends on the round is evaluated in every round`() {
    let steps = "- repeat: 4\n  as: i\n  steps: [insert: {entity: Employee, count: 2 - i}]"
    #expect(operations(steps).hasPrefix("company.yaml:21:47: error: this is the number -1, "))
  }

  @Test func `a scenario may allow itself more`() {
    let text = companyScenario("- repeat: 6e6\n  steps: [save: {}]")
    func answer(_ text: String) -> String {
      rejection { () throws(Diagnostic) in
        let scenario = try ScenarioReader.scenario(text, file: "company.yaml")
        return "\(try Plan(scenario, choosing: Choices()).trials.count) trial"
      }
    }
    #expect(answer(text).hasPrefix("company.yaml:19:5: error: a pass would come to more than"))
    #expect(answer(text + "\nlimits: {operations: 20M}") == "1 trial")
  }
}
