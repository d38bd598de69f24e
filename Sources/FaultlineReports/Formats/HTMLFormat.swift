// A report as one file for a browser: no network, readable without scripts, printable.

import FaultlinePages
import FaultlineReplay

/// Writes a report as a page.
package struct HTMLFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "html"
  /// The ending of the files it fills.
  package static let fileExtension = "html"

  /// Makes the format.
  package init() {}

  /// Writes the page, byte by byte the same for the same report.
  package func render(_ report: Report) -> String {
    var page = HTMLReport()
    page.add(report)
    let isReplayed = report.film != nil
    return HTMLPage(
      title: HTMLReport.title(of: report), report: page.text,
      styles: isReplayed ? [.replayStyle] : [], scripts: isReplayed ? [.replay] : []
    ).text
  }
}
