// Statements in the spelling of Core Data's logs: the values that SQLite has put into them, found again.

import Testing

@testable import FaultlineScenarios

@Suite struct StatementSpellingTests {
  private func values(_ text: String, _ bound: String) -> [String] {
    StatementSpelling.values(text, bound)
  }

  /// A 1 in front says that objects are read with some of their properties.
  @Test(arguments: [
    ("Z_PK, Z_OPT, ZNAME", "0, t0.Z_PK, t0.Z_OPT, t0.ZNAME"),
    ("Z_PK, ZNAME", "1, t0.Z_PK, t0.ZNAME"),
    ("t0.Z_PK, t0.ZNAME, t0.Z_ENT", "1, t0.Z_PK, t0.ZNAME, t0.Z_ENT"),
    ("Z_PK", "0, t0.Z_PK"), ("t0.Z_PK, t0.Z_ENT", "0, t0.Z_PK, t0.Z_ENT"),
  ])
  func `objects that are read in part are marked`(columns: String, written: String) {
    let table = columns.hasPrefix("t0.") ? "ZPERSON t0" : "ZPERSON"
    let text = "SELECT \(columns) FROM \(table)"
    #expect(
      StatementSpelling.rows(text, nil, ofObjects: true) == "SELECT \(written) FROM ZPERSON t0")
    #expect(StatementSpelling.rows(text, nil).hasPrefix("SELECT 0, t0.Z_PK"))
  }

  @Test func `numbers and nothing are found beside each other`() {
    #expect(
      values(
        "SELECT Z_PK FROM ZSALE WHERE ZPRICE > ?1 AND ZNOTE IS ?2 LIMIT ?3",
        "SELECT Z_PK FROM ZSALE WHERE ZPRICE > 4.5 AND ZNOTE IS NULL LIMIT -1")
        == ["4.5", "nil", "-1"])
  }

  @Test(arguments: [
    ("'Ada'", "\"Ada\""), ("''", "\"\""), ("'O''Brien'", "\"O'Brien\""), ("''''", "\"'\""),
    ("'a'' AND ZAGE = ''b'", "\"a' AND ZAGE = 'b\""), ("' AND ZAGE = '", "\" AND ZAGE = \""),
  ])
  func `a text ends at the mark that is its own`(bound: String, value: String) {
    #expect(
      values(
        "SELECT Z_PK FROM ZPERSON WHERE ZNAME = ? AND ZAGE = ?",
        "SELECT Z_PK FROM ZPERSON WHERE ZNAME = \(bound) AND ZAGE = 7") == [value, "7"])
  }

  /// What a trace has cut short: the values up to there.
  @Test(arguments: ["'Ada…", "'O''…", "'Ada' AND…"])
  func `a statement that was cut has the values before the cut`(rest: String) {
    let found = values(
      "SELECT Z_PK FROM ZPERSON WHERE ZAGE = ? AND ZNAME = ? AND ZRANK = ?",
      "SELECT Z_PK FROM ZPERSON WHERE ZAGE = 7 AND ZNAME = \(rest)")
    #expect(found.first == "7")
    #expect(found.count <= 2)
  }
}
