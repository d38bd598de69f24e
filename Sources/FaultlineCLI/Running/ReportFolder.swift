// A folder of reports: a file a scenario, and for those that people read a way in.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Where reports are written.
struct ReportFolder {
  private let folder: String
  private let format: any ReportFormat.Type

  init(_ folder: String, _ format: any ReportFormat.Type) {
    self.folder = folder
    self.format = format
  }

  /// Writes a report of each scenario, and returns the files as a user would name them.
  func write(_ result: RunResult, by builder: ReportBuilder) throws(Diagnostic) -> [String] {
    try write(result, whole: builder.report(result)) { builder.report($0) }
  }

  /// Writes a page of each scenario; the index has the verdict of the whole report.
  func write(
    _ result: RunResult, whole: Report, page: (ScenarioResult) -> Report
  ) throws(Diagnostic) -> [String] {
    var entries: [IndexPage.Entry] = []
    for scenario in result.scenarios {
      let file = "\(scenario.name).\(format.fileExtension)"
      guard FilePath.isFileName(scenario.name), !["index", "README"].contains(scenario.name)
      else {
        throw Diagnostic(
          "no report can be named after the scenario \(scenario.name.debugDescription)",
          file: folder)
      }
      let report = page(scenario)
      try write(format.init().render(report), to: file)
      entries.append(IndexPage.Entry(file: file, result: scenario, verdict: report.verdict))
    }
    var files = entries.map(\.file)
    for (type, name, text) in [
      (HTMLFormat.name, "index.html", IndexPage(entries, verdict: whole.verdict).text),
      (MarkdownFormat.name, "README.md", MarkdownIndex(entries, verdict: whole.verdict).text),
    ] where type == format.name {
      try write(text, to: name)
      files.append(name)
    }
    return files.map(path)
  }

  private func path(_ file: String) -> String {
    FilePath.joined(folder, file)
  }

  private func write(_ text: String, to file: String) throws(Diagnostic) {
    try OutputFile(what: "the report", path: path(file)).write(text)
  }
}
