// The way into a folder of Markdown reports: what a code host shows of the folder.

import FaultlineMeasures
import FaultlinePages

/// The index of a folder of reports in Markdown.
package struct MarkdownIndex: Sendable {
  private let entries: [IndexPage.Entry]
  private let verdict: Report.VerdictLine?

  /// Makes the index of these reports, in their order; the verdict is that of all of them, unless another is given.
  package init(_ entries: [IndexPage.Entry], verdict: Report.VerdictLine? = nil) {
    self.entries = entries
    self.verdict = verdict
  }

  /// The page.
  package var text: String {
    let run = RunResult(scenarios: entries.map(\.result))
    let verdict = verdict ?? ReportBuilder().verdictLine(run)
    var parts = ["# Reports", "**\(MarkdownText.escaped(verdict.word))**"]
    parts.append(MarkdownText.line(verdict.facts.joined(separator: " · ")))
    let heads = ["scenario", "what it shows", "verdict", "expectations", "variants", "rules"]
    parts.append(
      ([heads, heads.map { _ in ":--" }] + entries.map(cells))
        .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n"))
    if let table = ReportBuilder().ruleTable(run) { parts += MarkdownPage.parts(.table(table)) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func cells(_ entry: IndexPage.Entry) -> [String] {
    let result = entry.result
    let verdict = entry.verdict ?? ReportBuilder().verdictLine(RunResult(scenarios: [result]))
    let held = result.judgements.count { $0.outcome == .held }
    return [
      "[\(MarkdownText.escaped(result.name))](\(RelativeAddress.of(entry.file)))",
      MarkdownText.escaped(result.title), MarkdownText.escaped(verdict.word),
      "\(held) of \(result.judgements.count)", "\(result.trials.count)",
      MarkdownText.escaped(result.rules.joined(separator: " ")),
    ]
  }
}
