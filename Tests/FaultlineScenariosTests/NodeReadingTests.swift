// The typed readers: what each admits, and the words in which it refuses the rest.

import Testing

@testable import FaultlineScenarios

@Suite struct NodeReadingTests {
  /// What a reader makes of the value behind `k: `, or the first line of what it says, without the
  /// file's name.
  private func read<Value>(
    _ value: String, _ reader: (Node) throws(Diagnostic) -> Value
  ) -> String {
    let whole = rejection { () throws(Diagnostic) in
      let root = try YAMLReader.read("k: \(value)", file: "a")
      return "\(try reader(try root.entries()[0].value))"
    }
    return whole.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("|") }.joined(separator: "\n")
      .replacing(#/a:1:[34]: error: /#, with: "")
  }

  private static let integers: [(String, String)] = [
    ("1000", "1000"), ("10_000", "10000"), ("1e4", "10000"), ("4k", "4000"), ("2M", "2000000"),
    ("-3", "-3"), ("+3", "3"), ("'12'", "12"), ("010", "10"), ("0e99", "0"),
    ("9223372036854775807", "9223372036854775807"), ("1200e-2", "12"),
    ("9223372036854775808", "'9223372036854775808' is too large for a whole number"),
    ("1e30", "'1e30' is too large for a whole number"),
    ("9223372036854775807k", "'9223372036854775807k' is too large for a whole number"),
    ("1.5", "'1.5' is not a whole number"), ("1.0", "'1.0' is not a whole number"),
    ("15e-1", "'15e-1' is not a whole number"), ("1e-30", "'1e-30' is not a whole number"),
    ("1e-99999", "'1e-99999' is not a whole number"),
    ("0x10", "expected a whole number, found '0x10'"),
    ("1__0", "expected a whole number, found '1__0'"),
    ("_1", "expected a whole number, found '_1'"), ("1_", "expected a whole number, found '1_'"),
    ("1e", "expected a whole number, found '1e'"), ("--1", "expected a whole number, found '--1'"),
    ("4K", "expected a whole number, found '4K'"), ("٣", "expected a whole number, found '٣'"),
    ("many", "expected a whole number, found 'many'"),
    ("", "expected a whole number, found nothing"),
    ("''", "expected a whole number, found ''"), ("[1]", "expected a whole number, found a list"),
  ]

  @Test(arguments: integers)
  func `a whole number is read in every spelling or refused`(_ text: String, _ expected: String) {
    #expect(read(text) { node throws(Diagnostic) in try node.integer() } == expected)
  }

  private static let bounded: [(String, String)] = [
    ("0", "'0' is out of range: expected a whole number from 1 to 9"), ("1", "1"), ("9", "9"),
    ("10", "'10' is out of range: expected a whole number from 1 to 9"),
  ]

  @Test(arguments: bounded)
  func `a number outside its range is refused`(_ text: String, _ expected: String) {
    #expect(read(text) { node throws(Diagnostic) in try node.integer(in: 1...9) } == expected)
  }

  private static let reals: [(String, String)] = [
    ("1.5", "1.5"), ("-0.25", "-0.25"), ("1e300", "1e+300"), ("2k", "2000.0"),
    ("0.1234567890123456789012", "0.12345678901234568"),
    ("1e999", "'1e999' is too large for a number"), (".5", "expected a number, found '.5'"),
    (".inf", "expected a number, found '.inf'"), ("nan", "expected a number, found 'nan'"),
  ]

  @Test(arguments: reals)
  func `a number may have a fraction`(_ text: String, _ expected: String) {
    #expect(read(text) { node throws(Diagnostic) in try node.number() } == expected)
  }

  private static let flags: [(String, String)] = [
    ("true", "true"), ("false", "false"), ("off", "false"), ("never", "false"),
    ("yes", "'yes' is not allowed here\n   = allowed: true, false"),
    ("True", "'True' is not allowed here. Did you mean 'true'?\n   = allowed: true, false"),
    ("", "expected one word, found nothing\n   = allowed: true, false"),
  ]

  @Test(arguments: flags)
  func `a flag is true or false, or off in any word`(_ text: String, _ expected: String) {
    #expect(read(text) { node throws(Diagnostic) in try node.flag() } == expected)
  }

  private enum Ending: String, CaseIterable { case release, refresh, reset }

  private static let choices: [(String, String)] = [
    ("reset", "reset"),
    (
      "refersh",
      "'refersh' is not allowed here. Did you mean 'refresh'?\n"
        + "   = allowed: release, refresh, reset"
    ),
    ("{}", "expected one word, found a mapping\n   = allowed: release, refresh, reset"),
  ]

  @Test(arguments: choices)
  func `a choice is one of its words`(_ text: String, _ expected: String) {
    #expect(read(text) { node throws(Diagnostic) in try node.choice(of: Ending.self) } == expected)
  }

  @Test func `a name has letters first and joints inside`() {
    let rule = "a name starts with a letter and has letters, digits, '_', '-' and '.' in it"
    func name(_ text: String) -> String {
      read(text) { node throws(Diagnostic) in try node.identifier() }
    }
    #expect(name("no-undo") == "no-undo")
    #expect(name("objects.live") == "objects.live")
    #expect(name("Größe_2") == "Größe_2")
    for bad in ["2nd", "let go", "a-", "a..b"] {
      #expect(name(bad) == "'\(bad)' is not a name\n   = \(rule)")
    }
    #expect(name("[a]") == "expected a name, found a list")
  }

  @Test func `a label may have spaces inside`() {
    func label(_ text: String) -> String {
      read(text) { node throws(Diagnostic) in try node.label() }
    }
    #expect(label("let go") == "let go")
    #expect(label("levels 10") == "levels 10")
    let rule = "a name has no quotes, no control characters, and no spaces at its ends"
    #expect(label("\" x\"") == "' x' is not a name\n   = \(rule)")
    #expect(label("\"a\\tb\"") == "'a    b' is not a name\n   = \(rule)")
    #expect(label("it's") == "'it's' is not a name\n   = \(rule)")
  }

  @Test func `text, a list and a mapping are not taken for each other`() {
    #expect(read("'' ") { node throws(Diagnostic) in try node.text() } == "")
    #expect(
      read("") { node throws(Diagnostic) in try node.text() } == "expected text, found nothing")
    #expect(
      read("x") { node throws(Diagnostic) in try node.list() }
        == "expected a list, found 'x'\n"
        + "   = a list is written [a, b], or with '- ' before each item on its own line")
    #expect(
      read("[]") { node throws(Diagnostic) in try node.entries() }
        == "expected a mapping, found a list\n"
        + "   = a mapping is written {key: value}, or with 'key: value' on each line")
  }
}
