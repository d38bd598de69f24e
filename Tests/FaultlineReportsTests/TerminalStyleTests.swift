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
        HELD  14 of 14 expectations | 4 variants
          counters exact (3 of 3 repeats identical)

        first-light: Two who hold each other
        Scenarios/first-light.yaml | rules C1 C2 C3 R4 | pairs = 10,000

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
        ----------------------------------------------------------------------------
        let go < 20,000   20,000  20,000  10,000      0  6.7 MiB  140,212+ 10.3 MiB*
        refresh  20,000        0*      0* 10,000 10,000*     0 B* 140,212+ 10.3 MiB*
        reset    20,000        0*      0* 10,000 10,000*     0 B* 140,198* 10.3 MiB*
        retain   20,000   20,000       0* 10,000 10,000*     0 B* 160,231  10.4 MiB
        < reference | * best of its column | + a tie with it, within 1 %

        Against let go
        variant  reading             change  in percent
        ---------------------------------------------------------
        refresh  registered               =
                 live @released     -20,000  (-100.0 %)  v better
                 live @end          -20,000  (-100.0 %)  v better
                 cycles                   =
                 broken             +10,000       (new)  ^ better
                 bytes left        -6.7 MiB  (-100.0 %)  v better
                 allocations              =
                 peak                     =
        reset    registered               =
                 live @released     -20,000  (-100.0 %)  v better
                 live @end          -20,000  (-100.0 %)  v better
                 cycles                   =
                 broken             +10,000       (new)  ^ better
                 bytes left        -6.7 MiB  (-100.0 %)  v better
                 allocations            -14    (<0.1 %)  v better
                 peak                     =
        retain   registered               =
                 live @released           =
                 live @end          -20,000  (-100.0 %)  v better
                 cycles                   =
                 broken             +10,000       (new)  ^ better
                 bytes left        -6.7 MiB  (-100.0 %)  v better
                 allocations        +20,019   (+14.3 %)  ^ worse
                 peak            +108.0 KiB    (+1.0 %)  ^ worse

        Notes
          A manager holds the report and the report holds the manager. Nobody else holds
          either of them, and still neither goes: that is a retain cycle.

        HELD  14 of 14 expectations | 4 variants
          counters exact (3 of 3 repeats identical)

        """)
  }

  @Test func `colour repeats what words and signs say`() {
    let text = TerminalFormat(width: 100, color: true).render(
      ReportBuilder().report(FirstLight.result))
    expectText(
      text.replacing("\u{1B}", with: "␛"),
      is: """
        ␛[1;34mHELD␛[0m  14 of 14 expectations · 4 variants · counters exact (3 of 3 repeats identical)

        ␛[1mfirst-light: Two who hold each other␛[0m
        Scenarios/first-light.yaml · rules C1 C2 C3 R4 · pairs = 10,000

        ␛[1mWhat to choose␛[0m
          ␛[1;34mlet go, refresh and reset:␛[0m are equal and cost the least in everything: 10.3 MiB at the peak
            price of refresh: way = refresh instead of let go
            price of reset: way = reset instead of let go
          ␛[1min a build:␛[0m 3 passes agree to the last unit, so a baseline needs no tolerance
          ␛[1mto learn:␛[0m hold let go beside refresh: 20,000 against 0 objects are alive when every name is let go
            (C1 C2 C3 R4)

        ␛[1mVariants␛[0m
                                   live     live                      bytes
        variant   registered  @released     @end  cycles   broken      left  allocations       peak
        ␛[2m───────────────────────────────────────────────────────────────────────────────────────────␛[0m
        let go ●      20,000    20,000   20,000   10,000       0   6.7 MiB      140,212☆  ␛[1m10.3 MiB★␛[0m
        refresh       20,000         ␛[1m0★␛[0m       ␛[1m0★␛[0m  10,000  ␛[1m10,000★␛[0m      ␛[1m0 B★␛[0m     140,212☆  ␛[1m10.3 MiB★␛[0m
        reset         20,000         ␛[1m0★␛[0m       ␛[1m0★␛[0m  10,000  ␛[1m10,000★␛[0m      ␛[1m0 B★␛[0m     ␛[1m140,198★␛[0m  ␛[1m10.3 MiB★␛[0m
        retain        20,000    20,000        ␛[1m0★␛[0m  10,000  ␛[1m10,000★␛[0m      ␛[1m0 B★␛[0m     160,231   10.4 MiB
        ␛[2m● reference · ★ best of its column · ☆ a tie with it, within 1 %␛[0m

        ␛[1mAgainst let go␛[0m
        variant  reading             change  in percent
        ␛[2m─────────────────────────────────────────────────────────␛[0m
        refresh  registered               ␛[2m=␛[0m
                 live @released     ␛[34m-20,000␛[0m  ␛[34m(-100.0 %)␛[0m  ␛[34m▼ better␛[0m
                 live @end          ␛[34m-20,000␛[0m  ␛[34m(-100.0 %)␛[0m  ␛[34m▼ better␛[0m
                 cycles                   ␛[2m=␛[0m
                 broken             ␛[34m+10,000␛[0m       ␛[34m(new)␛[0m  ␛[34m▲ better␛[0m
                 bytes left        ␛[34m-6.7 MiB␛[0m  ␛[34m(-100.0 %)␛[0m  ␛[34m▼ better␛[0m
                 allocations              ␛[2m=␛[0m
                 peak                     ␛[2m=␛[0m
        reset    registered               ␛[2m=␛[0m
                 live @released     ␛[34m-20,000␛[0m  ␛[34m(-100.0 %)␛[0m  ␛[34m▼ better␛[0m
                 live @end          ␛[34m-20,000␛[0m  ␛[34m(-100.0 %)␛[0m  ␛[34m▼ better␛[0m
                 cycles                   ␛[2m=␛[0m
                 broken             ␛[34m+10,000␛[0m       ␛[34m(new)␛[0m  ␛[34m▲ better␛[0m
                 bytes left        ␛[34m-6.7 MiB␛[0m  ␛[34m(-100.0 %)␛[0m  ␛[34m▼ better␛[0m
                 allocations            ␛[34m-14␛[0m    ␛[34m(<0.1 %)␛[0m  ␛[34m▼ better␛[0m
                 peak                     ␛[2m=␛[0m
        retain   registered               ␛[2m=␛[0m
                 live @released           ␛[2m=␛[0m
                 live @end          ␛[34m-20,000␛[0m  ␛[34m(-100.0 %)␛[0m  ␛[34m▼ better␛[0m
                 cycles                   ␛[2m=␛[0m
                 broken             ␛[34m+10,000␛[0m       ␛[34m(new)␛[0m  ␛[34m▲ better␛[0m
                 bytes left        ␛[34m-6.7 MiB␛[0m  ␛[34m(-100.0 %)␛[0m  ␛[34m▼ better␛[0m
                 allocations        ␛[31m+20,019␛[0m   ␛[31m(+14.3 %)␛[0m  ␛[31m▲ worse␛[0m
                 peak            ␛[31m+108.0 KiB␛[0m    ␛[31m(+1.0 %)␛[0m  ␛[31m▲ worse␛[0m

        ␛[1mNotes␛[0m
          A manager holds the report and the report holds the manager. Nobody else holds either of them, and
          still neither goes: that is a retain cycle.

        ␛[1;34mHELD␛[0m  14 of 14 expectations · 4 variants · counters exact (3 of 3 repeats identical)

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
