// Colour comes on top of words and signs, and signs have a spelling in ASCII.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Testing

struct `The style of a terminal report` {
  @Test func `without anything but ASCII the signs change and the words stay`() {
    expectText(
      TerminalFormat(width: 80, ascii: true).render(ReportBuilder().report(FirstLight.result)),
      is: """
        PASS  14 of 14 expectations | 4 variants
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml | rules C1 C2 C3 R4 | pairs = 10,000

        let go has the lowest peak: 10.3 MiB, 1.0 % below retain. refresh and reset are
        equal within 1 %.

        Variants
                                 live   live                 bytes
        variant  registered @released   @end cycles broken    left allocations     peak
        -------------------------------------------------------------------------------
        let go <     20,000    20,000 20,000 10,000      0 6.7 MiB     140,212 10.3 MiB
        refresh      20,000         0      0 10,000 10,000     0 B     140,212 10.3 MiB
        reset        20,000         0      0 10,000 10,000     0 B     140,198 10.3 MiB
        retain       20,000    20,000      0 10,000 10,000     0 B     160,231 10.4 MiB
        < reference

        """)
  }

  @Test func `colour repeats what words and signs say`() {
    let text = TerminalFormat(width: 100, color: true).render(
      ReportBuilder().report(FirstLight.result))
    expectText(
      text.replacing("\u{1B}", with: "␛"),
      is: """
        ␛[1;34mPASS␛[0m  14 of 14 expectations · 4 variants · counters exact (3 of 3 repeats identical)

        ␛[1mfirst-light: Two who hold each other␛[0m
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        let go has the lowest peak: 10.3 MiB, 1.0 % below retain. refresh and reset are equal within 1 %.

        ␛[1mVariants␛[0m
                                   live    live
        variant   registered  @released    @end  cycles  broken      bytes left  allocations           peak
        ␛[2m───────────────────────────────────────────────────────────────────────────────────────────────────␛[0m
        let go ●      20,000     20,000  20,000  10,000       0  6.7 MiB             140,212  10.3 MiB
        refresh       20,000          0       0  10,000  10,000      0 B −100 %      140,212  10.3 MiB
        reset         20,000          0       0  10,000  10,000      0 B −100 %      140,198  10.3 MiB
        retain        20,000     20,000       0  10,000  10,000      0 B −100 %      160,231  10.4 MiB +1 %
        ␛[2m● reference␛[0m

        """)
  }

  @Test func `without colour there is no escape`() {
    let text = TerminalFormat().render(ReportBuilder().report(FirstLight.hostile))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `a report in ASCII is ASCII to the last letter`() {
    let text = TerminalFormat(width: 80, ascii: true).render(
      ReportBuilder().report(FirstLight.hostile))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }
}
