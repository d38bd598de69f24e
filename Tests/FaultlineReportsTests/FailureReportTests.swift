// What a reader sees when something broke, died, or did not repeat itself.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Testing

struct `A report of what failed` {
  @Test func `ten broken expectations are shown and the rest is counted`() {
    expectText(
      TerminalFormat().render(
        ReportBuilder().report(
          FirstLight.scenario(
            trials: [FirstLight.trials[0]], judgements: FirstLight.judgements(broken: 12)))),
      is: """
        FAIL  12 of 14 expectations · 1 variant
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        objects.live@end == 0 fails, and 11 other expectations. The peak is 10.3 MiB.

        Variants
                                 live   live                 bytes
        variant  registered @released   @end cycles broken    left allocations     peak
        ───────────────────────────────────────────────────────────────────────────────
        let go ●     20,000    20,000 20,000 10,000      0 6.7 MiB     140,212 10.3 MiB
        ● reference

        What failed
          failed: objects.live@end == 0 (refresh)
            Scenarios/first-light.yaml:40:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          failed: objects.live@end == 0
            Scenarios/first-light.yaml:41:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          failed: objects.live@end == 0 (refresh)
            Scenarios/first-light.yaml:42:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          failed: objects.live@end == 0
            Scenarios/first-light.yaml:43:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          failed: objects.live@end == 0 (refresh)
            Scenarios/first-light.yaml:44:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          failed: objects.live@end == 0
            Scenarios/first-light.yaml:45:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          failed: objects.live@end == 0 (refresh)
            Scenarios/first-light.yaml:46:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          failed: objects.live@end == 0
            Scenarios/first-light.yaml:47:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          failed: objects.live@end == 0 (refresh)
            Scenarios/first-light.yaml:48:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          failed: objects.live@end == 0
            Scenarios/first-light.yaml:49:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          … 2 more

        """)
  }

  @Test func `a trial that died is reported with its cause and its last step`() {
    expectText(
      TerminalFormat().render(
        ReportBuilder().report(FirstLight.scenario(trials: FirstLight.oneDied))),
      is: """
        CRASHED  1 of 4 variants · 14 of 14 expectations
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        reset crashed. let go has the lowest peak: 10.3 MiB, 1.0 % below retain. refresh
        is equal within 1 %.

        Variants
          let go
            registered 20,000 · live @released 20,000 · live @end 20,000 · cycles 10,000
            · broken 0 · bytes left 6.7 MiB · allocations 140,212 · peak 10.3 MiB
          refresh
            registered 20,000 · live @released 0 · live @end 0 · cycles 10,000 · broken
            10,000 · bytes left 0 B · allocations 140,212 · peak 10.3 MiB
          reset
            registered crashed · live @released crashed · live @end crashed · cycles
            crashed · broken crashed · bytes left crashed · allocations crashed · peak
            crashed
          retain
            registered 20,000 · live @released 20,000 · live @end 0 · cycles 10,000 ·
            broken 10,000 · bytes left 0 B · allocations 160,231 · peak 10.4 MiB

        Crashes
          crashed: first-light/reset was killed by signal 11 (segmentation fault)
            last step in pass 1: fetch: {entity: Employee}
            last: fetch Employee (200) · fault Department × 12 · save (3, unfinished)
            it had read nothing
            it wrote: Fatal error: Index out of range

        """)
  }

  @Test func `a reference that died compares with nobody`() {
    expectText(
      TerminalFormat().render(
        ReportBuilder().report(FirstLight.scenario(trials: FirstLight.referenceDied))),
      is: """
        CRASHED  1 of 4 variants · 14 of 14 expectations
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        let go crashed. refresh has the lowest peak: 10.3 MiB, 1.0 % below retain. reset
        is equal within 1 %.

        Variants
          let go
            registered crashed · live @released crashed · live @end crashed · cycles
            crashed · broken crashed · bytes left crashed · allocations crashed · peak
            crashed
          refresh
            registered 20,000 · live @released 0 · live @end 0 · cycles 10,000 · broken
            10,000 · bytes left 0 B · allocations 140,212 · peak 10.3 MiB
          reset
            registered 20,000 · live @released 0 · live @end 0 · cycles 10,000 · broken
            10,000 · bytes left 0 B · allocations 140,198 · peak 10.3 MiB
          retain
            registered 20,000 · live @released 20,000 · live @end 0 · cycles 10,000 ·
            broken 10,000 · bytes left 0 B · allocations 160,231 · peak 10.4 MiB
        The reference let go read nothing, so nothing is compared.

        Crashes
          crashed: first-light/let go was killed by signal 11 (segmentation fault)
            last step in pass 1: fetch: {entity: Employee}
            last: fetch Employee (200) · fault Department × 12 · save (3, unfinished)
            it had read nothing
            it wrote: Fatal error: Index out of range

        """)
  }

  @Test func `passes that do not agree are a finding`() {
    expectText(
      TerminalFormat().render(
        ReportBuilder().report(FirstLight.scenario(trials: FirstLight.oneDiffers))),
      is: """
        FAIL  14 of 14 expectations · 4 variants
          counters not exact (the repeats of 1 variant differ)

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

        Findings
          disagreement: 3 passes do not agree: objects.live@end was 0, 7. (refresh)
            advice: Look for work whose order or amount is not fixed by the seed:
            threads, clocks, addresses, hashing.

        """)
  }
}
