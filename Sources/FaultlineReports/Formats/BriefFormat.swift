// A report in at most two kilobytes, whatever it is about: for programs that pay for every word they read, and for
// people who look in passing.

import FaultlineMeasures
import FaultlinePages

/// Writes the verdict, what broke, where and why, and the command that shows more.
package struct BriefFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "brief"
  /// The ending of the files it fills.
  package static let fileExtension = "brief.txt"

  /// No report is longer, in bytes.
  package static let mostBytes = 2_048
  /// No more ranges are shown; the other formats have all of them.
  private static let mostRanges = 4
  /// No line is longer; one that is cut says so.
  private static let widest = 320

  /// Makes the format.
  package init() {}

  /// Writes what counts most first, and says how much there was no room for.
  package func render(_ report: Report) -> String {
    let end = commands(report)
    var lines = verdict(report) + entries(report)
    // The last line that may be needed says how many more there are.
    let room = Self.mostBytes - Self.size(end) - 40
    // What differs from the baseline is said above, cause first.
    let troubles = report.troubles.filter { $0.kind != .baseline || report.isSaidByCaseAlone($0) }
    var shown = 0
    for trouble in troubles {
      let new = self.lines(of: trouble)
      guard Self.size(lines + new) <= room else { break }
      lines += new
      shown += 1
    }
    let more = troubles.count - shown
    if more > 0 { lines.append("… \(NumberText.grouped(more)) more") }
    for remark in remarks(report).map(Self.cut) where Self.size(lines + [remark]) <= room {
      lines.append(remark)
    }
    // One line of advice, where what went wrong leaves room for it.
    if let advice = report.subject.run?.bestAdvice.first.map(Self.cut),
      Self.size(lines + [advice]) <= room
    {
      lines.append(advice)
    }
    // How far the headlines go where Core Data is not known.
    for range in (report.subject.run?.headlineRanges ?? []).prefix(Self.mostRanges).map(Self.cut)
    where Self.size(lines + [range]) <= room {
      lines.append(range)
    }
    return (lines + end).map { $0 + "\n" }.joined()
  }

  private static func size(_ lines: [String]) -> Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }

  private func verdict(_ report: Report) -> [String] {
    guard case .verdict(let verdict)? = report.blocks.first else { return [] }
    let line = "\(verdict.word)  \(verdict.facts.joined(separator: " · "))"
    return ([line] + report.headline).map(Self.cut)
  }

  /// The scenarios that are not as they were: what changed, and the measurement that tells most.
  private func entries(_ report: Report) -> [String] {
    let items = report.entryItems
    let lines = items.prefix(Self.mostEntries).flatMap { item in
      [Self.cut(item.text)] + item.details.prefix(2).map { Self.cut("  \($0)") }
    }
    let more = items.count - Self.mostEntries
    return lines + (more > 0 ? ["… \(NumberText.grouped(more)) more scenarios"] : [])
  }

  /// No more scenarios are shown.
  private static let mostEntries = 4

  /// What is undecided, and what is above a soft limit.
  private func remarks(_ report: Report) -> [String] {
    let scenarios = report.subject.run?.scenarios ?? []
    let undecided = scenarios.flatMap { scenario in
      scenario.judgements.filter { $0.outcome == .undecided }.map {
        "undecided: \(scenario.name): \($0.that): \($0.detail)"
      }
    }
    return undecided.withoutRepeats + scenarios.flatMap(\.warnings).map { "warning: \($0)" }
  }

  /// Where, what, and why, a line each.
  private func lines(of trouble: Report.Case) -> [String] {
    let place = trouble.place.map { "\($0): " } ?? ""
    let reasons = ["because: ", "why: ", "advice: ", "last step: "].compactMap { beginning in
      trouble.details.first { $0.hasPrefix(beginning) }
    }
    let found = trouble.message.isEmpty ? [] : [trouble.message]
    // An unusable baseline has nothing else behind it than the commands that help.
    let isUnusable = trouble.kind == .baseline && trouble.outcome == .error
    let remedies = isUnusable ? trouble.details.prefix(1) : []
    return [Self.cut("\(place)\(trouble.scenario): \(trouble.name)")]
      + (found + reasons + remedies).map { Self.cut("  \($0)") }
  }

  /// What to type next; a command is whole or not there.
  private func commands(_ report: Report) -> [String] {
    let accepting = report.blocks.compactMap { block -> [String]? in
      if case .command(let words) = block { words } else { nil }
    }
    let named = [("more", report.subject.more)] + accepting.prefix(1).map { ("accept", $0) }
    return named.filter { !$0.1.isEmpty }
      .map { "\($0.0): \(HarmlessText.line($0.1.joined(separator: " ")))" }
      .filter { $0.utf8.count <= Self.widest * 2 }
  }

  /// The text on one line, short enough.
  private static func cut(_ text: String) -> String {
    let line = HarmlessText.line(text)
    guard line.utf8.count > widest else { return line }
    var kept = ""
    for character in line {
      guard kept.utf8.count + character.utf8.count <= widest - 3 else { break }
      kept.append(character)
    }
    return kept + "…"
  }
}
