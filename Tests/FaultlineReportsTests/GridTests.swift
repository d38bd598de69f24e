// Tables over axes: a matrix is read along what it varies, at every width and in every format.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineReports

struct `A table of axes` {
  /// 2 variants × 3 settings × 2 sizes × 2 stores, of which three cells were not run and one died.
  static let few = Matrix.scenario(
    variants: ["lazy", "eager"], settings: [0, 10, 100], sizes: [1_000, 1_000_000],
    stores: ["memory", "sqlite"],
    without: { key in
      guard key.variant == "eager", key.store == "memory" else { return false }
      let batch = key.axes[0].value.whole
      return batch == 100 || batch == 10 && key.size(of: "rows") == 1_000_000
    },
    dying: {
      $0.variant == "eager" && $0.store == "sqlite" && $0.axes[0].value.whole == 0
        && $0.size(of: "rows") == 1_000_000
    })

  private func blocks(_ scenario: ScenarioResult) -> Report {
    Report(blocks: ReportBuilder().cells(scenario), result: RunResult(scenarios: [scenario]))
  }

  private func text(_ scenario: ScenarioResult, _ width: Int, ascii: Bool = false) -> String {
    TerminalFormat(width: width, color: false, ascii: ascii).render(blocks(scenario))
  }

  @Test func `has its axes as rows and columns, and a table for each of the others`() {
    expectText(
      text(Self.few, 90).components(separatedBy: "\n\n★")[0],
      is: """
        Variants over what they vary
        21 of 24 cells were run: variant (2) × fetchBatchSize (3) × rows (2) × store (2)
        Reference: lazy
        Rows: fetchBatchSize · columns: rows · a table for each variant and store

        peak (bytes.peak@end, less is better)
        lazy · memory                             lazy · sqlite
        fetchBatchSize                            fetchBatchSize
        ↓ rows →             1,000   1,000,000    ↓ rows →             1,000    1,000,000
        ──────────────────────────────────────    ───────────────────────────────────────
        0               351.6 KiB   286.2 MiB✗    0               351.6 KiB   286.2 MiB◇✗
        10               87.9 KiB★   87.9 KiB★    10               87.9 KiB★   87.9 KiB★
        100             351.6 KiB   351.6 KiB     100             351.6 KiB   351.6 KiB

        eager · memory                             eager · sqlite
        fetchBatchSize                             fetchBatchSize
        ↓ rows →             1,000    1,000,000    ↓ rows →             1,000  1,000,000
        ───────────────────────────────────────    ─────────────────────────────────────
        0               371.1 KiB◇  305.2 MiB◇✗    0               371.1 KiB◇    crashed
        10              107.4 KiB           ·      10              107.4 KiB    19.2 MiB
                                                   100             371.1 KiB◇   19.4 MiB

        trips (store.roundtrips@end, less is better)
        lazy · memory                       lazy · sqlite
        fetchBatchSize                      fetchBatchSize
        ↓ rows →        1,000  1,000,000    ↓ rows →         1,000   1,000,000
        ────────────────────────────────    ──────────────────────────────────
        0                   1          1    0               1,001◇  1,000,001◇
        10                  1          1    10                101     100,001
        100                 1          1    100                11★     10,001★

        eager · memory                      eager · sqlite
        fetchBatchSize                      fetchBatchSize
        ↓ rows →        1,000  1,000,000    ↓ rows →         1,000  1,000,000
        ────────────────────────────────    ─────────────────────────────────
        0                   1          1    0               1,001◇   crashed
        10                  1          ·    10                101    100,001
                                            100                11★    10,001★
        """)
  }

  @Test func `says what its signs mean, what it leaves out, and where all of it is`() {
    expectText(
      text(Self.few, 200).components(separatedBy: "\n\n").suffix(2).joined(separator: "\n\n"),
      is: """
        ★ best of the same rows and store · ◇ worst, or a tie with it · ✗ breaks an expectation · a dot: not run
        All of it: --format html with a filter by axis, --format csv and json with every reading of every cell.

        Variants: 21 rows, which --format html unfolds.

        """)
  }

  @Test func `goes on below where it is too wide, and leaves no column out`() {
    expectText(
      text(Self.few, 30, ascii: true).components(separatedBy: "\n\n").dropFirst().prefix(2)
        .joined(separator: "\n\n"),
      is: """
        peak (bytes.peak@end, less is
        better)
        lazy | memory
        fetchBatchSize
        v rows ->            1,000
        --------------------------
        0               351.6 KiB
        10               87.9 KiB*
        100             351.6 KiB

        lazy | memory
        fetchBatchSize
        v rows ->        1,000,000
        --------------------------
        0               286.2 MiB!
        10               87.9 KiB*
        100             351.6 KiB
        """)
  }

  @Test(arguments: [10, 20, 60, 80, 120, 200])
  func `fits every window with all of its numbers`(width: Int) {
    let page = text(Self.few, width)
    #expect(page.split(separator: "\n").allSatisfy { TerminalWidth.of(String($0)) <= width })
    #expect(page.components(separatedBy: "10,001★").count == 1 + 2)
    #expect(page.components(separatedBy: "crashed").count == 1 + 2)
    #expect(!page.contains("hidden at this width"))
  }

  @Test func `is a table for each of them in Markdown too`() {
    expectText(
      MarkdownFormat().render(blocks(Self.few)).components(separatedBy: "\n\n**")[2],
      is: """
        peak** (bytes.peak@end, less is better)

        *lazy · memory*

        | fetchBatchSize ↓ rows → | 1,000 | 1,000,000 |
        | :-- | --: | --: |
        | 0 | 351.6 KiB | 286.2 MiB ✗ |
        | 10 | **87.9 KiB** ★ | **87.9 KiB** ★ |
        | 100 | 351.6 KiB | 351.6 KiB |

        *lazy · sqlite*

        | fetchBatchSize ↓ rows → | 1,000 | 1,000,000 |
        | :-- | --: | --: |
        | 0 | 351.6 KiB | 286.2 MiB ◇ ✗ |
        | 10 | **87.9 KiB** ★ | **87.9 KiB** ★ |
        | 100 | 351.6 KiB | 351.6 KiB |

        *eager · memory*

        | fetchBatchSize ↓ rows → | 1,000 | 1,000,000 |
        | :-- | --: | --: |
        | 0 | 371.1 KiB ◇ | 305.2 MiB ◇ ✗ |
        | 10 | 107.4 KiB | · |

        *eager · sqlite*

        | fetchBatchSize ↓ rows → | 1,000 | 1,000,000 |
        | :-- | --: | --: |
        | 0 | 371.1 KiB ◇ | crashed |
        | 10 | 107.4 KiB | 19.2 MiB |
        | 100 | 371.1 KiB ◇ | 19.4 MiB |
        """)
  }

  @Test func `counts what a text has no room for, and loses nothing`() {
    let page = text(Self.thousand, 120)
    #expect(page.split(separator: "\n").count < 120)
    #expect(page.contains("… and 4 more tables of each reading and the tables of trips\n"))
    #expect(page.contains("Variants: 1,000 rows, which --format html unfolds.\n"))
    let report = ReportBuilder().report(Self.thousand)
    #expect(CSVFormat().render(report).split(separator: "\n").count == 1 + 3 * 1_000)
    #expect(JSONFormat().render(report).components(separatedBy: "\"fetchBatchSize\"").count > 1_000)
    #expect(MarkdownFormat().render(report).utf8.count < 60_000)
    #expect(HTMLFormat().render(report).components(separatedBy: "class=\"facet\"").count == 1 + 20)
  }

  /// 10 variants × 10 settings × 10 sizes.
  private static let thousand = Matrix.scenario(
    variants: (1...10).map { "v\($0)" }, settings: (0..<10).map { $0 * 25 },
    sizes: (1...10).map { $0 * 1_000 }, stores: ["sqlite"])

  @Test func `has an axis of its own in a CSV`() {
    let lines = CSVFormat().render(ReportBuilder().report(Self.few)).split(separator: "\n")
    #expect(lines[0].hasSuffix(",polarity,fetchBatchSize,rows"))
    #expect(lines[1].hasSuffix(",bytes.peak,360000,bytes,less,0,1000"))
  }

  @Test func `is for more than a dozen cells that vary two things`() {
    func isGrid(_ variants: Int, _ settings: Int) -> Bool {
      CellGrid(
        Matrix.scenario(
          variants: (1...variants).map { "v\($0)" }, settings: Array(0..<settings),
          sizes: [1_000], stores: ["memory"])) != nil
    }
    #expect(isGrid(2, 7) && !isGrid(2, 6) && !isGrid(40, 1) && !isGrid(1, 40))
  }

  // MARK: - Growth

  @Test func `over sizes has a line a variant, and a picture for whatever else is varied`() throws {
    let blocks = ReportBuilder().sizes(Matrix.result)
    expectText(
      TerminalFormat().render(Report(blocks: blocks, result: RunResult(scenarios: []))),
      is: """
        How it grows with rows, in so many variants
        reading  constant  logarithmic  linear
        ──────────────────────────────────────
        peak            4            2      26
        trips          16            ·      16
        rows = 1,000, 10,000, 100,000, 1,000,000

        How it grows with rows: 64 rows, which --format html unfolds.

        """)
    guard case .more(let more)? = blocks.last, case .chart(let chart)? = more.blocks.first else {
      Issue.record("there is no picture")
      return
    }
    #expect(
      chart.panels.map(\.title).prefix(3) == [
        "fetchBatchSize=0 · memory", "fetchBatchSize=0 · sqlite", "fetchBatchSize=10 · memory",
      ])
    #expect(chart.panels.count == 8)
    for panel in chart.panels {
      #expect(panel.series.filter(\.isStrong).map(\.name) == Matrix.names)
    }
    #expect(chart.table.rows.count == 32)
    #expect(chart.summary.hasSuffix("; and 20 more lines."))
  }
}
