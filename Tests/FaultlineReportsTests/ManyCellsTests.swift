// A report of many cells: what matters comes first, what is equal is said once, and no two rows read the same.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineReports
@testable import FaultlineAnalysis

struct `A report of many cells` {
  private func text(_ block: Report.Block?, width: Int = 80) -> String {
    let blocks = block.map { [$0] } ?? []
    return TerminalFormat(width: width).render(
      Report(blocks: blocks, result: RunResult(scenarios: [])))
  }

  private func block(_ title: String, in report: Report) -> Report.Block? {
    report.blocks.first { $0.title == title }
  }

  /// A row a cell, as a page unfolds it.
  private func rows(_ scenario: ScenarioResult) -> Report.Block? {
    ReportBuilder().variantTable(scenario).first
  }

  @Test func `says once what all rows share, and the rest of each name in full`() {
    let lines = text(rows(Cells.result))
      .split(separator: "\n")
    expectText(
      lines.prefix(8).joined(separator: "\n"),
      is: """
        Variants
        In all rows: variant default · bytes left 0 B · statements 3 · faults fired 7
                                                                     round
        variant                                                peak  trips  allocations
        ───────────────────────────────────────────────────────────────────────────────
        batch=10 · after=nothing · undo=unlimited ●  89.9 MiB        2,000      900,000
        batch=100 · after=nothing · undo=unlimited   89.9 MiB          200      950,000
        batch=1000 · after=nothing · undo=unlimited  89.9 MiB           20    1,000,000
        """)
    #expect(lines.count == 5 + 24 + 1)
  }

  /// Where all readings are the same, nothing but the names can distinguish rows.
  @Test(arguments: [60, 80, 120])
  func `no two rows of a table read the same`(width: Int) {
    let columns = ["sql.statements", "faults.fired", "bytes.live"].map {
      Column(title: $0, metric: $0, checkpoint: "end")
    }
    let scenario = Cells.scenario(columns: columns) { _ in [] }
    let lines = text(rows(scenario), width: width).split(separator: "\n")
    let rows = lines.drop { !$0.hasPrefix("─") }.dropFirst().prefix(24)
    #expect(Set(rows).count == 24)
    #expect(lines.allSatisfy { TerminalWidth.of(String($0)) <= width })
  }

  @Test func `has its rows as lines where names alone would fill the window`() {
    let lines = text(rows(Cells.result), width: 24)
      .split(separator: "\n")
    expectText(
      lines.prefix(12).joined(separator: "\n"),
      is: """
        Variants
        In all rows: variant
        default · bytes left 0 B
        · statements 3 · faults
        fired 7
          batch=10 ·
          after=nothing ·
          undo=unlimited
            peak 89.9 MiB ·
            round trips 2,000 ·
            allocations 900,000
          batch=100 ·
        """)
  }

  @Test func `has the values alone in its rows where full names leave no room for numbers`() {
    let lines = text(rows(Cells.result), width: 60).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("batch · after · undo") })
    #expect(lines.contains { $0.hasPrefix("100 · refresh · none ") })
    #expect(lines.allSatisfy { !$0.contains("…") })
  }

  @Test func `begins with the verdict, the variants and what failed`() {
    let titles = ReportBuilder().report(Cells.result).blocks.compactMap(\.title)
    #expect(titles.prefix(3) == ["Variants over what they vary", "Variants", "What failed"])
    for format in [
      TerminalFormat().render, MarkdownFormat().render, HTMLFormat().render,
    ] {
      let page = format(ReportBuilder().report(Cells.result))
      let places = ["FAIL", "Variants over what they vary", "What failed"]
        .map { page.firstRange(of: $0)?.lowerBound }
      #expect(!places.contains(nil))
      #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }
  }

  @Test func `shows an expectation that broke in many cells once`() throws {
    let report = ReportBuilder().report(Cells.result)
    let failed = text(block("What failed", in: report))
    expectText(
      failed.split(separator: "\n").prefix(8).joined(separator: "\n"),
      is: """
        What failed
          failed: \(Cells.budget) (12 of 24 variants)
            Scenarios/staff-import.yaml:61:11
            because: The smallest telephone has no more.
            batch=10 · after=nothing · undo=unlimited: bytes.peak@end was 89.9 MiB
              (94,224,848 B)
            batch=100 · after=nothing · undo=unlimited: bytes.peak@end was 89.9 MiB
              (94,225,848 B)
        """)
    #expect(failed.hasSuffix("\n    … 2 more\n"))
    let page = HTMLFormat().render(report)
    #expect(page.components(separatedBy: "<b>failed</b>").count == 2)
    #expect(page.contains("<details><summary>12 variants, one by one</summary>"))
    let last = "batch=1000 · after=release · undo=unlimited: bytes.peak@end was"
    #expect(page.contains(last))
    #expect(!MarkdownFormat().render(report).contains(last))
    #expect(MarkdownFormat().render(report).contains("  - … 2 more"))
    // Of ten annotations one is enough, and a build server counts each.
    let notes = GitHubFormat().render(report).split(separator: "\n").filter {
      $0.hasPrefix("::error")
    }
    #expect(notes.count == 1)
    #expect(notes.first?.contains("(12 variants)::default · batch=10") == true)
    #expect(notes.first?.contains("%0A… 2 more%0Abecause: The smallest") == true)
    #expect(JUnitFormat().render(report).contains("tests=\"48\" failures=\"12\""))
  }

  @Test func `names no variant whole where the page names many`() {
    let page = HTMLFormat().render(ReportBuilder().report(Cells.result))
    #expect(!page.contains("default · batch"))
  }

  @Test func `leads to its parts where there is much to show`() {
    let page = HTMLFormat().render(ReportBuilder().report(Cells.result))
    #expect(page.contains("<nav aria-label=\"Contents\">"))
    let links = page.components(separatedBy: "<a href=\"#b").dropFirst().compactMap {
      Int($0.prefix { $0.isNumber })
    }
    #expect(links == Array(1...links.count))
    for link in links { #expect(page.contains("<div id=\"b\(link)\">")) }
    let little = FirstLight.scenario(trials: [FirstLight.trials[0]], judgements: [])
    #expect(!HTMLFormat().render(ReportBuilder().report(little)).contains("<nav"))
  }

  @Test func `has its first table near the top of the page`() throws {
    let page = HTMLFormat().render(ReportBuilder().report(Cells.result))
    guard let places = try Browser.placesOfFirstTable(in: page, widths: [1_280, 390]) else {
      return
    }
    #expect(places.count == 2)
    for place in places { #expect((100...3_000).contains(place), "\(place)") }
  }

  // MARK: - Without columns

  @Test func `shows what distinguishes its variants where the scenario chose no columns`() {
    let headlines = Headlines(Cells.result)
    #expect(headlines.columns.map(\.title) == ["peak", "round trips", "allocations"])
    #expect(headlines.shared.map(\.title) == ["bytes left", "statements", "faults fired"])
    // What charts over commits are made of does not change with the numbers.
    #expect(Headlines.steady(Cells.result).count == 6)
  }

  @Test func `falls back to what was read at the end`() {
    var one = Cells.result
    one.trials = Array(one.trials.prefix(1))
    #expect(Headlines(one).columns.count == 6)
    #expect(Headlines(one).shared == [])
    one.metrics = [FirstLight.metrics[3]]
    one.trials[0].samples = [
      Sample(
        pass: 1,
        checkpoints: [Checkpoint(name: "end", readings: Cells.readings([("cycles.broken", 2)]))])
    ]
    #expect(Headlines(one).columns.map(\.title) == ["cycles.broken"])
  }

  @Test func `heads can be distinguished however narrow they are`() {
    let titles = ["objects.registered", "objects.realized", "objects.faults", "objects.inserted"]
    let columns =
      [Report.Column(title: "variant", alignment: .leading, priority: 0)]
      + titles.enumerated().map {
        Report.Column(title: $1, alignment: .trailing, priority: $0 + 1)
      }
    let row = Report.Row(
      cells: ["a"].map { Report.Cell($0) } + titles.map { _ in Report.Cell("0") })
    let table = Report.Table(title: "T", columns: columns, rows: [row])
    expectText(
      text(.table(table), width: 52),
      is: """
        T
                  objects. objects. objects. objects.
        variant registered realized   faults inserted
        ─────────────────────────────────────────────
        a                0        0        0        0

        """)
  }
}

extension Browser {
  /// How many pixels below the top the first table begins, a number a width; nil where there is no browser.
  static func placesOfFirstTable(in page: String, widths: [Int]) throws -> [Int]? {
    let frames = widths.map {
      "<iframe width=\"\($0)\" height=\"900\" srcdoc=\"\(attribute(page))\"></iframe>"
    }
    let script = """
      addEventListener('load', () => {
        const places = [...document.querySelectorAll('iframe')].map(frame =>
          Math.round(frame.contentDocument.querySelector('main table').getBoundingClientRect().top));
        const pre = document.createElement('pre');
        pre.textContent = '§' + places.join(' ') + '§';
        document.body.replaceChildren(pre);
      });
      """
    let outer = "<!doctype html><body>\(frames.joined())<script>\(script)</script></body>"
    guard let answer = try open(outer) else { return nil }
    return answer.document.split(separator: "§").dropFirst().first.map {
      $0.split(separator: " ").compactMap { Int($0) }
    } ?? []
  }
}
