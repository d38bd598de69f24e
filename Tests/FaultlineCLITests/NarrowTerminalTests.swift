// The report where there is little room and no colour, and sizes given on the command line.

import Foundation
import Testing

@Suite struct NarrowTerminalTests {
  @Test(arguments: [40, 60, 80, 120, 200])
  func `no line of a report is wider than the terminal`(width: Int) throws {
    let scenario = smallScenario().replacing("live: ", with: "objects that are alive: ")
      .replacing("title: A small one", with: "title: \(String(repeating: "long and ", count: 20))")
    let program = try WholeProgram(["small.yaml": scenario])
    let answer = try program.run(
      ["run", "small.yaml", "--no-progress", "--set", "rows=1e3", "--out", "out"],
      environment: ["COLUMNS": "\(width)"])
    #expect(answer.status == 0)
    let lines = answer.output.split(separator: "\n")
    #expect(lines.contains { $0.contains("rows =") })
    #expect(lines.contains { $0.contains("1,000") })
    for line in lines { #expect(line.count <= width, "\(line)") }
  }

  @Test func `colour is written where it is asked for, and never with NO_COLOR alone`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let run = ["run", "small.yaml", "--no-progress", "--out", "out"]
    let plain = try program.run(run, environment: ["NO_COLOR": "1"])
    let colored = try program.run(run + ["--color", "always"])
    #expect(!plain.output.contains("\u{1B}"))
    #expect(colored.output.contains("\u{1B}["))
    #expect(colored.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.output)
  }

  @Test func `progress is a line a variant where nobody watches, or none`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let run = ["run", "small.yaml", "--out", "out"]
    #expect(
      try program.run(run).errors == """
        [1/3] small · plain
        [2/3] small · odd
        [3/3] small · last

        """)
    #expect(try program.run(run + ["--quiet"]).errors == "")
    #expect(
      try program.run(run + ["--variant", "odd", "--variant=last"]).errors == """
        [1/2] small · odd
        [2/2] small · last

        """)
  }

  @Test func `a variant may be named like an option`() throws {
    let program = try WholeProgram([
      "small.yaml": smallScenario().replacing("odd:", with: "--quick:")
    ])
    let answer = try program.run(
      "run", "small.yaml", "--no-progress", "--variant=--quick", "--set=rows=7", "--out", "out")
    #expect(answer.status == 0, "\(answer)")
    #expect(answer.output.contains("--quick"))
  }
}
