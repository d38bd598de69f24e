// What the pages of reports have in common.

package import FaultlineMeasures
import FaultlinePages

extension HTMLPage {
  /// The page of a report, or of several; a replay in it brings a style and a script of its own.
  init(title: String, report body: String, styles: [Part] = [], scripts: [Part] = []) {
    self.init(
      title: title, body: body, styles: styles, scripts: [.report] + scripts,
      skip: "Skip to the report")
  }
}

extension HTMLPage.Part {
  /// What a report can do besides being read: sort, filter, hide, and change its light.
  static let report = HTMLPage.Part(PackageResources.report_js)
}

/// A page that leads to others.
package struct IndexPage: Sendable {
  /// One report of the folder.
  package struct Entry: Sendable {
    /// The file's name, beside the index.
    package var file: String
    /// What it reports.
    package var result: ScenarioResult
    /// What the report says; that of the result alone where it is not given.
    package var verdict: Report.VerdictLine?

    /// Names a report's file.
    package init(file: String, result: ScenarioResult, verdict: Report.VerdictLine? = nil) {
      self.file = file
      self.result = result
      self.verdict = verdict
    }
  }

  private let entries: [Entry]
  private let verdict: Report.VerdictLine?

  /// Makes the page of these reports, in their order; the verdict is that of all of them, unless another is given.
  package init(_ entries: [Entry], verdict: Report.VerdictLine? = nil) {
    self.entries = entries
    self.verdict = verdict
  }

  /// The page.
  package var text: String {
    let run = RunResult(scenarios: entries.map(\.result))
    let verdict = verdict ?? ReportBuilder().verdictLine(run)
    let facts = verdict.facts.map { "<li>\(MarkupText.escaped($0))</li>" }.joined()
    let heads = ["scenario", "what it shows", "verdict", "expectations", "variants", "rules"]
    let body = """
      <header>
      <p class="brand">Faultline</p>
      <h1>Reports</h1>
      <p class="verdict \(verdict.tone.rawValue)"><strong>\(verdict.word)</strong></p>
      <ul class="facts">\(facts)</ul>
      <div id="tools" hidden></div>
      </header>
      <main id="report">
      <div class="scroll" role="region" tabindex="0" aria-label="All reports">
      <table><caption>All reports</caption>
      <thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
      <tbody>
      \(entries.map(row).joined(separator: "\n"))
      </tbody></table></div>
      \(ReportBuilder().ruleTable(run).map { HTMLTable($0).lines.joined(separator: "\n") } ?? "")
      </main>
      """
    return HTMLPage(title: "Faultline: reports", report: body).text
  }

  private func row(_ entry: Entry) -> String {
    let result = entry.result
    let verdict = entry.verdict ?? ReportBuilder().verdictLine(RunResult(scenarios: [result]))
    let held = result.judgements.filter { $0.outcome == .held }.count
    let name = MarkupText.escaped(result.name)
    let link = MarkupText.escaped(RelativeAddress.of(entry.file))
    return "<tr><th scope=\"row\" dir=\"auto\"><a href=\"\(link)\">\(name)</a></th>"
      + "<td class=\"wide\" dir=\"auto\">\(MarkupText.escaped(result.title))</td>"
      + "<td class=\"\(verdict.tone.rawValue)\">\(verdict.word)</td>"
      + "<td data-v=\"\(held)\">\(held) of \(result.judgements.count)</td>"
      + "<td class=\"n\">\(result.trials.count)</td>"
      + "<td class=\"wide\" dir=\"auto\">\(MarkupText.escaped(result.rules.joined(separator: " ")))</td></tr>"
  }
}
