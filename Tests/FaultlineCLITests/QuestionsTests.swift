// The questions that people ask: each has a scenario, an expectation that answers it, and its place in the article.

import FaultlineMeasures
import FaultlineReplay
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI
import FaultlineKnowledge

struct `The questions` {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The scenarios that are shipped.
  static let scenarios: [Scenario] = {
    let folder = root.appending(path: "Scenarios")
    return (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
      .filter { $0.hasSuffix(".yaml") }
      .compactMap { path in
        let text = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
        return try? ScenarioReader.scenario(text ?? "", file: "Scenarios/\(path)")
      }
  }()

  @Test func `are numbered without a gap`() {
    #expect(Question.all.map(\.number) == Array(Question.numbers))
  }

  @Test(arguments: Question.all)
  func `are answered by an expectation of their scenario`(question: Question) throws {
    let scenario = try #require(Self.scenarios.first { $0.file == question.file })
    #expect(scenario.answers.contains(question.number))
    #expect(question.text.hasSuffix("?") && question.answer.hasSuffix("."))
    #expect(question.answer.count <= 190, "\(question.number): \(question.answer.count)")
    #expect(question.otherWords.count >= 5 && !question.threads.isEmpty)
  }

  @Test func `stand in the article, each with its answer and its command`() throws {
    let article = try String(
      contentsOf: Self.root.appending(path: "Sources/Faultline/Faultline.docc/Questions.md"),
      encoding: .utf8)
    for question in Question.all {
      let part = """
        ### \(question.number). \(question.text)

        \(question.answer)
        \(question.figures.map { "Reported: \($0).\n" } ?? "")
        `\(question.command)`

        """
      #expect(article.contains(part), "\(part)")
    }
  }

  @Test func `are listed with the scenarios that answer them`() throws {
    let program = try WholeProgram()
    let folder = Self.root.appending(path: "Scenarios").path
    let listed = try program.run("list", "questions", folder)
    #expect(listed.status == 0)
    #expect(listed.output.contains("(names-without-pictures, pictures-in-rows)"))
    #expect(listed.output.contains("(frc-batch-in-child)"))
    #expect(!listed.output.contains("No scenario answers it"))
    let elsewhere = try WholeProgram(["other.yaml": smallScenario()]).run("list", "questions", ".")
    #expect(elsewhere.output.contains("child context? (No\n    scenario answers it.)"))
  }

  @Test func `a tag chooses scenarios, and one that none has is a slip`() throws {
    let program = try WholeProgram()
    let folder = Self.root.appending(path: "Scenarios").path
    let listed = try program.run("list", "scenarios", folder, "--tag", "swiftdata")
    #expect(
      listed.output.split(separator: "\n").filter { $0.hasPrefix("swiftdata-") }.count == 3)
    let slip = try program.run("list", "scenarios", folder, "--tag", "swiftdato")
    #expect(slip.status == 3)
    #expect(slip.errors.contains("no scenario has the tag 'swiftdato'. Did you mean 'swiftdata'?"))
    #expect(try program.run("list", "steps", "--tag", "ci").status == 3)
  }

  @Test func `a run shows each with what others and what it measured`() throws {
    let text = """
      faultline: 1
      name: asked
      title: Asked
      model: {Employee: {name: string}}
      steps:
        - insert: {entity: Employee, count: 3}
        - checkpoint: made
      expect:
        - that: objects.live@made == 3
          answers: [2, 24]
        - that: objects.live@made == 3
      """
    let program = try WholeProgram([
      "asked.yaml": text,
      "other.yaml": text.replacing(/answers: .*\n/, with: "\n").replacing(
        "name: asked", with: "name: other"),
    ])
    let run = try program.run("run", ".", "--questions", "-q", "--out", "out")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("2 of 2 questions held · 23 not answered"))
    #expect(run.output.contains("objects.live@made == 3"))
    #expect(program.files(in: "out") == ["asked.json", "asked.machine.json"])
    let wrong = try WholeProgram([
      "wrong.yaml": text.replacing("[2, 24]", with: "26")
    ]).run("plan", "wrong.yaml")
    #expect(wrong.status == 3)
    #expect(wrong.errors.contains("expected a whole number from 1 to 25"))
  }
}
