// The report by rules: what shows each of them, and whether it held.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineReports
import FaultlineTestSupport
import Testing

struct `A report by rules` {
  private func judgement(
    _ line: Int, _ because: String?, _ outcome: Judgement.Outcome = .held, variant: String? = nil
  ) -> Judgement {
    Judgement(
      that: "objects.live == \(line)", because: because,
      place: SourcePlace(file: "one.yaml", line: line, column: 9), variant: variant,
      outcome: outcome, detail: "objects.live was 3")
  }

  private func run(_ judgements: [Judgement], rules: [String] = ["C1", "C2"]) -> RunResult {
    var scenario = FirstLight.scenario(trials: [FirstLight.trials[0]], judgements: judgements)
    scenario.rules = rules
    return RunResult(scenarios: [scenario])
  }

  private func record(_ rule: String, _ run: RunResult) -> RuleRecord? {
    run.rules.first { $0.rule == rule }
  }

  @Test func `an expectation counts once, with its answers in all variants`() throws {
    let run = run([
      judgement(3, "A cycle (C1).", variant: "one"),
      judgement(3, "A cycle (C1).", .broken, variant: "two"), judgement(5, "Broken (C1, C2)."),
    ])
    let cycle = try #require(record("C1", run))
    #expect(cycle.showings.map(\.asked) == [2, 1] && cycle.showings.map(\.held) == [1, 1])
    #expect(cycle.outcome == .broken && cycle.held == 1)
    #expect(record("C2", run)?.outcome == .held)
    #expect(record("L1", run)?.outcome == .notShown)
  }

  @Test func `a rule that a scenario names and nothing cites stands on all that is expected`()
    throws
  {
    let run = run([judgement(3, nil), judgement(4, "So it is.", .unanswered)], rules: ["mine"])
    let mine = try #require(record("mine", run))
    #expect(mine.showings.map(\.that) == [nil])
    #expect(mine.showings.map(\.asked) == [2] && mine.outcome == .broken)
    #expect(mine.text == nil)
  }

  @Test func `the table has every rule, and what broke is named by its rule`() {
    let run = run([judgement(3, "A cycle (C1)."), judgement(5, "Broken (C2).", .broken)])
    let lines = TerminalFormat(width: 100, color: false, ascii: false)
      .render(ReportBuilder().rules(run)).split(separator: "\n")
    expectText(
      lines.filter { !$0.contains("no scenario") && !$0.contains("──") }.joined(separator: "\n"),
      is: """
        FAIL  1 of 2 rules held · 43 not shown · 1 of 2 expectations · 1 variant
          counters exact (3 of 3 repeats identical)
        What failed
          failed: objects.live == 5
            one.yaml:5:9
            objects.live was 3
            because: Broken (C2).
            rule C2: A refresh without merging makes a fault and drops what it referred to.
        The rules
        rule what it says                                                           scenarios   expectations
        C1   A realized relationship is a strong…cts that point at each other stay. 1 scenario  1 of 1
        C2   A refresh without merging makes a fault and drops what it referred to. 1 scenario  1 of 1 fail
        Where they are shown
        rule  scenario     held         expectation
        C1    first-light  1 of 1       objects.live == 3
        C2    first-light  1 of 1 fail  objects.live == 5
        """)
    #expect(lines.count { $0.contains("no scenario") } == RuleText.all.count - 2)
  }

  @Test func `an index has the rules where a scenario names one`() {
    let scenario = run([judgement(3, "A cycle (C1).")]).scenarios[0]
    let entry = IndexPage.Entry(file: "a b.md", result: scenario)
    let page = MarkdownIndex([entry]).text
    #expect(page.contains("| [first-light](./a%20b.md) | Two who hold each other | PASS |"))
    #expect(page.contains("point at each other stay. | first-light | 1 of 1 |"))
    #expect(IndexPage([entry]).text.contains("<caption dir=\"auto\">The rules</caption>"))
    var plain = scenario
    plain.rules = []
    plain.judgements = []
    let without = IndexPage.Entry(file: "a.md", result: plain)
    #expect(!MarkdownIndex([without]).text.contains("The rules"))
    #expect(!IndexPage([without]).text.contains("The rules"))
  }
}
