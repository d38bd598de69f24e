// Tables over axes in a real browser: the filter, its address, the shades in both lights, and telephones.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineReports

struct `A page of many cells` {
  private static let pages: [(name: String, text: String)] = [
    ("matrix", HTMLFormat().render(ReportBuilder().report(Matrix.result))),
    ("sparse", HTMLFormat().render(ReportBuilder().report(`A table of axes`.few))),
    (
      "two",
      HTMLFormat().render(
        ReportBuilder().report(RunResult(scenarios: [Cells.result, `A table of axes`.few])))
    ),
  ]

  @Test func `fits telephones, and every shade can be read in light and in dark`() throws {
    guard let problems = try Browser.problems(of: Self.pages) else { return }
    #expect(problems == "none")
  }

  @Test func `has its first table near the top, and no width of its own`() throws {
    for (name, text) in Self.pages {
      guard let places = try Browser.placesOfFirstTable(in: text, widths: [1_280, 390]) else {
        return
      }
      for place in places { #expect((100...3_000).contains(place), "\(name): \(place)") }
    }
  }

  /// What can be seen after boxes were checked: tables, rows and columns, and the address.
  private func seen(_ page: String, _ script: String) throws -> String? {
    let looking = """
      addEventListener('load', () => {
        const main = document.querySelector('.cells');
        const see = () => {
          const facets = [...main.querySelectorAll('.facet')].filter(item => !item.hidden);
          const table = facets[0].querySelector('table');
          const heads = [...table.tHead.rows[0].cells].filter(item => !item.hidden);
          const rows = [...table.tBodies[0].rows].filter(item => !item.hidden);
          const folded = [...document.querySelectorAll('details.more table')][0].tBodies[0].rows;
          return [facets.length, heads.map(item => item.textContent).join(' '),
            rows.map(item => [...item.cells].filter(cell => !cell.hidden).length).join(' '),
            [...folded].filter(item => !item.hidden).length,
            document.querySelector('.axes [role=status]').textContent, location.hash].join(' | ');
        };
        const pick = (name, value) => {
          for (const group of document.querySelectorAll('.axes fieldset'))
            if (group.querySelector('legend').textContent === name)
              for (const label of group.querySelectorAll('label'))
                if (label.textContent === value) label.querySelector('input').click();
        };
        const lines = [];
        \(script)
        const pre = document.createElement('pre');
        pre.textContent = '§' + lines.join('\\n') + '§';
        document.body.replaceChildren(pre);
      });
      """
    // The page's own policy lets no other script run.
    let policy = try #require(page.firstRange(of: "<meta http-equiv"))
    let end = try #require(page[policy.lowerBound...].firstIndex(of: ">"))
    var open = page
    open.removeSubrange(policy.lowerBound...end)
    open = open.replacing("</body>", with: "<script>\(looking)</script></body>")
    return try Browser.open(open).map { answer in
      answer.document.split(separator: "§").dropFirst().first.map {
        String($0).replacing("&amp;", with: "&")
      } ?? "nothing was seen"
    }
  }

  @Test func `shows what is chosen on each axis, and keeps it in its address`() throws {
    let found = try seen(
      Self.pages[0].text,
      """
      lines.push(see());
      pick('rows', '1,000'); pick('rows', '100,000');
      lines.push(see());
      pick('variant', 'eager'); pick('fetchBatchSize', '10');
      lines.push(see());
      document.querySelector('.axes button').click();
      lines.push(see());
      """)
    guard let found else { return }
    expectText(
      found,
      is: """
        16 | fetchBatchSize ↓ rows → 1,000 10,000 100,000 1,000,000 | 5 5 5 5 | 128 | all of them are shown | 
        16 | fetchBatchSize ↓ rows → 1,000 100,000 | 3 3 3 3 | 64 | rows 2 of 4 | #axis.rows=1000,100000
        4 | fetchBatchSize ↓ rows → 1,000 100,000 | 3 | 4 | variant 1 of 4 · fetchBatchSize 1 of 4 · rows 2 of 4 | #axis.variant=eager&axis.fetchBatchSize=10&axis.rows=1000,100000
        16 | fetchBatchSize ↓ rows → 1,000 10,000 100,000 1,000,000 | 5 5 5 5 | 128 | all of them are shown | 
        """)
  }

  @Test func `reads an address again, and leaves out what is no value of an axis`() throws {
    let found = try seen(
      Self.pages[0].text,
      """
      location.hash = '#theme=dark&axis.store=sqlite,tape&axis.colour=red&axis.rows=%E0';
      dispatchEvent(new HashChangeEvent('hashchange'));
      lines.push(see());
      pick('store', 'sqlite');
      lines.push(see());
      """)
    guard let found else { return }
    expectText(
      found,
      is: """
        8 | fetchBatchSize ↓ rows → 1,000 10,000 100,000 1,000,000 | 5 5 5 5 | 64 | store 1 of 2 | #theme=dark&axis.store=sqlite,tape&axis.colour=red&axis.rows=%E0
        16 | fetchBatchSize ↓ rows → 1,000 10,000 100,000 1,000,000 | 5 5 5 5 | 128 | all of them are shown | 
        """)
  }

  @Test func `is a plain page without scripts`() {
    let page = Self.pages[0].text
    let body = page.components(separatedBy: "<script>")[0]
    #expect(!body.contains("<fieldset") && !body.contains("class=\"axes\""))
    #expect(!body.contains("style=\""))
    #expect(body.components(separatedBy: "<div class=\"facet\"").count == 1 + 16)
    #expect(body.contains("<summary dir=\"auto\">Variants: 128 rows</summary>"))
    #expect(page == HTMLFormat().render(ReportBuilder().report(Matrix.result)))
  }
}
