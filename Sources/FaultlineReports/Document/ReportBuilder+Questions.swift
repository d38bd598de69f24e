// The report of questions: what people ask, what answers it, what they have measured and what is measured here.

import FaultlineKnowledge
package import FaultlineMeasures
import FaultlineReplay

extension ReportBuilder {
  /// The report of a run by questions: question, scenario, expectation, what became of it, and both figures.
  package func questions(_ result: RunResult) -> Report {
    let records = result.questions
    var blocks: [Report.Block] = [.verdict(verdictLine(result, answering: records))]
    blocks += failures(result.scenarios) + deaths(result.scenarios)
    blocks.append(.table(overview(records)))
    if records.contains(where: { !$0.answers.isEmpty }) { blocks.append(.table(answers(records))) }
    return Report(blocks: blocks, subject: Report.Subject(run: result, facts: facts))
  }

  /// The word is that of the run, since an expectation that answers nothing can break as well.
  private func verdictLine(
    _ result: RunResult, answering records: [QuestionRecord]
  ) -> Report.VerdictLine {
    var line = verdictLine(result)
    let answered = records.filter { !$0.answers.isEmpty }
    let held = answered.count { $0.held == $0.answers.count }
    let missing = records.count - answered.count
    line.facts =
      ["\(held) of \(counted(answered.count, "question")) held"]
      + (missing > 0 ? ["\(missing) not answered"] : []) + line.facts
    return line
  }

  private func overview(_ records: [QuestionRecord]) -> Report.Table {
    Report.Table(
      title: "What people ask", columns: columns(["no.", "question", "reported", "held"]),
      rows: records.map { record in
        Report.Row(cells: [
          Report.Cell("\(record.number)"), Report.Cell(record.question?.text ?? ""),
          Report.Cell(record.question?.figures ?? "–"), cell(record),
        ])
      })
  }

  /// Every expectation that answers a question, in a row.
  private func answers(_ records: [QuestionRecord]) -> Report.Table {
    let rows = records.flatMap { record in
      record.answers.enumerated().map { place, answer in
        Report.Row(cells: [
          Report.Cell(place == 0 ? "\(record.number)" : ""), Report.Cell(answer.scenario),
          Report.Cell(
            "\(answer.held) of \(answer.asked)", tone: answer.isHeld ? .better : .worse),
          Report.Cell(answer.that, tone: answer.isHeld ? .plain : .worse),
          Report.Cell(answer.found),
        ])
      }
    }
    return Report.Table(
      title: "What answers them",
      columns: columns(["no.", "scenario", "held", "expectation", "measured here"]), rows: rows,
      isWhole: true)
  }

  private func columns(_ titles: [String]) -> [Report.Column] {
    titles.enumerated().map { place, title in
      Report.Column(title: title, alignment: .leading, priority: place)
    }
  }

  private func cell(_ record: QuestionRecord) -> Report.Cell {
    let asked = record.answers.count
    if asked == 0 { return Report.Cell("–", tone: .neutral) }
    return record.held == asked
      ? Report.Cell("\(record.held) of \(asked)", tone: .better)
      : Report.Cell("\(asked - record.held) of \(asked) fail", tone: .worse)
  }
}
