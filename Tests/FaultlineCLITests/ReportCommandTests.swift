// Stored results in other spellings: the same numbers, the same bytes, and a way into a folder.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

struct `faultline report` {
  @Test func `writes a stored result as the run did, in every format`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    for format in ReportFormats.all {
      let run = try program.run("run", "small.yaml", "--no-progress", "--format", format.name)
      let report = try program.run("report", "Reports/out/small.json", "--format", format.name)
      #expect(report.status == 0)
      expectText(report.output, is: run.output)
    }
  }

  @Test func `shows a time that the scenario asks for, from the file beside the result`() throws {
    let scenario = smallScenario().replacing(
      "  live: objects.live@saved", with: "  time: time.wall@saved")
    let program = try WholeProgram(["small.yaml": scenario])
    let run = try program.run("run", "small.yaml", "--no-progress")
    let stored = ["report", "Reports/out/small.json"]
    #expect(run.output.contains("≈ time"))
    #expect(run.output.contains(/plain ● +≈ [0-9.]+ .?s \((one pass|[0-9.]+–[0-9.]+)\)/))
    expectText(try program.run(stored).output, is: run.output)
    try FileManager.default.removeItem(
      at: program.folder.appending(path: "Reports/out/small.machine.json"))
    #expect(try program.run(stored).output.contains("Not shown, because it differs"))
  }

  @Test func `writes a page for each scenario and one that leads to them`() throws {
    let program = try WholeProgram([
      "a.yaml": smallScenario(name: "first"),
      "b.yaml": smallScenario(name: "second", expect: "objects.live == 1"),
    ])
    #expect(try program.run("run", "a.yaml", "b.yaml", "--no-progress").status == 2)
    let answer = try program.run("report", "Reports/out", "--out", "pages")
    #expect(answer.status == 0)
    expectText(
      answer.errors,
      is: """
        written: pages/first.html
        written: pages/second.html
        written: pages/index.html

        """)
    #expect(program.files(in: "pages") == ["first.html", "index.html", "second.html"])
    let index = try program.text(of: "pages/index.html")
    #expect(index.contains("<a href=\"./second.html\">second</a>"))
    #expect(index.contains("<td class=\"worse\">FAIL</td>"))
    #expect(try program.run("report", "Reports/out", "--out", "pages", "-q").errors == "")
    #expect(try program.text(of: "pages/index.html") == index)
    #expect(
      try program.run("report", "Reports/out", "--format", "csv", "--out", "t").status == 0)
    #expect(program.files(in: "t") == ["first.csv", "second.csv"])
  }

  @Test func `says what is wrong with what it cannot read or write`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario(), "no.json": "{}"])
    let missing = try program.run("report", "gone.json")
    #expect(missing.status == 3)
    expectText(missing.errors, is: "gone.json: error: there is no such file or folder\n")
    let compared = try program.run("compare", "gone.json", "small.yaml")
    #expect(compared.status == 3)
    expectText(compared.errors, is: "gone.json: error: there is no such file or folder\n")
    expectText(
      try program.run("compare", "gone.json", "lost.json").errors,
      is: """
        gone.json: error: there is no such file or folder
            = there is no 'lost.json' either

        """)
    #expect(try program.run("report", "no.json").status == 3)
    #expect(try program.run("report").status == 3)
    let format = try program.run("report", "no.json", "--format", "htm")
    #expect(format.status == 3)
    #expect(format.errors.contains("Did you mean 'html'?"))
    #expect(try program.run("run", "small.yaml", "--no-progress").status == 0)
    let file = try program.run("report", "Reports/out", "--out", "no.json")
    #expect(file.status == 3)
    let text = try program.text(of: "Reports/out/small.json")
    try program.write(
      text.replacing("\"name\" : \"small\"", with: "\"name\" : \"../out\""), to: "evil.json")
    let evil = try program.run("report", "evil.json", "--out", "pages")
    #expect(evil.status == 3)
    #expect(evil.errors.contains("no report can be named after the scenario"))
  }

  @Test func `leads to Markdown reports as well, and orders a run by its rules`() throws {
    let scenario = smallScenario() + "\n    because: Nobody holds them (R1)."
    let program = try WholeProgram(["small.yaml": scenario])
    let run = try program.run("run", "small.yaml", "--no-progress", "--rules")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("PASS  1 of 1 rule held · 44 not shown · 3 of 3 expectations"))
    #expect(run.output.contains("R1    small     3 of 3  objects.live == 0"))
    let stored = try program.run("report", "Reports/out", "--rules")
    expectText(stored.output, is: run.output)
    #expect(
      try program.run("report", "Reports/out", "--format", "markdown", "--out", "pages").status == 0
    )
    #expect(program.files(in: "pages") == ["README.md", "small.md"])
    #expect(try program.text(of: "pages/README.md").contains("[small](./small.md)"))
    let both = try program.run("report", "Reports/out", "--rules", "--out", "pages")
    #expect(both.status == 3)
    #expect(both.errors.hasPrefix("faultline: --rules makes one report of all, and --out one of"))
  }

  @Test func `has schemas beside it for what is read`() throws {
    let program = try WholeProgram()
    for schema in DocumentSchema.all {
      let answer = try program.run("schema", schema.name)
      #expect(answer.status == 0)
      #expect(answer.output.contains("\"$id\": \"urn:faultline:\(schema.name):\(schema.version)\""))
    }
    let wrong = try program.run("schema", "baselin")
    #expect(wrong.status == 3)
    #expect(wrong.errors.contains("Did you mean 'baseline'?"))
  }

  @Test func `gives a step summary no more than is taken`() {
    let page = String(repeating: "A line of some length that is repeated.\n", count: 40_000)
    let fitting = StepSummary.fitting(page)
    #expect(fitting.utf8.count <= StepSummary.mostBytes)
    #expect(fitting.hasSuffix("\n\nThe rest does not fit; see the report.\n"))
    #expect(StepSummary.fitting("short\n") == "short\n")
  }
}
