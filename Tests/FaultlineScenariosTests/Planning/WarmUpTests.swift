// What a trial plays before it measures: itself, or the same at quick sizes where it is large.

import Faultline
import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct `A warm-up` {
  private static let scenario = """
    faultline: 1
    name: warm
    title: Warm
    model: {Item: {name: string}}
    parameters:
      rows: {type: int, default: 100, quick: 10, min: 1}
      batch: {type: int, default: 5, quick: 50}
      ending: {type: choice, of: [nothing, reset], default: nothing, quick: reset}
    variants:
      plain: {}
      kept: {ending: nothing, retainsRegisteredObjects: true}
    limits: {operations: none}
    steps:
      - insert: {entity: Item, count: rows, into: items}
    """

  /// What each trial would play before it measures: how much, of how much, and with which values.
  private func warmUps(_ text: String = scenario, rows: String? = nil) throws -> String {
    let choices = Choices(parameters: rows.map { [Setting(name: "rows", value: $0)] } ?? [])
    let plan = try Plan(ScenarioReader.scenario(text, file: "warm.yaml"), choosing: choices)
    return plan.trials.map { trial in
      guard let warmUp = trial.smallWarmUp else {
        return "\(trial.key.title): itself, \(trial.operations)"
      }
      let settings = warmUp.listed.map(\.description).joined(separator: ", ")
      return "\(trial.key.title): \(warmUp.operations) of \(trial.operations), \(settings)"
    }.joined(separator: "\n")
  }

  @Test func `of a usual trial is the trial itself`() throws {
    expectText(
      try warmUps(),
      is: """
        plain: itself, 101
        kept: itself, 101
        """)
  }

  @Test func `of more than ten million operations is as small as a quick run`() throws {
    expectText(
      try warmUps(rows: "2e7"),
      is: """
        plain: 11 of 20000001, retainsRegisteredObjects = false, pool = true, undo = unlimited, rows = 10, batch = 5, ending = nothing
        kept: 11 of 20000001, retainsRegisteredObjects = true, pool = true, undo = unlimited, rows = 10, batch = 5, ending = nothing
        """)
  }

  @Test func `is the trial itself where a quick run has no size of its own`() throws {
    expectText(
      try warmUps(
        Self.scenario.replacing("default: 100, quick: 10", with: "default: 20_000_000")),
      is: """
        plain: itself, 20000001
        kept: itself, 20000001
        """)
  }

  @Test func `is the trial itself where its quick sizes make no plan`() throws {
    let plan = try Plan(
      ScenarioReader.scenario(
        Self.scenario.replacing("count: rows", with: "count: rows - 50"), file: "warm.yaml"),
      choosing: Choices(parameters: [Setting(name: "rows", value: "2e7")]))
    #expect(plan.trials.allSatisfy { $0.smallWarmUp == nil })
  }

  @Test func `takes the smallest of a series of sizes`() throws {
    let text =
      Self.scenario
      .replacing("limits:", with: "sizes: {rows: {of: [20_000_000], quick: [5, 20]}}\nlimits:")
    expectText(
      try warmUps(text),
      is: """
        plain · rows=20000000: 6 of 20000001, retainsRegisteredObjects = false, pool = true, undo = unlimited, rows = 5, batch = 5, ending = nothing
        kept · rows=20000000: 6 of 20000001, retainsRegisteredObjects = true, pool = true, undo = unlimited, rows = 5, batch = 5, ending = nothing
        """)
  }

  @Test func `makes no more objects than a quick run does`() throws {
    let plan = try Plan(
      ScenarioReader.scenario(Self.scenario, file: "warm.yaml"),
      choosing: Choices(variants: ["plain"], parameters: [Setting(name: "rows", value: "1e7")]))
    let run = TrialRun(try #require(plan.trials.first), folder: nil)
    let tally = ObjectTally()
    try tally.counting { try run.warmUp(1, in: try run.prepare()) }
    #expect(tally.mostCount == 10)
  }

  @Test func `that is smaller stands in the plan as a document has it`() throws {
    let plan = try Plan(
      ScenarioReader.scenario(Self.scenario, file: "warm.yaml"),
      choosing: Choices(variants: ["plain"], parameters: [Setting(name: "rows", value: "2e7")]))
    #expect(plan.trials.map(\.planned.warmupOperations) == [11])
  }
}
