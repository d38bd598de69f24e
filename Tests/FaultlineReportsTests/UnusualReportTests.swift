// Reports with little in them, with more than one scenario, and with texts that mean harm.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Testing

struct `An unusual report` {
  @Test func `a scenario without expectations only reports`() {
    expectText(
      TerminalFormat().render(
        ReportBuilder().report(
          FirstLight.scenario(
            trials: [FirstLight.trials[0]], judgements: []))),
      is: """
        REPORT ONLY  nothing was expected · 1 variant
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        The peak is 10.3 MiB.

        Variants
                                 live   live                 bytes
        variant  registered @released   @end cycles broken    left allocations     peak
        ───────────────────────────────────────────────────────────────────────────────
        let go ●     20,000    20,000 20,000 10,000      0 6.7 MiB     140,212 10.3 MiB
        ● reference

        """)
  }

  @Test func `a scenario without variants says so`() {
    expectText(
      TerminalFormat().render(
        ReportBuilder().report(FirstLight.scenario(trials: [], judgements: []))),
      is: """
        REPORT ONLY  nothing was expected · 0 variants

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        No variant was run, so there is nothing to compare.

        """)
  }

  @Test func `a run without scenarios says what to do`() {
    expectText(
      TerminalFormat().render(ReportBuilder().report(RunResult(scenarios: []))),
      is: """
        NOTHING RAN  0 scenarios

        No scenario was run, so there is nothing to show. Name a scenario, or a folder
        that holds some: faultline run Scenarios

        """)
  }

  @Test func `two scenarios share one verdict`() {
    let scenarios = FirstLight.trials.prefix(2).map { FirstLight.scenario(trials: [$0]) }
    expectText(
      TerminalFormat().render(ReportBuilder().report(RunResult(scenarios: scenarios))),
      is: """
        PASS  28 of 28 expectations · 2 scenarios · 2 variants
          counters exact (3 of 3 repeats identical)

        PASS  first-light  14/14  The peak is 10.3 MiB.
        PASS  first-light  14/14  The peak is 10.3 MiB.

        """)
  }

  @Test func `a scenario cannot move the cursor and wide letters line up`() {
    expectText(
      TerminalFormat().render(ReportBuilder().report(FirstLight.hostile)),
      is: """
        REPORT ONLY  nothing was expected · 1 variant
          counters exact (3 of 3 repeats identical)

        first-light: clear�[2J and �turn�
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        The peak is 10.3 MiB.

        Variants
        variant     登録
        ────────────────
        手放す ●  20,000
        ● reference

        """)
  }
}
