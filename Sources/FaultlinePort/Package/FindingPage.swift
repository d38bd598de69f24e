// The list of what is not ported, as a page of Markdown.

/// Writes findings, by what they block.
package enum FindingPage {
  package static func text(of findings: [PortFinding]) -> String {
    guard !findings.isEmpty else {
      return "# Not ported\n\nEverything that was found is ported.\n"
    }
    var text =
      "# Not ported\n\nEverything else is written. Lines are those of the original sources.\n"
    for severity in PortFinding.Severity.allCases {
      let found = findings.filter { $0.severity == severity }
      guard !found.isEmpty else { continue }
      text += "\n## \(title(of: severity))\n\n| file | line | reason |\n|---|---|---|\n"
      text += found.map {
        "| \(cell($0.path)) | \($0.line) | \(cell($0.reason)) |\n"
      }.joined()
    }
    return text
  }

  package static func title(of severity: PortFinding.Severity) -> String {
    switch severity {
    case .file: "Files that are left out"
    case .compilation: "What does not compile as it is"
    case .behavior: "What compiles and behaves differently"
    }
  }

  private static func cell(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 }).split(
      separator: "|", omittingEmptySubsequences: false
    )
    .joined(separator: "\\|")
  }
}
