// What is wrong as annotations, which GitHub shows beside the lines of a pull request: one for an expectation, however
// many variants broke it, for a pull request shows ten of them at most.

import FaultlineMeasures
import FaultlinePages

/// Writes troubles as workflow commands, at most ten of them, and the verdict as a line.
package struct GitHubFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "github"
  /// The ending of the files it fills.
  package static let fileExtension = "github.txt"

  /// Makes the format.
  package init() {}

  /// Writes the annotations; no text of a scenario can begin a line, so none can be a command.
  package func render(_ report: Report) -> String {
    let troubles = report.troubles
    var lines = troubles.prefix(Report.List.limit).map(annotation)
    let more = troubles.count - lines.count
    if more > 0 {
      lines.append("::notice title=faultline::\(more) more; the step summary has the report")
    }
    if case .verdict(let verdict)? = report.blocks.first {
      let facts = verdict.facts.map(HarmlessText.line).joined(separator: " · ")
      lines.append("faultline: \(verdict.word)  \(facts)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func annotation(_ item: Report.Case) -> String {
    var properties: [(String, String)] = []
    if let place = item.place {
      properties += [
        ("file", place.file), ("line", "\(place.line)"), ("col", "\(place.column)"),
      ]
    }
    properties.append(("title", "\(item.scenario): \(item.name)"))
    let listed = properties.map { "\($0.0)=\(Self.property($0.1))" }.joined(separator: ",")
    let text = ([item.message] + item.details).map { Self.data(HarmlessText.line($0)) }
    return "::error \(listed)::\(text.joined(separator: "%0A"))"
  }

  private static func data(_ text: String) -> String { text.replacing("%", with: "%25") }

  private static func property(_ text: String) -> String {
    data(HarmlessText.line(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
