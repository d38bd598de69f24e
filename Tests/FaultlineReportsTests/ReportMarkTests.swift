// The hidden mark of a comment: one for the same scenarios, whatever is said of them.

import FaultlineMeasures
import Testing

@testable import FaultlineReports
@testable import FaultlineAnalysis

@Suite struct ReportMarkTests {
  private func run(_ files: String...) -> RunResult {
    RunResult(
      scenarios: files.map { file in
        var scenario = FirstLight.result
        scenario.name = file
        scenario.file = file
        return scenario
      })
  }

  private func mark(_ report: Report) -> Substring? {
    MarkdownFormat().render(report).split(separator: "\n").first
  }

  private func mark(_ run: RunResult) -> Substring? { mark(ReportBuilder().report(run)) }

  @Test func `a run, a check and a comparison of the same scenarios have the same mark`() {
    let run = run("Scenarios/rules/a.yaml", "Scenarios/workloads/b.yaml")
    // A baseline does not know the files; another scenario has one too many, and one has none yet.
    let base = self.run("", "Scenarios/rules/a.yaml")
    let comparison = Comparison(base: base, head: run)
    #expect(mark(run) == "<!-- faultline: Scenarios -->")
    for report in [
      ReportBuilder().report(comparison, for: .check, of: run),
      ReportBuilder().report(comparison, for: .comparison),
    ] {
      #expect(mark(report) == "<!-- faultline: Scenarios -->")
    }
  }

  @Test func `it names the file of one scenario, and what several have in common`() {
    #expect(mark(run("Scenarios/a.yaml")) == "<!-- faultline: Scenarios/a.yaml -->")
    #expect(mark(run("a.yaml", "b/c.yaml")) == "<!-- faultline: . -->")
    #expect(mark(run("s/a/b.yaml", "s/ab/c.yaml")) == "<!-- faultline: s -->")
    #expect(mark(run("/s/a.yaml", "/s/b.yaml")) == "<!-- faultline: /s -->")
    #expect(mark(RunResult(scenarios: [])) == "<!-- faultline -->")
  }

  @Test func `what was asked for goes before what was found there`() {
    var report = ReportBuilder().report(run("Scenarios/a.yaml"))
    report.subject.place = "Scenarios"
    #expect(mark(report) == "<!-- faultline: Scenarios -->")
  }

  @Test func `no name of a file ends the comment`() {
    #expect(mark(run("a --> b\n<!--.yaml")) == "<!-- faultline: a - b-.yaml -->")
  }
}
