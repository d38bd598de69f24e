// The report of rules: what each of them says, what shows it, and whether it held.

package import FaultlineMeasures

extension ReportBuilder {
  /// The report of a run by rules: rule, scenario, expectation, and what became of it.
  package func rules(_ result: RunResult) -> Report {
    let records = result.rules
    var blocks: [Report.Block] = [.verdict(verdictLine(result, by: records))]
    blocks += failures(result.scenarios) + deaths(result.scenarios)
    blocks.append(.table(overview(records, isNaming: false)))
    if records.contains(where: { $0.outcome != .notShown }) {
      blocks.append(.table(showings(records)))
    }
    return Report(blocks: blocks, subject: Report.Subject(run: result, facts: facts))
  }

  /// The word is that of the run, since an expectation that shows no rule can break as well.
  private func verdictLine(_ result: RunResult, by records: [RuleRecord]) -> Report.VerdictLine {
    var line = verdictLine(result)
    let shown = records.filter { $0.outcome != .notShown }
    let held = shown.count { $0.outcome == .held }
    let missing = records.count - shown.count
    line.facts =
      ["\(held) of \(counted(shown.count, "rule")) held"]
      + (missing > 0 ? ["\(missing) not shown"] : []) + line.facts
    return line
  }

  /// Every rule in a row, for an index; nil where nothing in the run names one.
  func ruleTable(_ result: RunResult) -> Report.Table? {
    let records = result.rules
    return records.allSatisfy { $0.outcome == .notShown } ? nil : overview(records, isNaming: true)
  }

  private func overview(_ records: [RuleRecord], isNaming: Bool) -> Report.Table {
    Report.Table(
      title: "The rules",
      columns: columns(["rule", "what it says", "scenarios", "expectations"]),
      rows: records.map { record in
        let scenarios = record.scenarios
        let words =
          isNaming ? scenarios.joined(separator: ", ") : counted(scenarios.count, "scenario")
        return Report.Row(cells: [
          Report.Cell(record.rule), Report.Cell(record.text ?? "a rule of the scenario's own"),
          Report.Cell(scenarios.isEmpty ? "no scenario" : words),
          cell(record.outcome, record.held, of: record.showings.count),
        ])
      })
  }

  /// Every expectation that shows a rule, in a row.
  private func showings(_ records: [RuleRecord]) -> Report.Table {
    let rows = records.flatMap { record in
      record.showings.enumerated().map { place, showing in
        Report.Row(cells: [
          Report.Cell(place == 0 ? record.rule : ""), Report.Cell(showing.scenario),
          cell(showing.isHeld ? .held : .broken, showing.held, of: showing.asked),
          Report.Cell(
            showing.that ?? "all that it expects", tone: showing.isHeld ? .plain : .worse),
        ])
      }
    }
    return Report.Table(
      title: "Where they are shown", columns: columns(["rule", "scenario", "held", "expectation"]),
      rows: rows, isWhole: true)
  }

  private func columns(_ titles: [String]) -> [Report.Column] {
    titles.enumerated().map { place, title in
      Report.Column(title: title, alignment: .leading, priority: place)
    }
  }

  private func cell(_ outcome: RuleRecord.Outcome, _ held: Int, of asked: Int) -> Report.Cell {
    switch outcome {
    case .notShown: Report.Cell("–", tone: .neutral)
    case .held: Report.Cell("\(held) of \(asked)", tone: .better)
    case .broken: Report.Cell("\(asked - held) of \(asked) fail", tone: .worse)
    }
  }
}
