// The whole report of the first scenario in a usual and in a narrow window.

import FaultlineMeasures
@testable import FaultlineReports
import FaultlineTestSupport
import Testing

struct `A report in a window` {
  @Test func `a word of any length takes the lines that it needs`() {
    let word = String(repeating: "ä中x", count: 100_000)
    let lines = TerminalWidth.wrapped("one \(word) two", width: 80, indent: 2)
    #expect(lines.map { $0.drop { $0 == " " } }.joined().hasPrefix("oneä中x"))
    #expect(lines.joined().filter { $0 != " " } == "one\(word)two")
    #expect(lines.allSatisfy { TerminalWidth.of($0) <= 80 })
    #expect(lines.last == "  " + (lines.last ?? "").drop { $0 == " " })
  }

  @Test func `a command to copy goes on behind a backslash`() {
    let report = Report(
      blocks: [.command(["faultline", "accept", "'a b.yaml'", "--set", "rows=5", "--quick"])],
      result: RunResult(scenarios: []))
    expectText(
      TerminalFormat(width: 30).render(report),
      is: """
          faultline accept \\
            'a b.yaml' --set rows=5 \\
            --quick

        """)
    #expect(
      MarkdownFormat().render(report).contains(
        "```sh\nfaultline accept 'a b.yaml' --set rows=5 --quick\n```"))
    #expect(
      HTMLFormat().render(report).contains(
        "<pre dir=\"ltr\"><code>faultline accept &#39;a b.yaml&#39; --set rows=5 --quick</code></pre>"
      ))
  }

  // C1, C2, C3, R4: the numbers of the four ways to let go.
  @Test func `eight headline columns fit eighty columns`() {
    expectText(
      TerminalFormat().render(ReportBuilder().report(FirstLight.result)),
      is: """
        PASS  14 of 14 expectations · 4 variants
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        let go has the lowest peak: 10.3 MiB, 1.0 % below retain. refresh and reset are
        equal within 1 %.

        Variants
                                 live   live                 bytes
        variant  registered @released   @end cycles broken    left allocations     peak
        ───────────────────────────────────────────────────────────────────────────────
        let go ●     20,000    20,000 20,000 10,000      0 6.7 MiB     140,212 10.3 MiB
        refresh      20,000         0      0 10,000 10,000     0 B     140,212 10.3 MiB
        reset        20,000         0      0 10,000 10,000     0 B     140,198 10.3 MiB
        retain       20,000    20,000      0 10,000 10,000     0 B     160,231 10.4 MiB
        ● reference

        """)
  }

  @Test func `in forty columns the least important columns go and it is said`() {
    expectText(
      TerminalFormat(width: 40).render(ReportBuilder().report(FirstLight.result)),
      is: """
        PASS  14 of 14 expectations · 4 variants
          counters exact (3 of 3 repeats
          identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2
        C3 R4 · pairs = 10,000

        let go has the lowest peak: 10.3 MiB,
        1.0 % below retain. refresh and reset
        are equal within 1 %.

        Variants
          let go
            registered 20,000 · live @released
            20,000 · live @end 20,000 · cycles
            10,000 · broken 0 · bytes left 6.7
            MiB · allocations 140,212 · peak
            10.3 MiB
          refresh
            registered 20,000 · live @released 0
            · live @end 0 · cycles 10,000 ·
            broken 10,000 · bytes left 0 B ·
            allocations 140,212 · peak 10.3 MiB
          reset
            registered 20,000 · live @released 0
            · live @end 0 · cycles 10,000 ·
            broken 10,000 · bytes left 0 B ·
            allocations 140,198 · peak 10.3 MiB
          retain
            registered 20,000 · live @released
            20,000 · live @end 0 · cycles 10,000
            · broken 10,000 · bytes left 0 B ·
            allocations 160,231 · peak 10.4 MiB

        """)
  }
}
