// The gate of a build from the outside: accept, check, compare, with every status that they end with.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

struct `The gate` {
  private let program: WholeProgram

  init() throws { program = try WholeProgram(["Scenarios/small.yaml": smallScenario()]) }

  private var baseline: String { "Reports/baselines/small.json" }

  private func check(_ words: String...) throws -> WholeProgram.Answer {
    try program.run(["check", "--no-progress"] + words)
  }

  /// Replaces a text in the baseline; there must be one.
  private func changeBaseline(_ text: String, to other: String) throws {
    let old = try program.text(of: baseline)
    #expect(old.contains(text))
    try program.write(old.replacing(text, with: other, maxReplacements: 1), to: baseline)
  }

  @Test func `ends with 5 before anything was accepted, and says what to do`() throws {
    let answer = try check()
    #expect(answer.status == 5)
    #expect(answer.output.hasPrefix("NOT COMPARED  3 of 3 variants not compared\n"))
    #expect(answer.output.contains("no baseline: small/plain, small/odd, small/last"))
    #expect(answer.output.hasSuffix("\n  faultline accept Scenarios/small.yaml --quick\n"))
  }

  @Test func `says how to accept a run with all its choices, to be pasted`() throws {
    try program.write(smallScenario(name: "spaced"), to: "Scenarios/a b's.yaml")
    let answer = try check(
      "Scenarios/small.yaml", "Scenarios/a b's.yaml", "--set", "rows=4", "--variant", "plain",
      "--variant=odd", "--repeats=1", "--format", "markdown", "-q", "--only=*")
    let command = try #require(
      answer.output.components(separatedBy: "```sh\n").last?.components(separatedBy: "\n").first)
    #expect(
      command
        == #"faultline accept Scenarios/small.yaml 'Scenarios/a b'\''s.yaml' --variant plain --variant odd "#
        + #"--only '*' --set rows=4 --repeats 1"#)
    let script = #"cd "$1" && eval "$3" >accepted.txt 2>&1"#
    let pasted = command.replacing("faultline accept", with: "'\(WholeProgram.executable)' accept")
    #expect(program.shell(script, [pasted]).run().ending == .exited(0))
    #expect(
      try check(
        "Scenarios/small.yaml", "Scenarios/a b's.yaml", "--set", "rows=4", "--variant", "plain",
        "--variant=odd", "--repeats=1"
      ).status == 0)
  }

  @Test func `ends with 0 where nothing changed, and accepting again changes no byte`() throws {
    let first = try program.run("accept", "--no-progress")
    #expect(first.output.hasPrefix("ACCEPTED  first baseline of 3 variants\n"))
    let before = try program.text(of: baseline)
    let answer = try check("--strict")
    #expect(answer.status == 0)
    #expect(answer.output.hasPrefix("UNCHANGED  "))
    #expect(try program.run("accept", "--no-progress").output.hasPrefix("ACCEPTED  "))
    #expect(try program.text(of: baseline) == before)
  }

  @Test func `ends with 2 for a unit too many, and strictly for one too few`() throws {
    #expect(try program.run("accept", "--no-progress").status == 0)
    // The variant odd has five objects at the checkpoint.
    try changeBaseline("\"objects.live\" : 5", to: "\"objects.live\" : 4")
    let worse = try check()
    #expect(worse.status == 2)
    #expect(worse.output.hasPrefix("REGRESSED  1 worse · "))
    #expect(worse.output.contains("small/odd  objects.live@saved   4 → 5      +1  (+25.0 %)  ▲"))
    let folder = "Reports/out"
    #expect(try program.run("compare", "Reports/baselines", folder).status == 2)
    try changeBaseline("\"objects.live\" : 4", to: "\"objects.live\" : 6")
    #expect(try check().status == 0)
    #expect(try check("--strict").status == 2)
    #expect(try program.run("compare", "--strict", "Reports/baselines", folder).status == 2)
  }

  @Test func `lets pass what the scenario tolerates`() throws {
    let tolerant = smallScenario() + "\n  - {baseline: 'objects.*', tolerance: 1}\n"
    try program.write(tolerant, to: "Scenarios/small.yaml")
    #expect(try program.run("accept", "--no-progress").status == 0)
    try changeBaseline("\"objects.live\" : 5", to: "\"objects.live\" : 4")
    let answer = try check("--strict")
    #expect(answer.status == 0)
    #expect(answer.output.contains("1 within tolerance"))
  }

  @Test func `of another machine compares the heap coarsely, and keeps both`() throws {
    try program.write(
      smallScenario() + "\ngate: {metrics: [bytes.live, wal.bytes]}\n", to: "Scenarios/small.yaml")
    #expect(try program.run("accept", "--no-progress").status == 0)
    try changeBaseline("\"pageSize\" : 4096", to: "\"pageSize\" : 16384")
    let there = try check()
    #expect(there.status == 0)
    #expect(there.output.hasPrefix("UNCHANGED IN PART\n  another machine measured the baseline ("))
    let strict = try check("--strict", "--format", "junit")
    #expect(strict.status == 2)
    #expect(
      strict.output.contains(
        "readings not compared to the unit: the page size was 16384 and is 4096"))
    #expect(there.output.contains("the page size was 16384 and is 4096"))
    #expect(try program.run("accept", "--no-progress").status == 0)
    let both = try program.text(of: baseline)
    #expect(both.contains("\"pageSize\" : 16384") && both.contains("\"pageSize\" : 4096"))
    #expect(try check("--strict").output.hasPrefix("UNCHANGED  "))
  }

  @Test func `compares other work, says what changed, and fails until it is accepted`() throws {
    #expect(try program.run("accept", "--no-progress").status == 0)
    let more = smallScenario().replacing("count: rows,", with: "count: rows + 1,")
    try program.write(more, to: "Scenarios/small.yaml")
    let answer = try check()
    #expect(answer.status == 2)
    #expect(answer.output.hasPrefix("REGRESSED  "))
    #expect(answer.output.contains("3 of 3 variants with other work"))
    #expect(answer.output.contains("the scenario's steps changed"))
    #expect(answer.output.contains("▲ worse, other work"))
    let warned = try check("--across-changes", "warn")
    #expect(warned.status == 0)
    #expect(warned.output.hasPrefix("CHANGED  ") && warned.output.contains("got worse"))
    let allowed = try check("--across-changes=allow")
    #expect(allowed.status == 0)
    #expect(!allowed.output.contains("got worse"))
    let junit = try check("--format", "junit")
    #expect(junit.output.contains("<failure message=\"the scenario"))
    #expect(try check("--set", "rows=4").output.contains("rows was 3 and is 4"))
    #expect(try program.run("accept", "--no-progress").status == 0)
    #expect(try check("--strict").status == 0)
  }

  @Test func `takes a note or a question between steps for the same work`() throws {
    #expect(try program.run("accept", "--no-progress").status == 0)
    let explained = smallScenario().replacing(
      "    - checkpoint: saved",
      with: """
            - note: All are saved now.
            - question: How many are left?
              answer: All of them.
            - checkpoint: saved
        """)
    try program.write(explained, to: "Scenarios/small.yaml")
    let answer = try check("--strict")
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
    #expect(answer.output.hasPrefix("UNCHANGED  "))
  }

  @Test func `misses a scenario that is gone, or has another name`() throws {
    try program.write(smallScenario(name: "other"), to: "Scenarios/other.yaml")
    #expect(try program.run("accept", "--no-progress").status == 0)
    try FileManager.default.removeItem(
      at: program.folder.appending(path: "Scenarios/other.yaml"))
    let gone = try check()
    #expect(gone.status == 0)
    #expect(gone.output.hasPrefix("CHANGED  "))
    #expect(gone.output.contains("gone: the scenario other, whose baseline is still there"))
    #expect(gone.output.contains("remove its baseline: faultline accept --prune"))
    #expect(!gone.output.contains("If this is meant"))
    #expect(try check("--strict").status == 2)
    #expect(try check("--strict", "Scenarios").status == 2)
    #expect(try check("--strict", program.folder.appending(path: "Scenarios").path).status == 2)
    // A run of one file or of some variants does not ask for the others.
    #expect(try check("--strict", "Scenarios/small.yaml", "--quick").status == 0)
    #expect(try check("--strict", "--variant", "odd").status == 0)
    try program.write(smallScenario(name: "renamed"), to: "Scenarios/small.yaml")
    let renamed = try check("Scenarios/small.yaml")
    #expect(renamed.status == 5)
    #expect(renamed.output.contains("gone: the scenario small, whose baseline"))
  }

  @Test func `of two results, breaks where the later one has broken an expectation`() throws {
    #expect(try program.run("accept", "--no-progress").status == 0)
    try program.write(smallScenario(expect: "objects.live == 1"), to: "Scenarios/small.yaml")
    #expect(try check().status == 2)
    let comment = try program.run(
      "compare", "Reports/baselines", "Reports/out", "--format", "markdown")
    #expect(comment.status == 2)
    #expect(comment.output.contains("FAIL"))
    #expect(comment.output.contains("objects.live == 1"))
  }

  @Test func `says which owners grew, and than what, of two results and of one`() throws {
    let base = smallScenario()
    try program.write(
      base.replacing("odd: {rows: 5}", with: "odd: {rows: 5000}"), to: "Scenarios/small.yaml")
    _ = try program.run("run", "Scenarios/small.yaml", "--no-explain", "-q", "--out", "base")
    try program.write(
      base.replacing("odd: {rows: 5}", with: "odd: {rows: 9000}"), to: "Scenarios/small.yaml")
    _ = try program.run("run", "Scenarios/small.yaml", "--no-explain", "-q", "--out", "head")
    let two = try program.run("compare", "base", "head", "--format", "markdown")
    #expect(two.output.contains("Owners of the bytes, against the base"))
    #expect(two.output.contains("more than the base"))
    let back = try program.run("compare", "head", "base", "--format", "markdown")
    #expect(back.output.contains("less than the base"))
    #expect(!back.output.contains("more than the base"))
    let one = try program.run("compare", "head", "--format", "markdown")
    #expect(one.status == 0)
    #expect(one.output.contains("Owners of the bytes, against the reference"))
    #expect(one.output.contains("more than 'plain'"))
    let json = try program.run("compare", "head", "--format", "json").output
    #expect(json.contains("\"reference\" : \"small/plain\"") && json.contains("\"owners\" : {"))
    #expect(
      try program.run("run", "Scenarios/small.yaml", "-q", "--no-explain", "--format", "html")
        .output.contains("Owners against the reference"))
    let strict = try program.run("compare", "head", "--strict")
    #expect(strict.status == 3)
    #expect(strict.errors.contains("--strict goes with two results, and this is one."))
  }

  @Test func `ends with 2 for a broken expectation, and accepts none without force`() throws {
    try program.write(smallScenario(expect: "objects.live == 1"), to: "Scenarios/small.yaml")
    let refused = try program.run("accept", "--no-progress")
    #expect(refused.status == 2)
    #expect(refused.errors.hasSuffix("--force accepts it as it is.\n"))
    #expect(program.files(in: "Reports/baselines") == [])
    #expect(try program.run("accept", "--no-progress", "--force").status == 0)
    #expect(try check().status == 2)
  }

  @Test func `ends with 3 for a baseline that is none`() throws {
    try program.write("{}", to: baseline)
    let answer = try check()
    #expect(answer.status == 3)
    #expect(
      answer.errors.contains("\nReports/baselines/small.json: error: this baseline cannot"))
  }

  @Test func `ends with 3 where baselines cannot be distinguished from what is broken`() throws {
    #expect(try program.run("accept", "--no-progress").status == 0)
    let file = try check("--baselines", baseline)
    #expect(file.status == 3)
    #expect(file.errors.hasPrefix("Reports/baselines/small.json: error: baselines are kept in a"))
    // What belongs to somebody else is left alone; what may be the baseline of a lost scenario is not.
    try program.write(#"{"name": "mine"}"#, to: "Reports/baselines/mine.json")
    #expect(try check("--strict").status == 0)
    try program.write(#"{"baseline": "lost", "#, to: "Reports/baselines/lost.json")
    let lost = try check()
    #expect(lost.status == 3)
    #expect(lost.errors.contains("Reports/baselines/lost.json:1: error: this baseline cannot"))
  }

  @Test func `a baseline knows its scenario by a path of the repository, or by none`() throws {
    func accepted(_ operand: String) throws -> Bool {
      #expect(try program.run("accept", operand, "-q").status == 0)
      return try program.text(of: baseline).contains(#""file" : "Scenarios/small.yaml""#)
    }
    #expect(try accepted("Scenarios/small.yaml"))
    #expect(try accepted("./Scenarios//../Scenarios/small.yaml"))
    #expect(try accepted(program.folder.appending(path: "Scenarios/small.yaml").path))
    // A text without a file leaves the path that is known.
    let script = #"cd "$1" && "$2" accept - -q <Scenarios/small.yaml"#
    #expect(program.shell(script, []).run().ending == .exited(0))
    #expect(try program.text(of: baseline).contains(#""file" : "Scenarios/small.yaml""#))
    try FileManager.default.removeItem(at: program.folder.appending(path: baseline))
    #expect(program.shell(script, []).run().ending == .exited(0))
    #expect(try !program.text(of: baseline).contains(#""file""#))
  }

  @Test func `writes for build servers what it says to people`() throws {
    #expect(try program.run("accept", "--no-progress").status == 0)
    try changeBaseline("\"objects.live\" : 5", to: "\"objects.live\" : 4")
    let junit = try check("--format", "junit")
    #expect(junit.status == 2)
    #expect(
      junit.output.contains("<failure message=\"1 reading is worse: objects.live@saved 4 → 5"))
    let page = try check("--format", "html")
    #expect(page.output.contains("The run of small"))
    try program.write("", to: "summary.md")
    let github = try program.run(
      ["check", "--no-progress", "--format", "github"],
      environment: ["GITHUB_STEP_SUMMARY": "summary.md"])
    #expect(github.output.hasPrefix("::error file=Scenarios/small.yaml,line=1,col=1,title="))
    #expect(
      try program.text(of: "summary.md").hasPrefix("<!-- faultline: Scenarios -->\n"))
    let nowhere = try program.run(
      ["check", "--no-progress", "--format", "github"],
      environment: ["GITHUB_STEP_SUMMARY": "no/summary.md"])
    #expect(nowhere.status == 2)
    #expect(nowhere.errors.contains("the step summary 'no/summary.md' cannot be written"))
  }
}
