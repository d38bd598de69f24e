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

  @Test func `what differs from run to run stays out of a report even when a scenario asks for it`()
  {
    let columns = [
      Column(title: "resident", metric: "heap.resident", checkpoint: "end"),
      Column(title: "cycles", metric: "cycles.count", checkpoint: "realized"),
    ]
    var scenario = FirstLight.scenario(trials: [FirstLight.trials[1]], columns: columns)
    scenario.metrics.append(
      Metric(
        name: "heap.resident", group: .heap, scale: .bytes, polarity: .less,
        exactness: .informative, meaning: "Bytes that the system has given."))
    let blocks = ReportBuilder().report(scenario).blocks
    #expect(
      blocks.contains(
        .paragraph(
          "Not shown, because it differs from run to run: resident. What was read of it stands in the file beside the "
            + "result, which ends with .machine.json.")))
    let heads = blocks.flatMap { block in
      if case .table(let table) = block { table.columns.map(\.title) } else { [String]() }
    }
    #expect(heads == ["variant", "cycles"])
  }
}
