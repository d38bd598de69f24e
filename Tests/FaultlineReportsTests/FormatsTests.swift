// The door for formats: what lies in the folder is in the list.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

struct `The formats` {
  @Test func `every format in the folder is in the list`() throws {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/FaultlineReports/Formats")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && $0 != "ReportFormat.swift" }
      .map { String($0.dropLast(".swift".count)) }
    #expect(ReportFormats.all.map { "\($0)" }.sorted() == files.sorted())
  }

  @Test func `no two formats share a name or an ending`() {
    #expect(Set(ReportFormats.all.map { $0.name }).count == ReportFormats.all.count)
    #expect(Set(ReportFormats.all.map { $0.fileExtension }).count == ReportFormats.all.count)
  }

  @Test func `the JSON of a report is the JSON of its run`() {
    let run = RunResult(scenarios: [FirstLight.result])
    let report = ReportBuilder().report(run)
    expectText(JSONFormat().render(report), is: run.json)
  }

  @Test func `times stay out of a report even when a scenario asks for them`() {
    let columns = [
      Column(title: "wall time", metric: "time.wall", checkpoint: "end"),
      Column(title: "cycles", metric: "cycles.count", checkpoint: "realized"),
    ]
    let scenario = FirstLight.scenario(trials: [FirstLight.trials[1]], columns: columns)
    let blocks = ReportBuilder().report(scenario).blocks
    #expect(
      blocks.contains(
        .paragraph("Not shown, because it differs from run to run: wall time. See the sidecar.")))
    let heads = blocks.flatMap { block in
      if case .table(let table) = block { table.columns.map(\.title) } else { [String]() }
    }
    #expect(heads == ["variant", "cycles"])
  }
}
