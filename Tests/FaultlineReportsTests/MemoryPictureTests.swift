// The picture that a page begins with: moments, owners and the peak, decided before anything is drawn.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineReports

struct `The memory along a run` {
  private static func charts(_ result: ScenarioResult) -> [Report.Chart] {
    ReportBuilder().report(result).blocks.compactMap {
      if case .chart(let chart) = $0 { chart } else { nil }
    }
  }

  @Test func `is drawn by owner, and says every moment and the peak`() throws {
    let chart = try #require(Self.charts(Followed.along(FirstLight.result)).first)
    let panel = chart.panels[0]
    expectText(
      """
      \(chart.title); \(panel.title); \(panel.across?.title ?? "-"); \
      \(panel.across?.ticks.map(\.label).joined(separator: ", ") ?? "-")
      \(panel.series.map { "\($0.name) \($0.points[37].value)" }.joined(separator: ", "))
      \(panel.series[0].points[37].place)
      \(panel.marks.map { "\($0.label): \($0.place)" }.joined())
      """,
      is: """
        Memory from the first step to the last; let go; 39 steps; imported, end
        SQLite 120,000 B, objects 74,000 B, the rest 0 B
        step 37 of 39, save (a.yaml:9:5), round 18
        peak 253.9 KiB: the peak, in save (a.yaml:9:5), round 19 of 'i', during the save (write)
        """)
  }

  /// Of a long run not every step was looked at: the mark stands where the most was seen, and not at the beginning.
  @Test func `has its mark at the highest moment where the peak's own step was not looked at`()
    throws
  {
    var result = Followed.along(FirstLight.result)
    for place in result.trials.indices {
      result.trials[place].peak?.step = "sort (a.yaml:12:5)"
      result.trials[place].peak?.rounds = []
    }
    let panel = try #require(Self.charts(result).first).panels[0]
    let most = try #require(result.trials[0].peak?.timeline?.bytes.enumerated().max { $0.1 < $1.1 })
    #expect(most.offset > 30)
    #expect(panel.marks.map(\.x) == [Double(2 * most.offset)])
  }

  /// More pictures could not be read; the highest and the lowest peak are among those that are shown.
  @Test func `shows four of many variants`() throws {
    let chart = try #require(Self.charts(Followed.along(Loops.result)).first)
    #expect(chart.panels.map(\.title) == ["default", "no-undo", "scrub", "late"])
    #expect(chart.title == "Memory from the first step to the last, 4 of 6 variants")
  }

  @Test func `is drawn along the checkpoints where no pass has followed it`() throws {
    let chart = try #require(Self.charts(Loops.result).first)
    #expect(chart.title == "What holds the bytes")
  }

  /// A file of another program may have columns of several lengths.
  @Test func `is left out where its columns do not fit each other`() throws {
    var result = Followed.along(Loops.result)
    for place in result.trials.indices { result.trials[place].peak?.timeline?.rounds.removeLast() }
    let chart = try #require(Self.charts(result).first)
    #expect(chart.title == "What holds the bytes")
  }
}
