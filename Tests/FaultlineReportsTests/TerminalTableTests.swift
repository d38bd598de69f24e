// A table in windows that are just wide enough, and one column too narrow.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineReports

struct `A table in a window` {
  /// A best cell, a row that ends early, and one that has nothing but its name.
  private static let table = Report.Table(
    title: "T",
    columns: [
      Report.Column(title: "variant", alignment: .leading, priority: 0),
      Report.Column(title: "live", alignment: .trailing, priority: 1),
      Report.Column(title: "peak", alignment: .trailing, priority: 2),
    ],
    rows: [
      Report.Row(cells: [Report.Cell("a"), Report.Cell("1"), Report.Cell("22", tone: .best)]),
      Report.Row(cells: [Report.Cell("bb"), Report.Cell("333")]),
      Report.Row(cells: [Report.Cell("ccc")]),
    ])

  /// The table as it is drawn, without the remarks below it; empty where rows are lines of text.
  private static func picture(_ width: Int, _ table: Report.Table = Self.table) -> String {
    let text = TerminalFormat(width: width).render(
      Report(blocks: [.table(table)], result: RunResult(scenarios: [])))
    let lines = text.split(separator: "\n").dropFirst().prefix(table.rows.count + 2)
    return lines.contains { $0.hasPrefix("─") } ? lines.joined(separator: "\n") : ""
  }

  @Test func `has gaps of two where they fit, and of one where they just do not`() {
    let wide = """
      variant  live  peak
      ───────────────────
      a           1   22★
      bb        333
      ccc
      """
    expectText(Self.picture(80), is: wide)
    expectText(Self.picture(19), is: wide)
    let tight = """
      variant live peak
      ─────────────────
      a          1  22★
      bb       333
      ccc
      """
    expectText(Self.picture(18), is: tight)
    expectText(Self.picture(17), is: tight)
  }

  @Test func `loses its least important column where it fits no longer`() {
    let less = """
      variant  live
      ─────────────
      a           1
      bb        333
      ccc
      """
    expectText(Self.picture(16), is: less)
    expectText(Self.picture(13), is: less)
    expectText(
      Self.picture(12),
      is: """
        variant live
        ────────────
        a          1
        bb       333
        ccc
        """)
  }

  @Test func `is no table where nothing but the names is left`() {
    expectText(Self.picture(11), is: "")
  }

  private static func names(_ names: [String]) -> Report.Table {
    Report.Table(
      title: "T",
      columns: [
        Report.Column(title: "name", alignment: .leading, priority: 0),
        Report.Column(title: "live", alignment: .trailing, priority: 1),
      ], rows: names.map { Report.Row(cells: [Report.Cell($0), Report.Cell("1")]) })
  }

  @Test func `cuts names in their middle`() {
    let table = Self.names(["a long name that is one", "a long name that is other"])
    expectText(
      Self.picture(30, table),
      is: """
        name                      live
        ──────────────────────────────
        a long name that is one      1
        a long name that is other    1
        """)
    expectText(
      Self.picture(28, table),
      is: """
        name                    live
        ────────────────────────────
        a long name that is one    1
        a long name…at is other    1
        """)
  }

  @Test func `cuts no two names to the same`() {
    let table = Self.names(["a name, with 1 in the middle", "a name, with 2 in the middle"])
    expectText(
      Self.picture(33, table),
      is: """
        name                         live
        ─────────────────────────────────
        a name, with 1 in the middle    1
        a name, with 2 in the middle    1
        """)
    // One column less takes the number away from both.
    expectText(Self.picture(32, table), is: "")
  }
}
