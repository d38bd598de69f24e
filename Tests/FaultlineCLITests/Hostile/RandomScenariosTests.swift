// Scenarios by chance, damaged ones and sound ones: each is planned and run, or refused at its place.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@Suite(.serialized) struct RandomScenariosTests {
  private static let quick = [
    "-q", "--quick", "--repeats", "1", "--no-explain", "--no-advice", "--no-bands", "--timeout",
    "20s", "--memory-limit", "512MiB",
  ]

  /// Small scenarios that come with the program, and those that show every step.
  private static let texts: [String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios/rules")
    let names = (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
      .filter { $0.hasSuffix(".yaml") }
    let shipped = names.compactMap {
      try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
    return shipped + [smallScenario(), everyForm(ExpressionForm.all.map(\.example))]
  }()

  /// Plans and runs a scenario; a refusal names the place, and what is planned is not refused later.
  private static func play(_ file: String, _ text: String, in program: WholeProgram) throws
    -> String
  {
    let plan = try program.runCase(["plan", file], showing: text)
    let run = try program.runCase(["run", file] + quick, showing: text)
    if plan.status == 3, run.status == 3 {
      guard plan.errors.contains("\(file):") else {
        throw BadCase("a refusal without a place", text, plan)
      }
      return "refused"
    }
    // A quick run has other sizes than the plan, and may do less or more than is allowed.
    guard plan.status != 3 || run.status != 3, [0, 2, 3, 4].contains(run.status) else {
      throw BadCase("plan and run differ", text, run)
    }
    return "ended with \(run.status)"
  }

  @Test func `a damaged scenario is run, or refused at a place`() {
    let damage = Damage(tokens: scenarioTokens, others: Self.texts)
    RandomCases.run(Effort.choose(quick: 15, ci: 50, full: 1_500), of: "Damaged scenarios") {
      number, program, dice in
      let sound = Self.texts.randomElement(using: &dice) ?? ""
      // Half of them with one damage, so that many are still run.
      let bytes = damage.applied(
        to: Array(sound.utf8), most: number.isMultiple(of: 2) ? 1 : 5, using: &dice)
      try Data(bytes).write(to: program.folder.appending(path: "damaged.yaml"))
      return try Self.play("damaged.yaml", String(decoding: bytes, as: UTF8.self), in: program)
    }
  }

  @Test func `a scenario of any steps and settings is run to its end`() {
    let count = Effort.choose(quick: 10, ci: 40, full: 1_400)
    let endings = RandomCases.run(count, of: "Made scenarios") {
      _, program, dice in
      var maker = ScenarioMaker(dice)
      let text = maker.text()
      try program.write(text, to: "made.yaml")
      return try Self.play("made.yaml", text, in: program)
    }
    #expect(endings["refused", default: 0] <= count / 2)
  }
}
