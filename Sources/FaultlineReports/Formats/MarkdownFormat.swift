// A report for a pull request: the verdict and what failed are open, the rest can be unfolded.

/// Writes a report as Markdown.
package struct MarkdownFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "markdown"
  /// The ending of the files it fills.
  package static let fileExtension = "md"

  /// Makes the format.
  package init() {}

  /// Writes the report; its first line is a comment by which a robot finds what it wrote before.
  package func render(_ report: Report) -> String {
    var parts = [ReportMark(report.subject).comment]
    // What failed in the only scenario stands in its section, so there the fold begins behind it.
    let isAlone = report.sections == 1
    var isUnfolded = false
    for block in report.shortBlocks {
      switch block {
      case .heading(let text, let lead) where !isAlone:
        if isUnfolded { parts.append("</details>") }
        isUnfolded = true
        parts.append("<details><summary>\(MarkdownText.html(text))</summary>")
        if !lead.isEmpty { parts.append(MarkdownText.line(lead)) }
      case .table where isAlone && !isUnfolded, .grid where isAlone && !isUnfolded:
        isUnfolded = true
        parts.append("<details><summary>The numbers</summary>")
        fallthrough
      default:
        parts += isUnfolded ? MarkdownPage.parts(block) : MarkdownPage.folded(block)
      }
    }
    if isUnfolded { parts.append("</details>") }
    return parts.joined(separator: "\n\n") + "\n"
  }
}

extension Report {
  /// How many scenarios have a section of their own.
  var sections: Int {
    shortBlocks.count { block in
      if case .heading = block { true } else { false }
    }
  }
}
