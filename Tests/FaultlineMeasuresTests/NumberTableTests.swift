// Every form of a number's text, at the places where one form ends and the next begins.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineTestSupport
import Testing

struct `Numbers at their edges` {
  private func table<Input>(_ inputs: [Input], _ text: (Input) -> String) -> String {
    inputs.map { "\($0): \(text($0))" }.joined(separator: "\n")
  }

  @Test func `are written by their scale`() {
    let values: [Quantity] = [
      7, -12_345, 20_480, .real(12_345), .real(0.5), .real(20_480), .real(-0.004),
    ]
    expectText(
      Metric.Scale.allCases.flatMap { scale in
        values.map { value in
          "\(scale.rawValue) \(value): \(NumberText.text(value, scale)), "
            + "\(NumberText.exact(value, scale)), \(NumberText.full(value, scale)), "
            + NumberText.signed(value, scale)
        }
      }.joined(separator: "\n"),
      is: """
        count 7: 7, 7, 7, +7
        count -12345: -12,345, -12,345, -12,345, -12,345
        count 20480: 20,480, 20,480, 20,480, +20,480
        count 12345: 12,345, 12,345, 12,345, +12,345
        count 0.5: 0.50, 0.5, 0.50 (0.5), +0.50
        count 20480: 20,480, 20,480, 20,480, +20,480
        count -0.004: 0.00, -0.004, 0.00 (-0.004), 0.00
        bytes 7: 7 B, 7 B, 7 B, +7 B
        bytes -12345: -12.1 KiB, -12,345 B, -12.1 KiB (-12,345 B), -12.1 KiB
        bytes 20480: 20.0 KiB, 20,480 B, 20.0 KiB (20,480 B), +20.0 KiB
        bytes 12345: 12.1 KiB, 12,345, 12.1 KiB (12,345), +12.1 KiB
        bytes 0.5: 0.5 B, 0.5, 0.5 B (0.5), +0.5 B
        bytes 20480: 20.0 KiB, 20,480, 20.0 KiB (20,480), +20.0 KiB
        bytes -0.004: 0.0 B, -0.004, 0.0 B (-0.004), 0.0 B
        nanoseconds 7: 7 ns, 7 ns, 7 ns, +7 ns
        nanoseconds -12345: -12,345 ns, -12,345 ns, -12,345 ns, -12,345 ns
        nanoseconds 20480: 20,480 ns, 20,480 ns, 20,480 ns, +20,480 ns
        nanoseconds 12345: 12,345.0 ns, 12,345, 12,345.0 ns (12,345), +12,345.0 ns
        nanoseconds 0.5: 0.5 ns, 0.5, 0.5 ns (0.5), +0.5 ns
        nanoseconds 20480: 20,480.0 ns, 20,480, 20,480.0 ns (20,480), +20,480.0 ns
        nanoseconds -0.004: 0.0 ns, -0.004, 0.0 ns (-0.004), 0.0 ns
        ratio 7: 7, 7, 7, +7
        ratio -12345: -12,345, -12,345, -12,345, -12,345
        ratio 20480: 20,480, 20,480, 20,480, +20,480
        ratio 12345: 12,345.00, 12,345, 12,345.00 (12,345), +12,345.00
        ratio 0.5: 0.50, 0.5, 0.50 (0.5), +0.50
        ratio 20480: 20,480.00, 20,480, 20,480.00 (20,480), +20,480.00
        ratio -0.004: 0.00, -0.004, 0.00 (-0.004), 0.00
        """)
    #expect(NumberText.signed(0, .count) == "0")
  }

  @Test func `have the unit and the places that fit`() {
    expectText(
      table([0.0, 1, 999, 1e3, 9_999, 1e4, 99_999, 1e5, 1e6, 9.999e6, 1e7, 1e8, 1e9, 1e10, 1e11]) {
        let (numbers, unit) = NumberText.durations([$0, 12_345])
        return "\(numbers.joined(separator: " and ")) \(unit)"
      }
        + "\n"
        + table([-1e9, 0.04, 0.05, 999.96, 1e12, 999_999_999_999, -1e12, .infinity]) {
          NumberText.decimal($0, places: 1)
        }
        + "\n" + table([-1, 0, 2, 6, 7]) { NumberText.decimal(1_234.012_345_67, places: $0) }
        + "\n"
        + table([9_999, -9_999, 10_000, -10_000, 1_048_524, 1_048_525, 1_073_741_823]) {
          NumberText.bytes($0)
        },
      is: """
        0.0: 0 and 12,345 ns
        1.0: 1 and 12,345 ns
        999.0: 999 and 12,345 ns
        1000.0: 1.00 and 12.35 µs
        9999.0: 10.00 and 12.35 µs
        10000.0: 10.0 and 12.3 µs
        99999.0: 100.0 and 12.3 µs
        100000.0: 100 and 12 µs
        1000000.0: 1.00 and 0.01 ms
        9999000.0: 10.00 and 0.01 ms
        10000000.0: 10.0 and 0.0 ms
        100000000.0: 100 and 0 ms
        1000000000.0: 1.00 and 0.00 s
        10000000000.0: 10.0 and 0.0 s
        100000000000.0: 100 and 0 s
        -1000000000.0: -1,000,000,000.0
        0.04: 0.0
        0.05: 0.1
        999.96: 1,000.0
        1000000000000.0: 1000000000000.0
        999999999999.0: 999,999,999,999.0
        -1000000000000.0: -1000000000000.0
        inf: infinite
        -1: 1,234
        0: 1,234
        2: 1,234.01
        6: 1,234.012346
        7: 1,234.012346
        9999: 9,999 B
        -9999: -9,999 B
        10000: 9.8 KiB
        -10000: -9.8 KiB
        1048524: 1023.9 KiB
        1048525: 1.0 MiB
        1073741823: 1.0 GiB
        """)
  }

  @Test func `show a change as percent, as a factor, or as less than can be shown`() {
    let pairs: [(Quantity, Quantity)] = [
      (100, 100), (100, 101), (100, 99), (10_000, 10_005), (10_000, 10_004), (10_000, 9_996),
      (10_000, 9_995), (1, 11), (10, 111), (1, 100), (100, 9_990), (2_000, 1), (1_999, 1),
      (-10, -20), (-10, 10), (0, 1), (.real(0), 1), (.real(0.5), .real(0.25)),
    ]
    expectText(
      pairs.map { "\($0) to \($1): \(NumberText.percent(from: $0, to: $1) ?? "nothing")" }
        .joined(separator: "\n"),
      is: """
        100 to 100: 0.0 %
        100 to 101: +1.0 %
        100 to 99: -1.0 %
        10000 to 10005: +0.1 %
        10000 to 10004: <0.1 %
        10000 to 9996: <0.1 %
        10000 to 9995: -0.1 %
        1 to 11: +1,000.0 %
        10 to 111: 11.1×
        1 to 100: 100×
        100 to 9990: 99.9×
        2000 to 1: 2,000× less
        1999 to 1: -99.9 %
        -10 to -20: -100.0 %
        -10 to 10: +200.0 %
        0 to 1: nothing
        0 to 1: nothing
        0.5 to 0.25: -50.0 %
        """)
  }

  @Test func `are compared and kept by value`() {
    let values: [Quantity] = [
      1, 2, .real(1), .real(1.5), .real(.nan), .real(1e300), .integer(.max),
    ]
    expectText(
      values.map { left in
        values.map { left == $0 ? "=" : left < $0 ? "<" : $0 < left ? ">" : "?" }.joined()
      }.joined(separator: "\n"),
      is: """
        =<=<?<<
        >=>>?<<
        =<=<?<<
        ><>=?<<
        ????=??
        >>>>?=>
        >>>>?<=
        """)
    #expect(Set(values).count == 6)
    #expect(
      ["7", "-7", "1.5", "1e3", "x", ""].map { Quantity($0)?.description } == [
        "7", "-7", "1.5", "1000", nil, nil,
      ])
  }

  @Test func `may differ by what is allowed, and by no more`() {
    let exact = Tolerance(metrics: "a.*", variants: ["x"])
    let absolute = Tolerance(metrics: "*", absolute: 5)
    let relative = Tolerance(metrics: "*", relative: 0.1)
    let range = Tolerance(metrics: "*", range: 10...20)
    expectText(
      [
        (100, 105), (100, 106), (100, 95), (100, 94), (100, 110), (100, 111), (-100, -110), (5, 10),
        (5, 20), (5, 21), (100, 9),
      ]
      .map { base, head in
        let allowed = [exact, absolute, relative, range].map {
          $0.allows(.integer(head), after: .integer(base)) ? "yes" : "no"
        }
        return "\(base) to \(head): " + allowed.joined(separator: " ")
      }.joined(separator: "\n"),
      is: """
        100 to 105: no yes yes no
        100 to 106: no no yes no
        100 to 95: no yes yes no
        100 to 94: no no yes no
        100 to 110: no no yes no
        100 to 111: no no no no
        -100 to -110: no no yes no
        5 to 10: no yes no yes
        5 to 20: no no no yes
        5 to 21: no no no no
        100 to 9: no no no no
        """)
    #expect(exact.isAbout("a.b", of: "x"))
    #expect(!exact.isAbout("a.b", of: "y"))
    #expect(!exact.isAbout("b.a", of: "x"))
    #expect(absolute.isAbout("b.a", of: "y"))
  }

  @Test(arguments: [
    ([1, 2, 4, 8], [7, 7, 7, 7], "constant"),
    ([1, 2, 4, 8], [1_000, 1_005, 1_009, 1_010], "constant"),
    ([1, 2, 4, 8], [1_000, 1_005, 1_009, 1_011], "logarithmic"),
    ([1, 2, 4, 8], [9, 7, 3, -5], "falling"),
    ([1, 2, 4, 8], [1, 2, 3, 4], "logarithmic"), ([1, 2, 4, 8], [3, 5, 9, 17], "linear"),
    ([1, 2, 4, 8], [2, 5, 17, 65], "quadratic"), ([1, 2, 4, 8], [-7, -7, -7, -7], "constant"),
    ([1, 2, 4, 8], [0, 0, 0, 0], "constant"), ([1, 2, 4, 8], [-100, -50, 0, 50], "logarithmic"),
  ])
  func `grow with a size in one of five ways`(sizes: [Double], readings: [Double], word: String) {
    let fit = SizeFit(sizes: sizes, readings: readings)
    #expect(fit.growth.rawValue == word)
    #expect(SizeGrowth(sizes: sizes, readings: readings) == fit.growth)
    if word != "constant", readings != [1_000, 1_005, 1_009, 1_011] {
      for (size, reading) in zip(sizes, readings) {
        #expect((fit.value(at: size) - reading).magnitude < 1e-9)
      }
    }
  }
}
