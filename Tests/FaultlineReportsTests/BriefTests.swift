// The report that has room for little: whatever it reports, it stays short and says what counts.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Testing

struct `A brief report` {
  private static func broken(_ count: Int, _ word: String) -> RunResult {
    var scenario = FirstLight.scenario(trials: FirstLight.trials)
    scenario.judgements = (0..<count).map { number in
      Judgement(
        that: "\(word)\(number) == 0", because: word,
        place: SourcePlace(file: "\(word).yaml", line: number + 1, column: 11), outcome: .broken,
        detail: "\(word) was \(number)")
    }
    return RunResult(scenarios: [scenario])
  }

  @Test func `of what held is the verdict, and the command that shows more`() {
    var report = ReportBuilder().report(FirstLight.result)
    report.subject.more = ["faultline", "report", "'a b.json'"]
    let lines = BriefFormat().render(report).split(separator: "\n")
    #expect(lines.last == "more: faultline report 'a b.json'")
    #expect(
      lines.first.map { TerminalFormat(width: 200).render(report).hasPrefix($0.prefix(4)) } == true)
  }

  @Test func `of what broke says where and why`() {
    expectText(
      BriefFormat().render(ReportBuilder().report(Self.broken(1, "rows")))
        .split(separator: "\n").dropFirst().joined(separator: "\n"),
      is: """
        rows0 == 0 fails.
        let go has the lowest peak: 10.3 MiB, 1.0 % below retain.
        refresh and reset are equal within 1 %.
        rows.yaml:1:11: first-light: rows0 == 0
          rows was 0
          because: rows
        """)
  }

  @Test(arguments: [0, 1, 10, 1_000], ["x", "é", String(repeating: "long ", count: 900)])
  func `is never longer than two kilobytes, and counts what it leaves out`(
    count: Int, word: String
  ) {
    var report = ReportBuilder().report(Self.broken(count, word))
    for more in [[], ["faultline", "report", word], [String](repeating: word, count: 99)] {
      report.subject.more = more
      let text = BriefFormat().render(report)
      #expect(text.utf8.count <= 2_048)
      #expect(text.hasSuffix("\n"))
      let shown = text.split(separator: "\n").count { $0.contains("first-light: ") }
      let left = text.firstMatch(of: /… ([0-9,]+) more/).map { $0.1.filter(\.isNumber) }
      if word.count == 1 { #expect(shown + (left.flatMap { Int($0) } ?? 0) == count) }
    }
  }
}
