// Sweeps as a user runs them: shards in processes of their own, faults in the middle, and the bytes of one run in the end.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

struct `The command sweep` {
  private static func planned(
    _ text: String = smallScenario(), shards: Int = 2, _ more: String...
  ) throws -> WholeProgram {
    let program = try WholeProgram(["small.yaml": text])
    let words = ["sweep", "plan", "small.yaml", "--shards", "\(shards)", "--out", "sweep"] + more
    let answer = try program.run(words)
    #expect(answer.status == 0, "\(answer.errors)")
    return program
  }

  private static func run(_ program: WholeProgram, _ words: String...) throws
    -> WholeProgram.Answer
  {
    try program.run(["sweep", "run", "sweep", "--no-progress"] + words)
  }

  /// The trial files, without those of machines.
  private static func trials(_ program: WholeProgram) -> [String] {
    program.files(in: "sweep/trials").filter { $0.hasSuffix(".jsonl") }
  }

  @Test func `merges to the bytes of one run`() throws {
    let program = try Self.planned(shards: 2, "--set", "rows=4")
    #expect(try Self.run(program, "--shard", "2/2").status == 0)
    #expect(try program.run("sweep", "status", "sweep").status == 6)
    #expect(try program.run("sweep", "merge", "sweep", "--out", "merged").status == 6)
    #expect(try Self.run(program, "--shard", "1", "--jobs", "2").status == 0)
    #expect(try program.run("sweep", "status", "sweep").status == 0)
    let merged = try program.run("sweep", "merge", "sweep", "--out", "merged", "-q")
    let plain = try program.run("run", "small.yaml", "--set", "rows=4", "--out", "plain", "-q")
    #expect(merged.status == plain.status)
    #expect(try program.text(of: "merged/small.json") == program.text(of: "plain/small.json"))
    #expect(try program.text(of: "merged/small.machine.json").contains("\"build\" : "))
  }

  @Test func `runs again what is torn or changed, and nothing else`() throws {
    let program = try Self.planned(shards: 1)
    #expect(
      try Self.run(program, "--shard", "1").errors.hasSuffix(
        "shard 1 of 1: 3 of 3 trials: 3 played\n"))
    let files = Self.trials(program)
    let whole = try files.map { try program.text(of: "sweep/trials/\($0)") }
    try program.write(String(whole[0].dropLast(30)), to: "sweep/trials/\(files[0])")
    try program.write(
      whole[1].replacing("\"passes\":2", with: "\"passes\":3"), to: "sweep/trials/\(files[1])")
    let status = try program.run("sweep", "status", "sweep")
    #expect(status.status == 6)
    #expect(status.errors.contains("it ends in the middle of a line: it was cut short"))
    #expect(status.errors.contains("a bit was flipped, or it was edited"))
    let again = try Self.run(program, "--shard", "1")
    #expect(again.status == 0)
    #expect(again.errors.hasSuffix("shard 1 of 1: 3 of 3 trials: 2 played, 1 was there\n"))
    #expect(try files.map { try program.text(of: "sweep/trials/\($0)") } == whole)
  }

  @Test func `takes a death for a result, and tries it again only when asked`() throws {
    let program = try Self.planned(
      smallScenario(step: "misbehave: exit"), shards: 1)
    let first = try Self.run(program, "--shard", "1")
    #expect(first.status == 0)
    #expect(first.errors.hasSuffix("shard 1 of 1: 3 of 3 trials: 3 played, 1 died\n"))
    #expect(try Self.run(program, "--shard", "1").errors.hasSuffix("3 were there, 1 died\n"))
    let retried = try Self.run(program, "--shard", "1", "--retry-died")
    #expect(retried.errors.hasSuffix("1 played, 2 were there, 1 died\n"))
    let merged = try program.run("sweep", "merge", "sweep", "--out", "merged")
    #expect(merged.status == 4)
    #expect(merged.output.contains("last step in pass 1: misbehave"))
  }

  @Test func `loses nothing when a file cannot be written whole`() throws {
    let program = try Self.planned(shards: 1)
    // A block has 512 bytes for this shell: less than a trial file, and more than what a trial needs.
    let full = program.shell(
      "cd \"$1\" && ulimit -f 9 && shift && exec \"$@\" 2>full.err",
      ["sweep", "run", "sweep", "--shard", "1", "--no-progress"]
    ).run()
    let errors = try program.text(of: "full.err")
    #expect(full.ending == .exited(1), "\(full) \(errors)")
    #expect(errors.contains("error: the result of 'small/"))
    #expect(errors.contains("' cannot be kept: File too large"))
    #expect(Self.trials(program) == [])
    let again = try Self.run(program, "--shard", "1")
    #expect(again.status == 0)
    #expect(Self.trials(program).count == 3)
  }

  @Test func `has one result of each cell when a shard runs twice at the same time`() throws {
    let program = try Self.planned(shards: 1)
    let line = "\"$2\" sweep run sweep --shard 1 --no-progress"
    let both = program.shell(
      "cd \"$1\" && { \(line) & \(line) & wait; } 2>both.err", []
    ).run()
    #expect(both.ending == .exited(0))
    #expect(Self.trials(program).count == 3)
    #expect(!program.files(in: "sweep/trials").contains { $0.contains(".conflict-") })
    #expect(!program.files(in: "sweep/trials").contains { $0.hasPrefix(".") })
    #expect(try program.run("sweep", "merge", "sweep", "-q").status == 0)
  }

  @Test func `says in a partial result, the JUnit file and the status what is missing`() throws {
    let program = try Self.planned(shards: 3)
    #expect(try Self.run(program, "--shard", "1").status == 0)
    let partial = try program.run(
      "sweep", "merge", "sweep", "--partial", "--format", "junit", "--out", "part")
    #expect(partial.status == 6)
    #expect(partial.output.contains("was planned, and there is no result of it"))
    #expect(program.files(in: "part").contains("small.unfinished.json"))
    let text = try program.run("report", "part/small.unfinished.json")
    #expect(text.output.contains("INCOMPLETE"))
    #expect(text.output.contains("2 of 3 variants missing"))
  }

  @Test func `refuses a plan of a newer format, one that was changed, and another one's folder`()
    throws
  {
    let program = try Self.planned()
    let plan = try program.text(of: "sweep/plan.json")
    try program.write(
      plan.replacing("\"schemaVersion\" : 1", with: "\"schemaVersion\" : 9"), to: "sweep/plan.json")
    let newer = try Self.run(program, "--shard", "1")
    #expect(newer.status == 3)
    #expect(
      newer.errors
        == "sweep/plan.json: error: this plan cannot be used: its schemaVersion is 9, and this "
        + "faultline reads up to 1\n")
    try program.write(
      plan.replacing("default: 3", with: "default: 4"), to: "sweep/plan.json")
    #expect(try Self.run(program, "--shard", "1").errors.contains("is not as it was written"))
    try program.write(plan, to: "sweep/plan.json")
    let other = try program.run(
      "sweep", "plan", "small.yaml", "--set", "rows=9", "--shards", "2", "--out", "sweep")
    #expect(other.status == 3)
    #expect(other.errors.contains("another sweep is planned in this folder"))
    let spread = try program.run(
      "sweep", "plan", "small.yaml", "--shards", "3", "--out", "sweep")
    #expect(spread.status == 0)
  }

  @Test func `carries files that a scenario names, also from above its folder`() throws {
    let text = smallScenario().replacing(
      "model: {Employee: {name: string}}", with: "model: ../models/staff.yaml")
    let program = try WholeProgram([
      "Scenarios/small.yaml": text, "models/staff.yaml": "Employee: {name: string}\n",
    ])
    #expect(
      try program.run("sweep", "plan", "Scenarios/small.yaml", "--shards", "1").status == 0)
    #expect(program.files(in: "sweep/files/1") == ["in", "models"])
    let plain = try program.run("run", "Scenarios/small.yaml", "--out", "plain", "-q")
    try FileManager.default.removeItem(at: program.folder.appending(path: "models"))
    try FileManager.default.removeItem(at: program.folder.appending(path: "Scenarios"))
    #expect(try Self.run(program, "--shard", "1").status == 0)
    #expect(try program.run("sweep", "merge", "sweep", "--out", "merged").status == plain.status)
    #expect(try program.text(of: "merged/small.json") == program.text(of: "plain/small.json"))
  }

  @Test func `has no folder of this machine in any result`() throws {
    let program = try WholeProgram([
      "small.yaml": smallScenario(step: "misbehave: exit")
    ])
    let elsewhere = try WholeProgram()
    let path = program.folder.appending(path: "small.yaml").path
    _ = try elsewhere.run("run", path, "-q", "--out", "out")
    _ = try program.run("run", "small.yaml", "-q", "--out", "out")
    let text = try elsewhere.text(of: "out/small.json")
    #expect(!text.contains(program.folder.path))
    #expect(text == (try program.text(of: "out/small.json")))
  }

  @Test func `refuses a shard that the plan has not, and options of other verbs`() throws {
    let program = try Self.planned()
    for shard in ["0", "3", "1/3"] {
      #expect(try Self.run(program, "--shard", shard).status == 3)
    }
    let wrong = try program.run("sweep", "status", "sweep", "--shard", "1")
    #expect(wrong.status == 3)
    #expect(wrong.errors.hasPrefix("faultline: --shard goes with 'sweep run'.\n"))
    let none = try program.run("sweep", "merge", "nowhere")
    #expect(none.errors.hasPrefix("nowhere/plan.json: error: there is no plan in this folder\n"))
  }
}
