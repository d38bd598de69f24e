// A trial so large that what explains its peak would take more memory than it takes itself.

import Faultline
import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct LargePeakTests {
  private static let scenario = """
    faultline: 1
    name: large
    title: Large
    model: {Item: {name: string}}
    parameters:
      rows: {type: int, default: 100, min: 1}
    variants:
      plain: {}
    limits: {operations: none}
    steps:
      - insert: {entity: Item, count: rows, into: items}
    """

  /// That a smaller one is explained is seen where programs of their own are run: a pass counts all objects of its
  /// process, and would hold those of other tests meanwhile.
  @Test func `a peak of more than ten million operations is not explained, and it says why`() throws
  {
    let plan = try Plan(
      ScenarioReader.scenario(Self.scenario, file: "large.yaml"),
      choosing: Choices(parameters: [Setting(name: "rows", value: "10_000_000")]))
    let run = TrialRun(try #require(plan.trials.first), folder: nil)
    let tally = ObjectTally()
    let explanation = try tally.counting {
      run.explanation(of: PeakPoint(number: 1, bytes: 1 << 30), along: nil, try run.prepare())
    }
    #expect(explanation.bytes == 1 << 30)
    #expect(explanation.parts == [])
    expectText(
      explanation.failureReason ?? "",
      is: """
        with more than 10,000,000 operations the lists of objects and blocks would take more memory than the workload; \
        a smaller size shows which parts grow
        """)
    #expect(tally.mostCount == 0)
  }
}
