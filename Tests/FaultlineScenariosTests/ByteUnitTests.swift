// Numbers of bytes with their unit, wherever bytes are asked for.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct ByteUnitTests {
  private func value(_ text: String) -> String {
    rejection { () throws(Diagnostic) in
      let formula = try Formula(text, named: "f")
      do throws(FormulaError) {
        return try formula.value(in: SampleScope()).description
      } catch {
        throw formula.diagnostic(error)
      }
    }
  }

  private static let values: [(String, String)] = [
    ("64 MiB", "67108864"), ("64MiB", "67108864"), ("1 KiB", "1024"), ("2 GiB", "2147483648"),
    ("10 kB", "10000"), ("1 MB", "1000000"), ("7 B", "7"), ("7B", "7"), ("1 GB", "1000000000"),
    ("3TiB", "3298534883328"), ("2 TB", "2000000000000"), ("0.5 KiB", "512"), ("1_000 B", "1000"),
    ("1e3 kB", "1000000"), ("4k B", "4000"), ("-1 KiB + 24 B", "-1000"),
    ("2 * 32 MiB == 64 * 1024 * 1024", "true"), ("1 MiB / 1 KiB", "1024"),
    ("rows * 1 KiB", "1024000"), ("1 KiB and true", "condition"), ("max(1 kB, 1KiB)", "1024"),
    ("bytes == 1 or 2 KiB > 1 kB", "nothing is named 'bytes' here"),
  ]

  @Test(arguments: values)
  func `a number of bytes has a unit`(_ text: String, _ expected: String) {
    #expect(value(text) == expected || value(text).contains(expected))
  }

  private static let mistakes: [(String, Int, Int, String)] = [
    ("1 + 64 XiB", 8, 3, "no unit 'XiB'. Did you mean 'GiB'?"),
    ("64MIB", 3, 3, "no unit 'MIB'. Did you mean 'MiB'?"),
    ("64 mb", 4, 2, "no unit 'mb'. Did you mean 'MB'?"),
    ("64 KB", 4, 2, "no unit 'KB'. Did you mean 'kB'?"),
    ("5 rows", 3, 4, "expected an operator, found 'rows'"),
    ("12abc", 1, 5, "'12abc' is not a number"),
  ]

  @Test(arguments: mistakes)
  func `an unknown unit is refused at its column, with the nearest`(
    _ text: String, _ column: Int, _ count: Int, _ message: String
  ) {
    let caret =
      String(repeating: " ", count: column - 1) + "^" + String(repeating: "~", count: count - 1)
    #expect(
      value(text) == """
        f:1:\(column): error: \(message)
         1 | \(text)
           | \(caret)
           = units of bytes: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB
        """)
  }

  @Test func `a formula prints its unit, and is the same formula`() throws {
    for (text, printed) in [("64MiB", "64 MiB"), ("rows  *  1_000  B", "rows * 1_000 B")] {
      let formula = try Formula(text, named: "f")
      #expect(formula.description == printed)
      #expect(try Formula(printed, named: "f").description == printed)
    }
  }

  private static let line = "that: objects.live@saved == rows\n    when: {variant: reset}"

  @Test func `bytes are compared with bytes alone`() {
    func reported(_ that: String) -> String {
      Mistake("", Self.line, "that: \(that)", says: "").reported
    }
    expectText(
      reported("objects.live@saved <= 64 MiB"),
      is: """
        pairs.yaml:27:33: error: 64 MiB is a number of bytes, and 'objects.live' has none
         27 |   - that: objects.live@saved <= 64 MiB
            |                                 ^~~~~~
            = write the number alone
        """)
    for right in [
      "bytes.live@saved <= 64 MiB", "64 MiB > peak(bytes.live)", "bytes.live@saved / 1 KiB < rows",
      "bytes.live@saved <= rows * 1 KiB", "objects.live@saved * 64 B <= bytes.live@saved",
    ] {
      #expect(reported(right) == "2 trials", "\(reported(right))")
    }
  }

  @Test func `a parameter can be a number of bytes`() throws {
    let text = Mistake.scenario.replacing(
      "rows: {type: int, default: 4, min: 1, max: 1e6}",
      with: "rows: {type: int, default: 4}\n  budget: {type: int, default: 64 MiB, max: 1 GiB}")
    func budget(_ value: String?) -> String {
      rejection { () throws(Diagnostic) in
        let choices = Choices(parameters: value.map { [Setting(name: "budget", value: $0)] } ?? [])
        return try Plan(ScenarioReader.scenario(text, file: "pairs.yaml"), choosing: choices)
          .parameters[1].description
      }
    }
    #expect(budget(nil) == "budget = 67,108,864")
    #expect(budget("1KiB") == "budget = 1,024")
    #expect(budget("0.5 KiB") == "budget = 512")
    #expect(
      budget("2 MIB") == """
        --set budget:1:3: error: no unit 'MIB'. Did you mean 'MiB'?
         1 | 2 MIB
           |   ^~~
           = units of bytes: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB
        """)
    #expect(budget("2 GiB").contains("'2 GiB' is out of range"))
  }

  private static let words: [(FormulaValue, Metric.Scale, String)] = [
    (FormulaValue(94_224_848), .bytes, "89.9 MiB (94,224,848 B)"),
    (FormulaValue(-94_224_848), .bytes, "-89.9 MiB (-94,224,848 B)"),
    (FormulaValue(512), .bytes, "512 B"), (.number(.real(12.25)), .bytes, "12.25 B"),
    (FormulaValue(94_224_848), .count, "94,224,848"), (.word("linear"), .bytes, "linear"),
  ]

  @Test(arguments: words)
  func `an answer shows bytes with their unit and to the last one, and counts in groups`(
    _ value: FormulaValue, _ scale: Metric.Scale, _ expected: String
  ) {
    #expect(value.words(in: scale) == expected)
  }
}
