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
        BROKEN  12 of 14 expectations broken · 1 variant
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        What failed
          broken: objects.live@end == 0 (refresh)
            Scenarios/first-light.yaml:40:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          broken: objects.live@end == 0
            Scenarios/first-light.yaml:41:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          broken: objects.live@end == 0 (refresh)
            Scenarios/first-light.yaml:42:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          broken: objects.live@end == 0
            Scenarios/first-light.yaml:43:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          broken: objects.live@end == 0 (refresh)
            Scenarios/first-light.yaml:44:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          broken: objects.live@end == 0
            Scenarios/first-light.yaml:45:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          broken: objects.live@end == 0 (refresh)
            Scenarios/first-light.yaml:46:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          broken: objects.live@end == 0
            Scenarios/first-light.yaml:47:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          broken: objects.live@end == 0 (refresh)
            Scenarios/first-light.yaml:48:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          broken: objects.live@end == 0
            Scenarios/first-light.yaml:49:11
            objects.live@end was 400, expected 0
            because: Refresh drops the references.
          … 2 more

        Variants
                                 live   live                 bytes
        variant  registered @released   @end cycles broken    left allocations     peak
        ───────────────────────────────────────────────────────────────────────────────
        let go ●     20,000    20,000 20,000 10,000      0 6.7 MiB     140,212 10.3 MiB
        ● reference

        Notes
          A manager holds the report and the report holds the manager. Nobody else holds
          either of them, and still neither goes: that is a retain cycle.

        BROKEN  12 of 14 expectations broken · 1 variant
          counters exact (3 of 3 repeats identical)

        """)
  }

  @Test func `a trial that died is reported with its cause and its last step`() {
    expectText(
      TerminalFormat().render(
        ReportBuilder().report(FirstLight.scenario(trials: FirstLight.oneDied))),
      is: """
        DIED  1 of 4 variants died · 14 of 14 expectations
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        What died
          died: first-light/reset was killed by signal 11 (segmentation fault)
            last step in pass 1: fetch: {entity: Employee}
            last: fetch Employee (200) · fault Department × 12 · save (3, unfinished)
            it had read nothing
            it wrote: Fatal error: Index out of range

        What to choose
          let go and refresh: are equal and cost the least in everything: 10.3 MiB at
            the peak
            price of refresh: way = refresh instead of let go
          in a build: 3 passes agree to the last unit, so a baseline needs no tolerance
          to learn: hold let go beside refresh: 20,000 against 0 objects are alive when
            every name is let go (C1 C2 C3 R4)

        Variants
                 regis-      live    live                   bytes  alloca-
        variant   tered @released    @end cycles  broken     left    tions      peak
        ────────────────────────────────────────────────────────────────────────────
        let go ● 20,000   20,000  20,000  10,000      0  6.7 MiB  140,212★ 10.3 MiB★
        refresh  20,000        0★      0★ 10,000 10,000★     0 B★ 140,212★ 10.3 MiB★
        reset      died     died    died    died   died     died     died      died
        retain   20,000   20,000       0★ 10,000 10,000★     0 B★ 160,231  10.4 MiB
        ● reference · ★ best of its column

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
        retain   registered               =
                 live @released           =
                 live @end          -20,000  (-100.0 %)  ▼ better
                 cycles                   =
                 broken             +10,000       (new)  ▲ better
                 bytes left        -6.7 MiB  (-100.0 %)  ▼ better
                 allocations        +20,019   (+14.3 %)  ▲ worse
                 peak            +108.0 KiB    (+1.0 %)  ▲ worse
        reset read nothing, so it is not compared.

        Notes
          A manager holds the report and the report holds the manager. Nobody else holds
          either of them, and still neither goes: that is a retain cycle.

        DIED  1 of 4 variants died · 14 of 14 expectations
          counters exact (3 of 3 repeats identical)

        """)
  }

  @Test func `a reference that died compares with nobody`() {
    expectText(
      TerminalFormat().render(
        ReportBuilder().report(FirstLight.scenario(trials: FirstLight.referenceDied))),
      is: """
        DIED  1 of 4 variants died · 14 of 14 expectations
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        What died
          died: first-light/let go was killed by signal 11 (segmentation fault)
            last step in pass 1: fetch: {entity: Employee}
            last: fetch Employee (200) · fault Department × 12 · save (3, unfinished)
            it had read nothing
            it wrote: Fatal error: Index out of range

        What to choose
          refresh and reset: are equal and cost the least in everything: 10.3 MiB at the
            peak
            price of refresh: way = refresh instead of let go
            price of reset: way = reset instead of let go
          in a build: 3 passes agree to the last unit, so a baseline needs no tolerance
          to learn: hold retain beside refresh: 20,000 against 0 objects are alive when
            every name is let go (C1 C2 C3 R4)

        Variants
                                 live live               bytes
        variant  registered @released @end cycles broken  left allocations      peak
        ────────────────────────────────────────────────────────────────────────────
        let go ●       died     died  died   died   died  died       died      died
        refresh      20,000        0★    0 10,000 10,000   0 B    140,212☆ 10.3 MiB★
        reset        20,000        0★    0 10,000 10,000   0 B    140,198★ 10.3 MiB★
        retain       20,000   20,000     0 10,000 10,000   0 B    160,231  10.4 MiB
        ● reference · ★ best of its column · ☆ a tie with it, within 1 %

        The reference let go read nothing, so nothing is compared.

        Notes
          A manager holds the report and the report holds the manager. Nobody else holds
          either of them, and still neither goes: that is a retain cycle.

        DIED  1 of 4 variants died · 14 of 14 expectations
          counters exact (3 of 3 repeats identical)

        """)
  }

  @Test func `passes that do not agree are a finding`() {
    expectText(
      TerminalFormat().render(
        ReportBuilder().report(FirstLight.scenario(trials: FirstLight.oneDiffers))),
      is: """
        BROKEN  14 of 14 expectations · 4 variants
          counters not exact (the repeats of 1 variant differ)

        first-light: Two who hold each other
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        What to choose
          let go and reset: are equal and cost the least in everything: 10.3 MiB at the
            peak
            price of reset: way = reset instead of let go
          refresh: is not to be chosen: it does not repeat itself
          in a build: no baseline yet: the passes do not agree
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

        Findings
          disagreement: 3 passes do not agree: objects.live@end was 0, 7. (refresh)
            advice: Look for work whose order or amount is not fixed by the seed:
            threads, clocks, addresses, hashing.

        Notes
          A manager holds the report and the report holds the manager. Nobody else holds
          either of them, and still neither goes: that is a retain cycle.

        BROKEN  14 of 14 expectations · 4 variants
          counters not exact (the repeats of 1 variant differ)

        """)
  }
}
