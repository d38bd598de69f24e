// Every lesson of the course in a real browser, step by step, at three sizes, in light and in dark.

import FaultlineTestSupport
import Foundation
import Testing

struct `Lessons in a browser` {
  /// Nothing overlaps, is cut, jumps, or is too pale, and the graph is whole at the top of every page.
  @Test(.timeLimit(.minutes(10)))
  func `show the whole graph and every word at every step`() throws {
    let program = try WholeProgram()
    let rules = URL(filePath: ruleScenario("any")).deletingLastPathComponent().path
    let answer = try program.run("replay", rules, "--course", "lessons", "--no-progress", "-q")
    #expect(answer.status == 0)
    let others = ["index.html", "answers.html"]
    let files = program.files(in: "lessons").filter {
      $0.hasSuffix(".html") && !others.contains($0)
    }
    let pages = try files.map { file in
      (name: String(file.dropLast(5)), text: try program.text(of: "lessons/\(file)"))
    }
    guard let seen = try Browser.lessons(pages) else { return }
    #expect(seen.pages == pages.count * Browser.windows.count)
    // Lists without a graph.
    let lists = try others.map { (name: $0, text: try program.text(of: "lessons/\($0)")) }
    #expect(try Browser.problems(of: lists) == "none")
    // Every page has more than one step at every size.
    #expect(seen.steps > seen.pages * 5)
    expectText(seen.problems.joined(separator: "\n"), is: "")
    expectText(seen.complaints.joined(separator: "\n"), is: "")
    print(
      "\(pages.count) lessons, \(seen.steps) looks at a step; smallest: \(seen.scales.joined(separator: ", "))"
    )
  }
}
