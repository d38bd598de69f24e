// --limit: what a pass may do at most, chosen for one run.

import FaultlineTestSupport
import Foundation
import Testing

@Suite struct `--limit` {
  private static let scenario = """
    faultline: 1
    name: limited
    title: More than it may
    model:
      Item: {name: string}
    limits: {operations: 3}
    steps:
      - insert: {entity: Item, count: 40, into: items}
    """

  @Test func `reaches plans, trials and what they film`() throws {
    let program = try WholeProgram(["limited.yaml": Self.scenario])
    let refused = try program.run("run", "limited.yaml", "--no-progress")
    #expect(refused.status == 3)
    #expect(
      refused.errors.contains("'--limit operations=30' allows it for one run"),
      "\(refused.errors)")
    for line in [
      ["plan", "limited.yaml"], ["run", "limited.yaml", "--no-progress", "--out", "out"],
      ["replay", "limited.yaml", "--no-progress"],
    ] {
      let answer = try program.run(line + ["--limit", "operations=1e3"])
      #expect(answer.status == 0, "\(line): \(answer.errors)")
    }
  }

  @Test func `beyond ten million lets a plan say how small the warm-up is`() throws {
    let large = Self.scenario.replacing(
      "limits:", with: "parameters: {rows: {type: int, default: 40, quick: 4}}\nlimits:"
    ).replacing("count: 40", with: "count: rows")
    let program = try WholeProgram(["limited.yaml": large])
    let answer = try program.run(
      "plan", "limited.yaml", "--set", "rows=2e7", "--limit", "operations=1e8")
    #expect(
      answer.output.contains("1 + 3 passes of 20,000,001 operations (5 to warm up)"),
      "\(answer.output)\(answer.errors)")
  }

  @Test func `is in the plan of a sweep, whose shards need no option`() throws {
    let program = try WholeProgram(["limited.yaml": Self.scenario])
    let planned = try program.run(
      "sweep", "plan", "limited.yaml", "--shards", "1", "--out", "sweep", "--limit",
      "operations=none")
    #expect(planned.status == 0, "\(planned.errors)")
    let shard = try program.run("sweep", "run", "sweep", "--shard", "1", "--no-progress")
    #expect(shard.status == 0, "\(shard.errors)")
  }

  @Test func `without a value is a mistake that names one`() throws {
    let program = try WholeProgram(["limited.yaml": Self.scenario])
    let answer = try program.run("plan", "limited.yaml", "--limit", "operations")
    #expect(answer.status == 3)
    #expect(
      answer.errors.contains("'operations' is not a limit such as operations=1e8."),
      "\(answer.errors)")
  }
}
