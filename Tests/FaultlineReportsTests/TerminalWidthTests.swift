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
        HELD  14 of 14 expectations · 4 variants
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        What to choose
          let go, refresh and reset: are equal and cost the least in everything: 10.3
            MiB at the peak
            price of refresh: way = refresh instead of let go
            price of reset: way = reset instead of let go
          in a build: 3 passes agree to the last unit, so a baseline needs no tolerance
          to learn: hold let go beside refresh: 20,000 against 0 objects are alive when
            every name is let go (C1 C2 C3 R4)

        Variants
                 regis-      live    live                   bytes  alloca-
        variant   tered @released    @end cycles  broken     left    tions      peak
        ────────────────────────────────────────────────────────────────────────────
        let go ● 20,000   20,000  20,000  10,000      0  6.7 MiB  140,212☆ 10.3 MiB★
        refresh  20,000        0★      0★ 10,000 10,000★     0 B★ 140,212☆ 10.3 MiB★
        reset    20,000        0★      0★ 10,000 10,000★     0 B★ 140,198★ 10.3 MiB★
        retain   20,000   20,000       0★ 10,000 10,000★     0 B★ 160,231  10.4 MiB
        ● reference · ★ best of its column · ☆ a tie with it, within 1 %

        Against let go
        variant  reading             change  in percent
        ─────────────────────────────────────────────────────────
        refresh  registered               =
                 live @released     -20,000  (-100.0 %)  ▼ better
                 live @end          -20,000  (-100.0 %)  ▼ better
                 cycles                   =
                 broken             +10,000       (new)  ▲ better
                 bytes left        -6.7 MiB  (-100.0 %)  ▼ better
                 allocations              =
                 peak                     =
        reset    registered               =
                 live @released     -20,000  (-100.0 %)  ▼ better
                 live @end          -20,000  (-100.0 %)  ▼ better
                 cycles                   =
                 broken             +10,000       (new)  ▲ better
                 bytes left        -6.7 MiB  (-100.0 %)  ▼ better
                 allocations            -14    (<0.1 %)  ▼ better
                 peak                     =
        retain   registered               =
                 live @released           =
                 live @end          -20,000  (-100.0 %)  ▼ better
                 cycles                   =
                 broken             +10,000       (new)  ▲ better
                 bytes left        -6.7 MiB  (-100.0 %)  ▼ better
                 allocations        +20,019   (+14.3 %)  ▲ worse
                 peak            +108.0 KiB    (+1.0 %)  ▲ worse

        Notes
          A manager holds the report and the report holds the manager. Nobody else holds
          either of them, and still neither goes: that is a retain cycle.

        HELD  14 of 14 expectations · 4 variants
          counters exact (3 of 3 repeats identical)

        """)
  }

  @Test func `in forty columns the least important columns go and it is said`() {
    expectText(
      TerminalFormat(width: 40).render(ReportBuilder().report(FirstLight.result)),
      is: """
        HELD  14 of 14 expectations · 4 variants
          counters exact (3 of 3 repeats
          identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2
        C3 R4 · pairs = 10,000

        What to choose
          let go, refresh and reset: are equal
            and cost the least in everything:
            10.3 MiB at the peak
            price of refresh: way = refresh
            instead of let go
            price of reset: way = reset instead
            of let go
          in a build: 3 passes agree to the last
            unit, so a baseline needs no
            tolerance
          to learn: hold let go beside refresh:
            20,000 against 0 objects are alive
            when every name is let go (C1 C2 C3
            R4)

        Variants
                 regis-      live    live
        variant   tered @released    @end cycles
        ────────────────────────────────────────
        let go ● 20,000   20,000  20,000  10,000
        refresh  20,000        0★      0★ 10,000
        reset    20,000        0★      0★ 10,000
        retain   20,000   20,000       0★ 10,000
        ● reference · ★ best of its column
        4 columns hidden at this width

        Against let go
        variant reading          change
        ────────────────────────────────────────
        refresh registered            =
                live @…eased    -20,000 ▼ better
                live @end       -20,000 ▼ better
                cycles                =
                broken          +10,000 ▲ better
                bytes left     -6.7 MiB ▼ better
                allocations           =
                peak                  =
        reset   registered            =
                live @…eased    -20,000 ▼ better
                live @end       -20,000 ▼ better
                cycles                =
                broken          +10,000 ▲ better
                bytes left     -6.7 MiB ▼ better
                allocations         -14 ▼ better
                peak                  =
        retain  registered            =
                live @…eased          =
                live @end       -20,000 ▼ better
                cycles                =
                broken          +10,000 ▲ better
                bytes left     -6.7 MiB ▼ better
                allocations     +20,019 ▲ worse
                peak         +108.0 KiB ▲ worse
        1 column hidden at this width

        Notes
          A manager holds the report and the
          report holds the manager. Nobody else
          holds either of them, and still
          neither goes: that is a retain cycle.

        HELD  14 of 14 expectations · 4 variants
          counters exact (3 of 3 repeats
          identical)

        """)
  }
}
