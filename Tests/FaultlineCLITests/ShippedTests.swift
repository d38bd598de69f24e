// Scenarios that come with the program, where there is nothing else.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Glibc
import Testing

@testable import FaultlineCLI
@testable import FaultlineExperiments

@Suite struct `Shipped scenarios` {
  /// The program as a package installs it: it, and a folder beside it, in a place that may not be written to.
  private func installed() throws -> (program: WholeProgram, path: String) {
    let program = try WholeProgram()
    let tree = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let root = program.folder.appending(path: "usr")
    let files = FileManager.default
    for folder in ["bin", "share/faultline"] {
      try files.createDirectory(
        at: root.appending(path: folder), withIntermediateDirectories: true)
    }
    try files.copyItem(
      at: URL(filePath: WholeProgram.executable), to: root.appending(path: "bin/faultline"))
    try files.copyItem(
      at: tree.appending(path: "Scenarios"), to: root.appending(path: "share/faultline/Scenarios"))
    return (program, root.appending(path: "bin/faultline").path)
  }

  /// Runs a script in the empty folder `away`, without HOME, where `faultline` is the installed program.
  private func away(
    _ program: WholeProgram, _ path: String, _ script: String
  ) throws -> (status: Int, output: String) {
    let begin =
      #"cd "$1" && mkdir -p away && cd away && f=$3 && faultline() { "$f" "$@"; } && unset HOME"#
    let child = program.shell("\(begin)\n{ \(script)\n} >../out 2>&1 </dev/null", [path])
    let ending = child.run().ending
    guard case .exited(let status) = ending else { return (-1, "") }
    return (status, try program.text(of: "out"))
  }

  @Test func `run, plan, replay, check and are listed with no tree around them`() throws {
    let (program, path) = try installed()
    let answer = try away(
      program, path,
      """
      faultline run --shipped first-light --quick -q &&
      faultline plan --shipped first-light --shipped n-plus-one --quick | tail -n 1 &&
      faultline accept --shipped first-light --quick -q >/dev/null &&
      faultline check --shipped first-light --quick -q | head -n 1 &&
      faultline replay --shipped first-light -q && ls Reports/out &&
      faultline list scenarios --shipped | head -n 1 && faultline new mine --from first-light &&
      faultline run mine.yaml --quick -q | head -n 1
      """)
    #expect(answer.status == 0, "\(answer.output)")
    let lines = answer.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("shipped/first-light.yaml · rules R1 R4 C1 C2 C3 · employees = 400"))
    #expect(
      lines.contains("10 trials of 2 scenarios")
        || lines.contains { $0.hasSuffix(" of 2 scenarios") })
    #expect(lines.contains { $0.hasPrefix("UNCHANGED") })
    for file in ["first-light.json", "first-light.machine.json", "first-light.replay.html"] {
      #expect(lines.contains(file))
    }
    #expect(lines.contains { $0.hasPrefix("garbage-collected ") })
    #expect(lines.contains("mine.yaml is there. Run it: faultline run mine.yaml"))
    // Their files are called the same on every machine.
    let result = try program.text(of: "away/Reports/out/first-light.json")
    #expect(result.contains(#""file" : "shipped/first-light.yaml""#))
    #expect(!result.contains(program.folder.path))
  }

  @Test func `are found by a pattern, and a wrong name is reported with the nearest`() throws {
    let program = try WholeProgram()
    let rules = try program.run("plan", "--shipped", "rules/*", "--quick")
    #expect(rules.status == 0, "\(rules.errors)")
    #expect(rules.output.contains("shipped/rules/n-plus-one.yaml\n"))
    #expect(!rules.output.contains("first-light"))
    let wrong = try program.run("run", "--shipped", "first-ligth")
    #expect(wrong.status == 3)
    expectText(
      wrong.errors,
      is: """
        --shipped: error: no scenario that comes with faultline fits 'first-ligth'. Did you mean 'first-light'?
            = 'faultline list scenarios --shipped' names them all

        """)
  }

  @Test func `come in their full size, and beside files that are named`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let plan = try program.run("plan", "--shipped", "first-light")
    #expect(plan.output.contains("employees = 20,000"))
    #expect(plan.errors == "")
    let both = try program.run("plan", "small.yaml", "--shipped", "first-light", "--quick")
    #expect(both.output.hasPrefix("small: A small one\n  small.yaml\n"))
    #expect(both.output.contains("\n  shipped/first-light.yaml\n"))
  }

  /// A check of them is about them alone, and says how to accept them.
  @Test func `are accepted by the command that a check prints`() throws {
    let program = try WholeProgram(["Scenarios/small.yaml": smallScenario()])
    #expect(try program.run("accept", "-q").status == 0)
    let first = try program.run("check", "--shipped", "first-light", "--quick", "-q")
    #expect(first.status == 5)
    #expect(first.output.contains("faultline accept --shipped first-light.yaml --quick"))
    #expect(!first.output.contains("small"))
    #expect(
      try program.run("accept", "--shipped", "first-light.yaml", "--quick", "-q").status == 0)
    #expect(try program.run("check", "--shipped", "first-light", "--quick", "-q").status == 0)
    // Nor does a check of everything ask for theirs.
    let all = try program.run("check", "-q", "--strict")
    #expect(all.status == 0, "\(all.output)")
  }

  @Test func `that are not there are missed with the place they belong into`() throws {
    let (program, path) = try installed()
    try FileManager.default.removeItem(at: program.folder.appending(path: "usr/share"))
    let answer = try away(program, path, "faultline run --shipped first-light")
    #expect(answer.status == 3)
    #expect(
      answer.output.contains("the scenarios that come with faultline are not beside this program"))
    #expect(answer.output.contains("/usr/share/faultline/Scenarios"))
    #expect(try away(program, path, "faultline new mine").status == 0)
    #expect(
      try away(program, path, "faultline doctor | grep scenarios").output.contains(
        "none are beside"))
  }

  /// Such a file would be looked for where the user is.
  @Test func `name no other file`() throws {
    let answer = try WholeProgram().run("plan", "--shipped", "*", "--quick")
    #expect(answer.status == 0, "\(answer.errors)")
  }

  /// The last line, so that no other one moves; a copy has the place of this program, and not two lines.
  @Test func `and new ones say where an editor finds the schema`() throws {
    let (program, path) = try installed()
    let schemas = program.folder.appending(path: "usr/share/faultline/schemas")
    let alone = try away(program, path, "faultline new alone && tail -n 1 alone.yaml")
    #expect(
      alone.output.hasSuffix("\n# yaml-language-server: $schema=scenario.schema.json\n"),
      "\(alone.output)")
    try FileManager.default.createDirectory(at: schemas, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: schemas.appending(path: "scenario.schema.json"))
    let copy = try away(
      program, path,
      "faultline new copy --from first-light && faultline plan copy.yaml --quick >/dev/null && grep yaml-language copy.yaml"
    )
    #expect(copy.status == 0, "\(copy.output)")
    let lines = copy.output.split(separator: "\n").filter { $0.hasPrefix("# yaml") }
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasSuffix("/usr/share/faultline/schemas/scenario.schema.json") == true)
  }

  /// The line is the last one, so that it moves no other.
  ///
  /// The schema lies beside them and is the one that the program prints.
  @Test func `say in their last line where an editor finds the schema`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Scenarios")
    let schema = try String(
      contentsOf: folder.appending(path: "scenario.schema.json"), encoding: .utf8)
    let printed = try WholeProgram().run("schema", "scenario").output
    #expect(
      schema == printed,
      "'faultline schema scenario >Scenarios/scenario.schema.json' writes it anew")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }.sorted()
    #expect(paths.count > 80)
    for path in paths {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      let up = String(repeating: "../", count: path.count { $0 == "/" })
      let line = SchemaModeline(schema: "\(up)scenario.schema.json").line
      #expect(text.hasSuffix("\n\(line)"), "\(path)")
      #expect(text.components(separatedBy: "yaml-language-server").count == 2, "\(path)")
    }
  }
}
