// What a port prints when it is done.

import FaultlinePort

/// The result of a port, as text.
struct PortPage {
  let port: Port
  let summary: PackageWriter.Summary
  let folder: String

  var text: String {
    var lines = [
      "Ported \(count(port.sourceCount, "source")) to \(folder): \(port.changedSources) rewritten, "
        + "\(count(summary.written.count, "file")) written, \(summary.removed.count) removed, "
        + "\(summary.unchanged) unchanged."
    ]
    for severity in PortFinding.Severity.allCases {
      let found = port.findings.filter { $0.severity == severity }
      guard !found.isEmpty else { continue }
      lines.append("\(FindingPage.title(of: severity)): \(found.count)")
      lines += found.prefix(5).map { "  \($0.path):\($0.line) \($0.reason)" }
      if found.count > 5 { lines.append("  \(found.count - 5) others") }
    }
    if !port.findings.isEmpty { lines.append("The whole list is in \(folder)/NOT-PORTED.md.") }
    lines += list("Kept, because you edited them", summary.edited)
    lines += list("Kept, because no port wrote them", summary.foreign)
    if port.usesPlaceholder {
      lines.append(
        "Package.swift needs the path of a checkout of Faultline: run again with --faultline PATH.")
    }
    return lines.joined(separator: "\n")
  }

  private func list(_ title: String, _ paths: [String]) -> [String] {
    paths.isEmpty ? [] : ["\(title):"] + paths.map { "  \($0)" }
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
