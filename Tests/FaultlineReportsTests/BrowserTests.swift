// Pages in a real browser: nothing is refused or complained about, nothing sticks out at any width,
// and everything can be read, reached and named.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

struct `A page in a browser` {
  private static let pages: [(name: String, text: String)] = {
    let base = RunResult(scenarios: [FirstLight.result])
    var head = base
    head.scenarios[0].trials[0].samples[0].checkpoints[2].readings[0].quantity = 20_001
    let check = ReportBuilder().report(
      Comparison(base: base, head: head), for: .check, of: head)
    let many = RunResult(scenarios: [FirstLight.result, FirstLight.hostile, Loops.result])
    return [
      ("one", HTMLFormat().render(ReportBuilder().report(FirstLight.result))),
      (
        "flames",
        HTMLFormat().render(
          ReportBuilder(flames: `A flame graph`.flames).report(FirstLight.result))
      ),
      ("loops", HTMLFormat().render(ReportBuilder().report(Loops.result))),
      ("troubled", HTMLFormat().render(`Formats that programs read`.troubled)),
      ("check", HTMLFormat().render(check)),
      ("many", HTMLFormat().render(ReportBuilder().report(many))),
      ("hostile", HTMLFormat().render(ReportBuilder().report(Hostile.result))),
      ("index", IndexPage([.init(file: "a b.html", result: Hostile.result)]).text),
    ]
  }()

  @Test func `has no complaint, and its script runs under its own policy`() throws {
    for (name, text) in Self.pages {
      guard let answer = try Browser.open(text) else { return }
      #expect(answer.complaints == [], "\(name)")
      #expect(answer.document.contains("Filter rows"), "\(name): the script did not run")
      #expect(!answer.document.contains("PWNED"), "\(name)")
    }
  }

  @Test func `fits telephones, tables and walls, in light and in dark`() throws {
    guard let problems = try Browser.problems(of: Self.pages) else { return }
    #expect(problems == "none")
  }
}
