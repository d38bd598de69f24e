// A column shows something: one at a checkpoint that no round takes is a mistake, or a remark where a run is smaller.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct EmptyColumnTests {
  private static func scenario(_ column: String) -> String {
    """
    faultline: 1
    name: pages
    title: Pages
    model: {Employee: {name: string}}
    parameters:
      rows: {type: int, default: 200, quick: 20}
      way: {type: choice, of: [plain, late], default: plain}
    variants:
      plain: {}
      late: {way: late}
    steps:
      - repeat: rows
        as: i
        steps:
          - every: 20
            checkpoint: 'page-{i}'
          - repeat: 2
            as: k
            steps:
              - when: k == i
                steps:
                  - checkpoint: 'inner-{i}-{k}'
      - when: way == late
        steps:
          - checkpoint: late
    columns:
      shown: objects.registered@\(column)
    """
  }

  private func reported(_ column: String, _ choices: Choices = Choices()) -> String {
    rejection { () throws(Diagnostic) in
      let scenario = try ScenarioReader.scenario(Self.scenario(column), file: "pages.yaml")
      return try Plan(scenario, choosing: choices).remarks.map(\.message).joined(separator: "\n")
    }
  }

  @Test(arguments: ["page-19", "page-199", "inner-1-1", "late", "end", "released"])
  func `a checkpoint that some round or variant takes can be shown`(checkpoint: String) {
    expectText(reported(checkpoint), is: "")
  }

  @Test func `one that no round takes is a mistake with its place`() {
    expectText(
      reported("page-180"),
      is: """
        pages.yaml:27:10: error: no trial takes the checkpoint 'page-180', so that the column would be empty
         27 |   shown: objects.registered@page-180
            |          ^~~~~~~~~~~~~~~~~~~~~~~~~~~
            = its rounds take page-19, page-39, page-59 and so on
        """)
    #expect(reported("inner-1-0").contains("error: no trial takes the checkpoint 'inner-1-0'"))
  }

  @Test func `a smaller run that does not come to it says so`() {
    #expect(reported("page-199", Choices(quick: true)).hasPrefix("The column 'shown' is empty: "))
    #expect(
      reported("late", Choices(variants: ["plain"])).hasPrefix("The column 'shown' is empty: "))
    expectText(reported("late", Choices(variants: ["late"])), is: "")
  }
}
