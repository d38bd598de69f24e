// Accepting from the outside: what was run is replaced, everything else stays, and the sizes do not meet.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

struct `Accepting` {
  /// What 'faultline new' writes: it has 'behaves' and 'data'.
  private static func template() throws -> WholeProgram {
    let program = try WholeProgram(["Scenarios/keep.txt": ""])
    let script = #"cd "$1/Scenarios" && "$2" new mine -q"#
    #expect(program.shell(script, []).run().ending == .exited(0))
    return program
  }

  private static let baseline = "Reports/baselines/mine.json"

  private static func count(_ word: String, in program: WholeProgram) throws -> Int {
    try program.text(of: baseline).ranges(of: word).count
  }

  @Test func `one variant keeps the baselines of the others`() throws {
    let program = try Self.template()
    #expect(try program.run("accept", "-q", "--no-progress").status == 0)
    let before = try program.text(of: Self.baseline)
    let all = try Self.count("\"variant\"", in: program)
    #expect(all > 1)
    let one = try program.run(
      "accept", "-q", "--no-progress", "Scenarios/mine.yaml", "--quick", "--variant", "weak")
    #expect(one.status == 0)
    #expect(try program.text(of: Self.baseline) == before)
    #expect(try program.run("check", "-q", "--no-progress", "--strict").status == 0)
  }

  @Test func `on a second kind of machine keeps what the first measured`() throws {
    let program = try Self.template()
    _ = try program.run("accept", "-q", "--no-progress")
    var text = try program.text(of: Self.baseline)
    text.replace(try Regex(#""architecture" : "[a-z0-9_]+""#), with: #""architecture" : "arm64""#)
    try program.write(text, to: Self.baseline)
    #expect(try program.run("accept", "-q", "--no-progress").status == 0)
    #expect(try Self.count("\"architecture\" : \"arm64\"", in: program) == 1)
    #expect(try Self.count("\"architecture\"", in: program) == 2)
    #expect(try program.run("check", "-q", "--no-progress", "--strict").status == 0)
  }

  @Test func `a check in the other size is refused before anything runs, with the flag to add`()
    throws
  {
    let program = try Self.template()
    _ = try program.run("accept", "-q", "--no-progress")
    let refused = try program.run(
      "check", "-q", "--no-progress", "Scenarios/mine.yaml", "--out", "o")
    #expect(refused.status == 3)
    #expect(refused.output.isEmpty)
    #expect(
      refused.errors.contains("faultline check Scenarios/mine.yaml --quick"), "\(refused.errors)")
    #expect(
      try program.run("check", "-q", "--no-progress", "Scenarios/mine.yaml", "--quick").status == 0)
    // Both sizes side by side: neither takes the place of the other.
    #expect(
      try program.run("accept", "-q", "--no-progress", "Scenarios/mine.yaml").status == 0)
    #expect(try Self.count("\"size\" : \"full\"", in: program) == 1)
    #expect(try Self.count("\"size\" : \"quick\"", in: program) == 1)
    #expect(try program.run("check", "-q", "--no-progress", "--strict").status == 0)
    #expect(
      try program.run("check", "-q", "--no-progress", "--strict", "Scenarios/mine.yaml").status == 0
    )
  }

  @Test func `pruning is of a whole run alone`() throws {
    let program = try Self.template()
    let answer = try program.run("accept", "--prune", "--variant", "weak")
    #expect(answer.status == 3)
    #expect(answer.errors.contains("--prune removes what a whole run does not have"))
  }

  @Test func `a result of one variant prunes no other that the scenario has`() throws {
    let program = try WholeProgram(["Scenarios/small.yaml": smallScenario()])
    #expect(try program.run("accept", "-q", "--no-progress").status == 0)
    let baseline = "Reports/baselines/small.json"
    let before = try program.text(of: baseline)
    // A variant that the scenario does not have any more, beside those that it has.
    try program.write(
      smallScenario().replacing("  last: {}", with: "  last: {}\n  gone: {}"),
      to: "Scenarios/small.yaml")
    #expect(try program.run("accept", "-q", "--no-progress").status == 0)
    #expect(try program.text(of: baseline).contains("small/gone"))
    try program.write(smallScenario(), to: "Scenarios/small.yaml")
    _ = try program.run(
      "run", "Scenarios/small.yaml", "-q", "--no-progress", "--quick", "--variant", "odd")
    let pruned = try program.run("accept", "-q", "--prune", "--from", "Reports/out/small.json")
    #expect(pruned.status == 0, "\(pruned)")
    #expect(try program.text(of: baseline) == before)
  }

  @Test func `the gate of a project is that of each scenario`() throws {
    let program = try WholeProgram([
      "Scenarios/small.yaml": smallScenario(),
      "faultline.yaml": """
      faultline: 1
      gate:
        metrics: [sql.statements, objects.registered]
        warn: {objects.live@saved: 4}
      """,
    ])
    let accepted = try program.run("accept", "--no-progress")
    #expect(accepted.status == 0, "\(accepted)")
    #expect(accepted.output.contains("above the soft limit of 4"), "\(accepted.output)")
    let text = try program.text(of: "Reports/baselines/small.json")
    #expect(text.contains("\"objects.registered\" : 5"))
    try program.write(
      text.replacing("\"objects.registered\" : 5", with: "\"objects.registered\" : 4"),
      to: "Reports/baselines/small.json")
    #expect(try program.run("check", "--no-progress", "--strict").status == 2)
    try program.write("faultline: 1\ngate: {metrics: [time.wall]}", to: "faultline.yaml")
    let wrong = try program.run("check", "--no-progress")
    #expect(wrong.status == 3)
    #expect(wrong.errors.contains("faultline.yaml:2:"), "\(wrong.errors)")
    #expect(wrong.errors.contains("it informs and cannot gate"))
  }
}

struct `A tolerance in a scenario` {
  private func check(_ line: String) throws -> WholeProgram.Answer {
    let program = try WholeProgram(["s.yaml": smallScenario() + "\n  - \(line)\n"])
    return try program.run("plan", "s.yaml")
  }

  @Test func `matches something that gates, or adds an exact metric that it names`() throws {
    #expect(try check("{baseline: 'objects.*', tolerance: 1}").status == 0)
    #expect(try check("{baseline: alloc.count, tolerance: 2 %}").status == 0)
    let nothing = try check("{baseline: 'undo.*', tolerance: 1}")
    #expect(nothing.status == 3)
    #expect(nothing.errors.contains("'undo.*' matches nothing that gates this scenario"))
    let time = try check("{baseline: time.wall, tolerance: 1}")
    #expect(time.status == 3)
    #expect(time.errors.contains("it informs and cannot gate"))
  }
}

struct `One verdict` {
  private static let nested = """
    faultline: 1
    name: nested
    title: A child saves through its parent
    behaves: core-data
    context: {undo: none, queue: main}
    model:
      Contact: {name: string}
    data:
      seed: 5
      Contact: {count: 10, set: {name: words(2)}}
    steps:
      - context: {name: form, parent: main}
      - in: form
        steps:
          - fetch: {entity: Contact, limit: 1, into: edited}
          - release: edited
      - close: form
      - checkpoint: done
    expect:
      - that: objects.live@done == 0
    """

  @Test
  func
    `is that of run, check, accept, sweep and report, and what another value breaks is undecided`()
    throws
  {
    let program = try WholeProgram(["nested.yaml": Self.nested])
    let run = try program.run(
      "run", "nested.yaml", "-q", "--bands", "--format", "brief", "--format", "junit=j.xml")
    #expect(run.status == 0, "\(run)")
    #expect(run.output.hasPrefix("PASS  "))
    #expect(run.output.contains("1 undecided"), "\(run.output)")
    #expect(run.output.contains("undecided: nested: objects.live@done == 0: "))
    #expect(try program.text(of: "j.xml").contains("<skipped message=\"undecided: "))
    #expect(try program.run("accept", "nested.yaml", "-q").status == 0)
    #expect(try program.run("check", "nested.yaml", "-q", "--strict").status == 0)
    #expect(try program.run("report", "Reports/out/nested.json", "-q").status == 0)
    _ = try program.run("sweep", "plan", "nested.yaml", "--shards", "1", "--out", "sw")
    _ = try program.run("sweep", "run", "sw", "--shard", "1", "-q")
    #expect(try program.run("sweep", "merge", "sw", "--out", "m", "-q").status == 0)
  }

  @Test func `is on every page that a check writes`() throws {
    let program = try WholeProgram(["Scenarios/small.yaml": smallScenario()])
    _ = try program.run("accept", "-q")
    let more = smallScenario().replacing("odd: {rows: 5}", with: "odd: {rows: 7}")
    try program.write(more, to: "Scenarios/small.yaml")
    let answer = try program.run(
      "check", "-q", "--format", "brief", "--format", "html=pages/", "--format", "html=one.html",
      "--format", "markdown=md/")
    #expect(answer.status == 2)
    #expect(answer.output.hasPrefix("REGRESSED  "))
    for file in ["pages/index.html", "pages/small.html", "one.html", "md/README.md", "md/small.md"]
    {
      let text = try program.text(of: file)
      #expect(text.contains("REGRESSED"), "\(file)")
      #expect(!text.contains("PASS"), "\(file)")
    }
    #expect(try program.text(of: "md/small.md").contains("rows was 5 and is 7"))
  }
}

struct `A command that a report suggests` {
  /// The commands behind these words.
  private static func commands(_ beginning: String, in text: String) -> [String] {
    text.components(separatedBy: "\n").filter { $0.hasPrefix(beginning) }
      .map { String($0.dropFirst(beginning.count)) }
  }

  private static func paste(_ command: String, in program: WholeProgram) -> (Int, String) {
    let line = command.replacing("faultline ", with: "'\(WholeProgram.executable)' ")
    let script = #"cd "$1" && export CI=true && eval "$3" >pasted.txt 2>&1"#
    let report = program.shell(script, [line]).run()
    guard case .exited(let status) = report.ending else { return (-1, "\(report)") }
    return (status, (try? program.text(of: "pasted.txt")) ?? "")
  }

  @Test func `to see more shows the same verdict, also where results of other scenarios are there`()
    throws
  {
    let scenarios = try ChangedScenarios("editing", "nested-edit")
    #expect(try scenarios.check().status == 0)
    try scenarios.apply("01-more-levels")
    let (status, lines) = try scenarios.check()
    let more = try #require(Self.commands("more: ", in: lines.joined(separator: "\n")).first)
    let (again, text) = Self.paste(more, in: scenarios.program)
    #expect(again == status, "\(more)")
    #expect(text.hasPrefix("REGRESSED  "), "\(text)")
    // A scenario that is gone leaves a result behind, which no command shows.
    try scenarios.apply("04-deleted")
    let gone = try scenarios.check()
    for command in Self.commands("more: ", in: gone.lines.joined(separator: "\n")) {
      let (status, text) = Self.paste(command, in: scenarios.program)
      #expect(status == gone.status)
      #expect(text.components(separatedBy: "\n")[0] == gone.lines[0])
    }
  }

  @Test func `before anything was accepted, shows the run`() throws {
    let program = try WholeProgram(["Scenarios/small.yaml": smallScenario()])
    let answer = try program.run("check", "-q", "--format", "brief")
    #expect(answer.status == 5)
    let more = try #require(Self.commands("more: ", in: answer.output).first)
    #expect(Self.paste(more, in: program).0 == 0, "\(more)")
    let accept = try #require(Self.commands("accept: ", in: answer.output).first)
    #expect(Self.paste(accept, in: program).0 == 0)
    #expect(try program.run("check", "-q", "--strict").status == 0)
  }

  @Test func `to accept makes the same check pass strictly`() throws {
    let scenarios = try ChangedScenarios("editing", "import-batches")
    try scenarios.apply("01-more-levels")
    try scenarios.apply("02-undo-limited")
    let lines = try scenarios.check().lines
    let accept = try #require(Self.commands("accept: ", in: lines.joined(separator: "\n")).first)
    #expect(Self.paste(accept, in: scenarios.program).0 == 0)
    #expect(try scenarios.check("--strict").status == 0)
  }

  @Test func `to check or accept the right size does so`() throws {
    let scenarios = try ChangedScenarios("editing")
    let refused = try scenarios.program.run("check", "-q", "Scenarios/editing.yaml")
    #expect(refused.status == 3)
    let add = try #require(Self.commands("    = add --quick: ", in: refused.errors).first)
    #expect(Self.paste(add, in: scenarios.program).0 == 0, "\(add)")
    let accept = try #require(
      Self.commands("    = or accept the full size too: ", in: refused.errors).first)
    #expect(Self.paste(accept, in: scenarios.program).0 == 0, "\(accept)")
    #expect(try scenarios.program.run("check", "-q", "Scenarios/editing.yaml").status == 0)
    #expect(try scenarios.check("--strict").status == 0)
  }

  @Test(arguments: [
    (false, ["bring it back: "]), (false, ["or remove it: ", "and accept anew: "]),
    (true, ["take one side: ", "and accept: "]),
  ])
  func `against a broken baseline mends it`(isConflict: Bool, beginnings: [String]) throws {
    let scenarios = try ChangedScenarios("editing")
    let path = "Reports/baselines/editing.json"
    let base = #"""
      cd "$1" && git init -q . && git config user.email a@b && git config user.name a \
      && git add . && git commit -qm base
      """#
    // Both sides change one line, each in its own way.
    let merge = #"""
      git checkout -qb theirs && sed -i 's/"size" : /"size" :  /' "$3" && git commit -qam theirs \
      && git checkout -q - && sed -i 's/"size" : /"size"  : /' "$3" && git commit -qam ours \
      && ! git merge -q theirs >/dev/null 2>&1
      """#
    let script = isConflict ? "\(base) && \(merge)" : base
    #expect(scenarios.program.shell(script, [path]).run().ending == .exited(0))
    if !isConflict { try scenarios.program.write("{", to: path) }
    let broken = try scenarios.program.run("check", "-q")
    #expect(broken.status == 3, "\(broken)")
    for beginning in beginnings {
      let command = try #require(
        Self.commands("    = \(beginning)", in: broken.errors).first, "\(broken.errors)")
      #expect(Self.paste(command, in: scenarios.program).0 == 0, "\(command)")
    }
    #expect(try scenarios.check("--strict").status == 0)
  }

  @Test func `against what is gone removes it`() throws {
    let scenarios = try ChangedScenarios("editing", "nested-edit")
    try scenarios.apply("04-deleted")
    let report = try scenarios.program.run("check", "-q")
    #expect(report.output.contains("remove its baseline: faultline accept --prune"))
    #expect(Self.paste("faultline accept --prune", in: scenarios.program).0 == 0)
    #expect(try scenarios.check("--strict").status == 0)
  }
}
