// Which sizes are taken: the small ones where nobody names a file, the full ones where somebody does.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct SizeTests {
  /// A scenario in the folder where scenarios are looked for, with two sizes.
  private func house() throws -> WholeProgram {
    let text = smallScenario(expect: "objects.live@saved >= 1")
      .replacing("default: 3}", with: "default: 3, quick: 2}")
    return try WholeProgram(["Scenarios/small.yaml": text])
  }

  static let sizes: [(words: [String], rows: Int, isSaid: Bool)] = [
    ([], 2, true), (["--quick"], 2, false), (["--full"], 3, false),
    (["--set", "rows=9"], 9, true), (["Scenarios"], 3, false),
    (["Scenarios/small.yaml"], 3, false), (["Scenarios/small.yaml", "--quick"], 2, false),
    (["Scenarios/small.yaml", "--full"], 3, false), (["--quiet"], 2, false),
  ]

  @Test(arguments: sizes)
  func `everything comes quickly, and what is named in full`(
    words: [String], rows: Int, isSaid: Bool
  ) throws {
    let program = try house()
    let said = "Everything in Scenarios, in its quick size; --full takes the full one.\n"
    for command in ["run", "check", "accept"] {
      let answer = try program.run([command, "--no-progress", "--out", "out"] + words)
      #expect(answer.errors.hasPrefix("Everything") == isSaid)
      if isSaid { #expect(answer.errors.hasPrefix(said)) }
      let result = try RunResult.read(from: program.folder.appending(path: "out/small.json"))
      #expect(
        result.scenarios[0].trials[0].reading("objects.live", at: "saved") == .integer(rows))
    }
    let plan = try program.run(["plan"] + words)
    #expect(plan.errors == (isSaid ? said : ""))
    #expect(plan.output.contains("rows = \(rows)\n"))
  }

  @Test func `where there are no scenarios, nothing is said of sizes`() throws {
    let answer = try WholeProgram().run("run")
    #expect(answer.status == 3)
    expectText(
      answer.errors,
      is: """
        Scenarios: error: there is no such file or folder
            = name a scenario, or a folder: faultline run FILE
            = or run one that comes with the program: faultline run --shipped first-light

        """)
  }

  /// Those that come with the program have names, and files are named by paths.
  @Test(arguments: ["first-light", "rules/n-plus-one", "rules/n-plus-one.yaml"])
  func `the name of a scenario that comes with the program is no file`(name: String) throws {
    let answer = try WholeProgram().run("run", name)
    #expect(answer.status == 3)
    let last = name.split(separator: "/").last?.prefix { $0 != "." } ?? ""
    expectText(
      answer.errors,
      is: """
        \(name): error: there is no such file or folder
            = a scenario of that name comes with the program: --shipped \(last)

        """)
  }

  @Test(arguments: ["run", "check", "accept", "plan"])
  func `two sizes at once are refused`(command: String) throws {
    let answer = try house().run(command, "--quick", "--full")
    #expect(answer.status == 3)
    expectText(
      answer.errors,
      is: """
        faultline: --quick and --full are two sizes; choose one of them.
        See 'faultline help \(command)'.

        """)
  }
}
