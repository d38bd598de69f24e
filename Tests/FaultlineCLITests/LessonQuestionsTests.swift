// What lessons ask: with choices, in all of them, and twelve of the questions in an inventory.

import FaultlinePages
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

  /// A name that no scenario has would leave its lesson out in silence.
  @Test func `come first in the lessons that a course begins with, which are all there`() throws {
    let names = FirstLesson.all.map(\.scenario)
    #expect(names.count == 10 && Set(names).count == names.count)
    for name in names {
      #expect(ShippedScenariosTests.paths.contains("rules/\(name).yaml"), "\(name)")
    }
    let films = (["zeal"] + names.reversed()).map { name in
      [
        Replay(
          scenario: name, title: name, variant: "default",
          frames: [Replay.Frame(line: nil, step: "")]
        )
      ]
    }
    let course = CoursePage(films)
    #expect(course.lessons.map(\.file) == (names + ["zeal"]).map { "\($0).html" })
    for lesson in FirstLesson.all {
      #expect(
        course.text.contains(
          "<p class=\"teaches\">\(lesson.teaches.replacing("'", with: "&#39;"))</p>"),
        "\(lesson.scenario)")
    }
  }

  @Test func `say in a sentence what the variant does that an inventory asks about`() throws {
    for path in ShippedScenariosTests.paths {
      let text = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
      let asked = text.matches(of: #/\n( +)inventory: \d+\n( +)(\w+): /#)
      for item in asked {
        #expect(item.output.3 == "here" && item.output.1 == item.output.2, "\(path)")
      }
    }
    let text = smallScenario(name: "one").replacing(
      "\n  - save: {}",
      with: """

          - question: Saved?
            choices:
              - {says: Yes, if: objects.live >= 0}
              - {says: No, if: objects.live < 0, mistake: Never.}
            inventory: 4
            answer: Yes.
          - save: {}
        """)
    let program = try WholeProgram([
      "one.yaml": text,
      "two.yaml": text.replacing(
        "answer: Yes.", with: "here: Nothing is edited.\n    answer: Yes."),
      "three.yaml": text.replacing("inventory: 4", with: "here: Nothing is edited."),
    ])
    _ = try program.run("replay", "one.yaml", "--inventory", "one.html", "-q")
    #expect(
      try program.text(of: "one.html").contains(
        ">This is the variant &#39;plain&#39;, with rows = 3.</p>"))
    _ = try program.run("replay", "two.yaml", "--inventory", "two.html", "-q")
    #expect(try program.text(of: "two.html").contains(">Nothing is edited.</p>"))
    let wrong = try program.run("replay", "three.yaml", "--inventory", "three.html")
    #expect(wrong.status == 3 && wrong.errors.contains("'here' is for a question of the inventory"))
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
