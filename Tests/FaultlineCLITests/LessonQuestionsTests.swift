// What lessons ask: with choices, in all of them, and twelve of the questions in an inventory.

import FaultlineReplay
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

struct `Questions of lessons` {
  private static let folder = URL(filePath: ruleScenario("any"))
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `offer choices, and every lesson asks one`() throws {
    var missing: [String] = []
    for path in ShippedScenariosTests.paths where path.hasPrefix("rules/") {
      let text = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
      let asked = text.components(separatedBy: "- question: ").dropFirst()
      if asked.isEmpty || !asked.allSatisfy({ $0.contains("choices:") }) { missing.append(path) }
    }
    #expect(missing == [])
  }

  /// Twelve questions from as many threads, each computed by the scenario that answers it.
  @Test func `make an inventory of twelve`() throws {
    let program = try WholeProgram()
    let answer = try program.run(
      "replay", Self.folder.path, "--inventory", "deep/inventory.html", "--no-progress")
    #expect(answer == .init(status: 0, output: "", errors: "written: deep/inventory.html\n"))
    let page = try program.text(of: "deep/inventory.html")
    let numbers = page.matches(of: /<li data-number="(\d+)"/).compactMap { Int($0.1) }
    #expect(numbers == [1, 3, 4, 7, 11, 12, 13, 14, 15, 16, 17, 23])
    // Each question has one right choice, and every other one stands for a mistake.
    let items = page.components(separatedBy: "<li data-number=").dropFirst()
    for item in items {
      let labels = item.components(separatedBy: "<label").dropFirst()
      let right = labels.filter { $0.prefix { $0 != ">" }.contains("data-right") }
      let wrong = labels.filter { $0.prefix { $0 != ">" }.contains("data-mistake=") }
      #expect(right.count == 1 && right.count + wrong.count + 1 == labels.count)
    }
    // The page of the same scenarios is the same.
    _ = try program.run("replay", Self.folder.path, "--inventory", "again.html", "-q")
    #expect(try program.text(of: "again.html") == page)
  }

  @Test func `are refused in an inventory that has none, twice the same, or beside another page`()
    throws
  {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let none = try program.run("replay", "small.yaml", "--inventory", "i.html")
    #expect(none.status == 3)
    #expect(none.errors.contains("None of these scenarios asks a question with 'inventory'"))
    let both = try program.run("replay", "small.yaml", "--inventory", "i.html", "--course", "c")
    #expect(
      both.status == 3 && both.errors.contains("--course makes another page than --inventory"))
    for name in ["one", "two"] {
      try program.write(
        smallScenario(name: name).replacing(
          "\n  - save: {}",
          with: """

              - question: Saved?
                choices:
                  - {says: Yes, if: objects.live >= 0}
                  - {says: No, if: objects.live < 0, mistake: Never.}
                inventory: 4
                answer: Yes.
              - save: {}
            """), to: "\(name).yaml")
    }
    let twice = try program.run("replay", "one.yaml", "two.yaml", "--inventory", "i.html")
    #expect(twice.status == 3)
    #expect(
      twice.errors.contains("question 4 is asked twice in the inventory: by 'one' and by 'two'"),
      "\(twice.errors)")
    #expect(!program.files(in: ".").contains("i.html"))
  }
}
