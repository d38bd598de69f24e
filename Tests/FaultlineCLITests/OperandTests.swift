// Operands that no file has: a dash, a pipe, a name of one character, a pattern that fits nothing.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Glibc
import Testing

@Suite struct OperandTests {
  @Test(arguments: [
    ["run"], ["check"], ["accept"], ["plan"], ["replay"], ["report"], ["list", "scenarios"],
    ["inspect"], ["explain", "--fetch", "Employee", "--model"], ["history", "add"],
  ])
  func `a name of one character is a name like others`(command: [String]) throws {
    let program = try WholeProgram()
    for name in ["s", "é", "~", ".", "a/", "//"] {
      let answer = try program.run(command + [name])
      #expect(answer.status == 3, "\(command) \(name)")
      #expect(answer.output.isEmpty)
      #expect(!answer.errors.contains("internal"), "\(answer.errors)")
    }
    try program.write(smallScenario(), to: "s")
    let answer = try program.run("plan", "s")
    #expect(answer.status == 0, "\(answer.errors)")
  }

  @Test(arguments: [
    ["run"], ["check"], ["accept"], ["plan"], ["replay"], ["report"], ["inspect"],
    ["compare", "a"],
    ["history", "add"],
  ])
  func `an empty text is no operand`(command: [String]) throws {
    let answer = try WholeProgram().run(command + [""])
    #expect(answer.status == 3)
    #expect(answer.errors.contains("An empty text is no operand; \(command[0]) takes "))
  }

  /// Runs the program with a file on standard input.
  private func piping(
    _ file: String, into words: [String], _ program: WholeProgram
  ) throws -> WholeProgram.Answer {
    let script = #"cd "$1" && shift && exec "$@" <"# + file + " >piped.out 2>piped.err"
    let report = program.shell(script, words).run()
    guard case .exited(let status) = report.ending else {
      return .init(status: -1, output: "", errors: "\(report)")
    }
    return .init(
      status: status, output: try program.text(of: "piped.out"),
      errors: try program.text(of: "piped.err"))
  }

  @Test func `a dash is a scenario on standard input, whose files lie in the working folder`()
    throws
  {
    let own = smallScenario().replacing(
      "model: {Employee: {name: string}}", with: "model: company.yaml")
    let program = try WholeProgram([
      "own.yaml": own, "company.yaml": "Employee: {name: string}",
    ])
    let run = try piping("own.yaml", into: ["run", "-", "--no-progress", "--out", "out"], program)
    #expect(run.status == 0, "\(run.errors)")
    #expect(program.files(in: "out") == ["small.json", "small.machine.json"])
    let plan = try piping("own.yaml", into: ["plan", "-"], program)
    #expect(plan.output.hasPrefix("small: A small one\n  standard input\n"))
    let check = try piping("own.yaml", into: ["check", "-", "--quick", "-q"], program)
    #expect(check.status == 5)
    #expect(check.output.contains("faultline accept - --quick\n"))
    let replay = try piping("own.yaml", into: ["replay", "-", "--out", "page.html"], program)
    #expect(replay.status == 0, "\(replay.errors)")
    let fetch = ["explain", "--model", "-", "--fetch", "Employee"]
    #expect(try piping("own.yaml", into: fetch, program).output.contains("SELECT"))
    try program.write("faultline: 9", to: "own.yaml")
    let wrong = try piping("own.yaml", into: ["run", "-"], program)
    #expect(wrong.status == 3)
    #expect(wrong.errors.hasPrefix("standard input:1:1: error: "))
    // A file of that name has a folder before it.
    try program.write(smallScenario(), to: "-")
    #expect(try program.run("plan", "./-").status == 0)
  }

  @Test func `a pipe is waited for, and one that nothing writes to is refused`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    mkfifo(program.folder.appending(path: "pipe").path, 0o600)
    let script = #"cd "$1" && { (sleep 1; cat small.yaml) >pipe & "$2" plan pipe >plan.out; }"#
    #expect(program.shell(script, []).run().ending == .exited(0))
    #expect(try program.text(of: "plan.out").contains("3 trials of 1 scenario"))
    let lonely = try program.run("plan", "pipe")
    #expect(lonely.status == 3)
    #expect(
      lonely.errors
        == "pipe: error: this pipe is empty: nothing has written to it for 10 seconds\n")
  }

  @Test func `a pipe for a model or a store is refused, and not waited for`() throws {
    let program = try WholeProgram()
    mkfifo(program.folder.appending(path: "pipe.yaml").path, 0o600)
    for keys in [
      "model: pipe.yaml", "model: {Employee: {name: string}}\nstores: [{open: pipe.yaml}]",
      "model: /dev/zero",
    ] {
      try program.write(
        "faultline: 1\nname: a\ntitle: A\n\(keys)\nsteps: [{save: {}}]", to: "own.yaml")
      let answer = try program.run("plan", "own.yaml")
      #expect(answer.status == 3)
      #expect(answer.errors.contains("is no file of the disk"), "\(answer.errors)")
    }
  }

  @Test func `results and histories are files of the disk`() throws {
    let program = try WholeProgram()
    mkfifo(program.folder.appending(path: "pipe").path, 0o600)
    for words in [
      ["report", "pipe"], ["compare", "pipe", "/dev/zero"], ["accept", "--from", "pipe"],
      ["history", "add", "pipe"], ["history", "list", "--file", "pipe"], ["inspect", "pipe"],
    ] {
      let answer = try program.run(words)
      #expect(answer.status == 3, "\(words)")
      #expect(answer.errors.contains("file"), "\(answer.errors)")
    }
  }

  @Test(arguments: ["run", "check", "accept", "plan", "replay"])
  func `a pattern that fits no trial is a mistake, before anything runs`(command: String) throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    func errors(_ words: String...) throws -> String {
      let answer = try program.run([command, "small.yaml"] + words)
      #expect(answer.status == 3)
      #expect(answer.output.isEmpty)
      return answer.errors
    }
    #expect(
      try errors("--only", "zzz") == """
        error: no trial fits --only 'zzz'
            = known trials: small/plain, small/odd, small/last

        """)
    #expect(try errors("--only", "odd").contains("Did you mean '*odd*'?"))
    #expect(try errors("--only", "smal/*").contains("Did you mean 'small/*'?"))
    #expect(try errors("--only", "small/lats").contains("Did you mean 'small/last'?"))
    #expect(try errors("--variant", "zzz").contains("has no variant 'zzz'"))
    #expect(program.files(in: ".") == ["small.yaml"])
    if command != "replay" {
      #expect(
        try errors("--only", "small/odd", "--only", "zzz").contains("no trial fits --only 'zzz'"))
    }
  }

  @Test func `settings of a database that nobody may change are refused before anything runs`()
    throws
  {
    let text = smallScenario().replacing(
      "{undo: none}", with: "{undo: none, pragmas: {journal_mode: OFF}}")
    let program = try WholeProgram(["small.yaml": text])
    let answer = try program.run("plan", "small.yaml")
    #expect(answer.status == 3)
    #expect(
      answer.errors.contains("small.yaml:5:33: error: a database has no setting 'journal_mode'"))
    try program.write(
      text.replacing("journal_mode: OFF", with: "cache_size: 'a b'"), to: "small.yaml")
    #expect(
      try program.run("plan", "small.yaml").errors.contains(
        "'a b' is no value of the setting 'cache_size'"))
  }
}
