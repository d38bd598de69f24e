// Statements as text, in the spirit of Core Data's SQLDebug: the statement, then notes of it.

import FaultlineMeasures

/// Writes the statements of a trial for people.
package struct StatementText {
  private let detail: Int

  /// 1 shows statements with rows and times, 2 their values as well, 3 SQLite's plans besides.
  package init(detail: Int) { self.detail = detail }

  /// The lines: what the script did, what it came to, and a word where nothing came of it.
  package func lines(_ events: [TraceEvent], of trial: String) -> [String] {
    var lines = ["trial: \(trial)"]
    let shown = events.filter { $0.isStatement || $0.kind == TraceEvent.step }
    for event in shown {
      if event.isStatement {
        lines += statement(event)
      } else {
        lines.append("step: \(event.subject)")
      }
    }
    if !shown.contains(where: \.isStatement) {
      lines.append("annotation: no statement was run; a store in memory has none")
    }
    return lines
  }

  private func statement(_ event: TraceEvent) -> [String] {
    var lines = ["sql: \(event.subject)"]
    let rows = event.count ?? 0
    let time = NumberText.text(.integer(Int(event.duration)), .nanoseconds)
    lines.append(
      "annotation: \(NumberText.grouped(rows)) row\(rows == 1 ? "" : "s") in \(time)"
    )
    if detail >= 2, let bound = event.bound, bound != event.subject {
      lines.append("annotation: bound: \(bound)")
    }
    if detail >= 3 { lines += (event.plan ?? []).map { "annotation: plan: \($0)" } }
    return lines
  }
}
