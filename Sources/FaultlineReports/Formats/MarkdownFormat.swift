// A report for a pull request: the verdict and what failed are open, the rest can be unfolded.

/// Spells a report as Markdown.
public struct MarkdownFormat: ReportFormat {
  /// The name that selects it.
  public static let name = "markdown"
  /// The ending of the files it fills.
  public static let fileExtension = "md"

  /// Makes the format.
  public init() {}

  /// Spells the report; its first line is a comment by which a robot finds what it wrote before.
  public func render(_ report: Report) -> String {
    var parts = [ReportMark(report.subject).comment]
    var isUnfolded = false
    for block in report.blocks {
      if case .heading(let text, let lead) = block {
        if isUnfolded { parts.append("</details>") }
        isUnfolded = true
        parts.append("<details><summary>\(MarkdownText.html(text))</summary>")
        if !lead.isEmpty { parts.append(MarkdownText.line(lead)) }
        continue
      }
      parts += isUnfolded ? MarkdownPage.parts(block) : MarkdownPage.folded(block)
    }
    if isUnfolded { parts.append("</details>") }
    return parts.joined(separator: "\n\n") + "\n"
  }
}
