// The formula language: values, errors with their columns, and printing back.

import FaultlineMeasures
import Testing

@testable import FaultlineScenarios

/// A scope of a few names in which each metric form answers with a fixed number or word.
struct SampleScope: FormulaScope {
  func find(_ mention: Mention) -> FormulaValue? {
    switch mention.text {
    case "rows": return FormulaValue(1000)
    case "batch": return FormulaValue(300)
    case "most": return FormulaValue(Int.max)
    case "least": return FormulaValue(Int.min)
    case "half": return .number(.real(0.5))
    case "huge": return .number(.real(1e308))
    case "pool": return .truth(true)
    case "ending": return .word("refresh")
    case "let go": return FormulaValue(7)
    default: return nil
    }
  }

  func metric(_ form: MetricForm) throws(FormulaError) -> FormulaValue {
    switch form {
    case .reading(let metric, let checkpoint, _) where metric.text == "objects.live":
      return FormulaValue(checkpoint.text == "end" ? 0 : 400)
    case .peak(_, let variant): return FormulaValue(variant == nil ? 10 : 20)
    case .delta: return FormulaValue(-5)
    case .slope: return .number(.real(1.5))
    case .growth: return .word("constant")
    case .ratio: return FormulaValue(2)
    default: throw FormulaError(.unanswered, "'\(form.metric.text)' was not read")
    }
  }
}

@Suite struct FormulaTests {
  /// The value of a formula, or its whole diagnostic.
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
    ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("10 - 4 - 3", "3"), ("7 / 2", "7/2"),
    ("1/3 + 1/6", "1/2"), ("7 % 3", "1"), ("-7 % 3", "-1"), ("least % -1", "0"), ("-2 * -3", "6"),
    ("10_000 + 1e4", "20000"), ("4k", "4000"), ("0.1 + 0.2 == 0.3", "true"), ("0.5", "1/2"),
    ("half + 1", "1.5"), ("half == 0.5", "true"), ("1e-30 > 0", "true"),
    ("rows / batch", "10/3"), ("ceil(rows / batch)", "4"), ("floor(-rows / batch)", "-4"),
    ("$rows / $batch", "10/3"), ("min(3, rows, 2)", "2"), ("max(3, half)", "3"), ("abs(-3)", "3"),
    ("floor(half)", "0"), ("ceil(huge) == huge", "true"), ("'let go' + 1", "8"),
    ("rows -batch", "700"), ("1 < 2", "true"), ("2 <= 2", "true"), ("1 > 2", "false"),
    ("2 >= 3", "false"), ("1 != 2", "true"), ("pool == true", "true"), ("not pool", "false"),
    ("not 1 == 2", "true"), ("true and not false", "true"), ("false or true", "true"),
    ("true or 1", "true"), ("false and 1", "false"), ("false and 1 / 0 == 1", "false"),
    ("ending == refresh", "true"), ("reset == ending", "false"), ("ending != reset", "true"),
    ("ending == 'refresh'", "true"), ("growth(objects.live, rows) == constant", "true"),
    ("objects.live@end == 0", "true"), ("objects.live@'batch-5'", "400"),
    ("objects.live@batch-5 - 1", "399"), ("objects.live@5", "400"),
    ("value(objects.live, end, 'no undo')", "0"), ("peak(bytes.live)", "10"),
    ("peak(bytes.live, 'let go') <= 0.5 * peak(bytes.live) + 15", "true"),
    ("delta(bytes.live, a, b)", "-5"), ("slope(undo.actions, edit) + 0.5", "2.0"),
    ("ratio(bytes.live@end, a, b) == 2", "true"),
  ]

  @Test(arguments: values)
  func `a formula has a value`(_ text: String, _ expected: String) {
    #expect(value(text) == expected)
  }

  /// Text, first column, length of the underline, message.
  private static let failures: [(String, Int, Int, String)] = [
    ("1 + rows / 0", 5, 8, "division by zero"),
    ("rows % 0.5", 1, 10, "'%' needs two whole numbers"),
    ("1 + most + 1", 1, 8, "the result is too large for exact arithmetic"),
    ("2 * (most * 2)", 6, 8, "the result is too large for exact arithmetic"),
    ("-least", 1, 6, "the result is too large for exact arithmetic"),
    ("abs(least)", 1, 10, "the result is too large for exact arithmetic"),
    ("huge * huge", 1, 11, "the result is too large for exact arithmetic"),
    ("1 + pool", 5, 4, "expected a number, found the truth value true"),
    ("rows and pool", 1, 4, "expected a condition, found the number 1000"),
    ("ending < 3", 1, 6, "expected a number, found the word 'refresh'"),
    ("ending == 3", 1, 11, "refresh and 3 are of two kinds and cannot be equal"),
    ("1 + nobody", 5, 6, "nothing is named 'nobody' here"),
    ("nobody == 3", 1, 6, "nothing is named 'nobody' here"),
    ("nobody == noone", 1, 6, "nothing is named 'nobody' here"),
    ("refresh + 1 == ending", 1, 7, "nothing is named 'refresh' here"),
    ("1 + bytes.live@end", 5, 14, "'bytes.live' was not read"),
  ]

  @Test(arguments: failures)
  func `a formula without a value says where it fails`(
    _ text: String, _ column: Int, _ count: Int, _ message: String
  ) {
    let caret =
      String(repeating: " ", count: column - 1) + "^"
      + String(repeating: "~", count: count - 1)
    #expect(value(text) == "f:1:\(column): error: \(message)\n 1 | \(text)\n   | \(caret)")
  }

  private static let mistakes: [(String, Int, String)] = [
    ("1 +", 4, "expected a value, found the end of the formula"),
    ("", 1, "expected a value, found the end of the formula"),
    ("(1", 3, "expected ')', found the end of the formula"),
    ("1)", 2, "expected an operator, found ')'"), ("1 2", 3, "expected an operator, found '2'"),
    ("let go == 1", 5, "expected an operator, found 'go'"),
    ("a = b", 3, "'=' has no meaning in a formula"),
    ("a && b", 3, "'&&' has no meaning in a formula"),
    ("é == ?", 6, "'?' has no meaning in a formula"), ("a < b < c", 7, "comparisons do not chain"),
    ("1 + not a", 5, "'not' needs parentheses here"), ("foo(1)", 1, "no function 'foo'"),
    ("1 + peek(m)", 5, "no function 'peek'. Did you mean 'peak'?"),
    ("min()", 5, "expected a value, found ')'"),
    ("ceil(1, 2)", 1, "'ceil' takes one value, found 2"),
    ("peak(m, let go)", 13, "expected ')', found 'go'"),
    ("peak(m@x)", 7, "expected ',' or ')', found '@'"),
    ("delta(m, a)", 11, "expected ',', found ')'"),
    ("value(m, a, b, c)", 14, "expected ')', found ','"),
    ("peak(1)", 6, "expected the name of a metric, found '1'"),
    ("m@", 3, "expected the name of a checkpoint behind '@', found the end of the formula"),
    ("m@and", 3, "expected the name of a checkpoint behind '@', found 'and'"),
    ("1 + 12abc", 5, "'12abc' is not a number"), ("1__0", 1, "'1__0' is not a number"),
    ("99999999999999999999", 1, "the number '99999999999999999999' is too large"),
    ("1e999", 1, "the number '1e999' is too large"), ("1 + ''", 5, "a name cannot be empty"),
    ("peak('m", 6, "a quote is opened and never closed"),
    ("and", 1, "expected a value, found 'and'"),
    (".5", 1, "'.' has no meaning in a formula"),
  ]

  @Test(arguments: mistakes)
  func `a broken formula is refused at its column`(_ text: String, _ column: Int, _ message: String)
  {
    let first = value(text).prefix { $0 != "\n" }
    #expect(first == "f:1:\(column): error: \(message)")
  }

  @Test func `notes help to mend a formula`() {
    #expect(
      value("rows = 3") == """
        f:1:6: error: '=' has no meaning in a formula
         1 | rows = 3
           |      ^
           = write '==' to compare
        """)
    #expect(
      value("slope(m)") == """
        f:1:8: error: expected ',', found ')'
         1 | slope(m)
           |        ^
           = it is written slope(metric, loop)
        """)
  }

  @Test func `no formula is too deep to be refused`() {
    let deep = "a formula can be nested 100 levels deep"
    for text in [
      String(repeating: "(", count: 100_000), String(repeating: "-", count: 100_000) + "1",
      String(repeating: "not ", count: 100_000) + "true", String(repeating: "abs(", count: 100_000),
      [String](repeating: "1", count: 100_000).joined(separator: " + "),
    ] {
      #expect(value(text).contains("error: \(deep)\n"))
    }
    #expect(value([String](repeating: "1", count: 100).joined(separator: " + ")) == "100")
    #expect(
      value(String(repeating: "(", count: 99) + "1" + String(repeating: ")", count: 99)) == "1")
  }

  // MARK: - In a file

  private func inFile(_ text: String) -> String {
    rejection { () throws(Diagnostic) in
      let root = try YAMLReader.read(text, file: "a.yaml")
      return try Formula(try root.entries()[0].value).description
    }
  }

  @Test func `errors point into the scalar where its text stands as it is`() {
    #expect(
      inFile("that: größe + 日本 +* 2") == """
        a.yaml:1:19: error: expected a value, found '*'
         1 | that: größe + 日本 +* 2
           |                     ^
        """)
    #expect(
      inFile("that: 'rows / (batch'") == """
        a.yaml:1:21: error: expected ')', found the end of the formula
         1 | that: 'rows / (batch'
           |                     ^
        """)
    #expect(inFile("that: &x 1 +  ").hasPrefix("a.yaml:1:13: error: expected a value"))
  }

  @Test func `errors point to the scalar's start where its text is spelt otherwise`() {
    #expect(inFile("that: '''x'' +'").hasPrefix("a.yaml:1:7: error: expected a value"))
    #expect(inFile("that: \"a\\u0020+\"").hasPrefix("a.yaml:1:7: error: expected a value"))
    #expect(inFile("that: >\n  1 +\n").hasPrefix("a.yaml:1:7: error: expected a value"))
    #expect(inFile("that: 1\n  + *\n").hasPrefix("a.yaml:1:7: error: expected a value"))
    #expect(inFile("that: [1]").hasPrefix("a.yaml:1:7: error: expected text, found a list"))
  }

  // MARK: - Mentions

  @Test func `a formula lists what it mentions with roles and places`() throws {
    let text = "peak(bytes.live, 'let go') <= rows * ratio(m@end, a, b) and ending == refresh"
    let formula = try Formula(text, named: "f")
    #expect(
      formula.mentions.map { "\($0.role) \($0.text) \($0.offsets.lowerBound)" } == [
        "metric bytes.live 5", "variant let go 17", "name rows 30", "metric m 43",
        "checkpoint end 45", "variant a 50", "variant b 53", "nameOrWord ending 60",
        "nameOrWord refresh 70",
      ])
    let forms = try Formula("delta(m, a, b) + slope(m, edit) + growth(m, rows)", named: "f")
    #expect(
      forms.mentions.map { "\($0.role)" } == [
        "metric", "checkpoint", "checkpoint", "metric", "loop", "metric", "parameter",
      ])
  }

  @Test func `an unknown mention is pointed at, and a minus without spaces is explained`() throws {
    let node = try YAMLReader.read("repeat: 2 * rows-batch", file: "a.yaml").entries()[0].value
    let formula = try Formula(node)
    #expect(
      formula.unknown("parameter", formula.mentions[0], known: ["batch", "rows"]).description == """
        a.yaml:1:13: error: no parameter 'rows-batch'
         1 | repeat: 2 * rows-batch
           |             ^~~~~~~~~~
           = known parameters: batch, rows
           = a subtraction has spaces: rows - batch
        """)
  }
}
