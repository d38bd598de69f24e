// What was asked and answered, in the XML that nearly every build server can show.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlinePages

/// Writes every case as a JUnit test case.
package struct JUnitFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "junit"
  /// The ending of the files it fills.
  package static let fileExtension = "xml"

  /// Makes the format.
  package init() {}

  /// Writes one suite a scenario.
  package func render(_ report: Report) -> String {
    let cases = report.cases
    var names: [String] = []
    for name in cases.map(\.scenario) where !names.contains(name) { names.append(name) }
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    lines.append("<testsuites name=\"faultline\"\(counts(cases))>")
    for name in names {
      let mine = cases.filter { $0.scenario == name }
      let skipped = mine.filter { $0.outcome == .skipped }.count
      lines.append(
        "  <testsuite name=\"\(MarkupText.escaped(name))\"\(counts(mine)) skipped=\"\(skipped)\">")
      if let scenario = report.subject.run?.scenarios.first(where: { $0.name == name }) {
        lines += properties(scenario)
      }
      lines += mine.flatMap(testCase)
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private func counts(_ cases: [Report.Case]) -> String {
    let failures = cases.filter { $0.outcome == .failed }.count
    let errors = cases.filter { $0.outcome == .error }.count
    return " tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  /// The headline numbers, so that a build server can plot them.
  private func properties(_ scenario: ScenarioResult) -> [String] {
    let columns = Headlines.steady(scenario)
    let lines = scenario.trials.flatMap { trial in
      columns.compactMap { column -> String? in
        guard let value = trial.reading(column.metric, at: column.checkpoint) else { return nil }
        let name = MarkupText.escaped("\(trial.cell): \(column.metric)@\(column.checkpoint)")
        return "      <property name=\"\(name)\" value=\"\(value)\"/>"
      }
    }
    return lines.isEmpty ? [] : ["    <properties>"] + lines + ["    </properties>"]
  }

  private func testCase(_ item: Report.Case) -> [String] {
    let name = MarkupText.escaped(item.name)
    let group = MarkupText.escaped("\(item.scenario).\(item.kind.rawValue)")
    let head = "    <testcase classname=\"\(group)\" name=\"\(name)\""
    let tag =
      switch item.outcome {
      case .passed: ""
      case .failed: "failure"
      case .error: "error"
      case .skipped: "skipped"
      }
    guard !tag.isEmpty else { return [head + "/>"] }
    let place = item.place.map { [$0.description] } ?? []
    let body = (place + item.details).map(MarkupText.escaped).joined(separator: "\n")
    return [
      head + ">",
      "      <\(tag) message=\"\(MarkupText.escaped(item.message))\">\(body)</\(tag)>",
      "    </testcase>",
    ]
  }
}
