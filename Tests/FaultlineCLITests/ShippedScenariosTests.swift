// The scenarios that are shipped: each holds in its quick size, and shows the rules that it names.

import FaultlineMeasures
import FaultlineReplay
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ShippedScenariosTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios")

  /// Paths of all scenarios below the folder, in order.
  static let paths = (FileManager.default.subpaths(atPath: folder.path) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  @Test(arguments: paths, Side.allCases.map(\.rawValue))
  func `holds in its quick size on both sides`(path: String, side: String) throws {
    let program = try WholeProgram()
    let file = Self.folder.appending(path: path).path
    let answer = try program.run(
      "run", file, "--quick", "--behaves", side, "--quiet", "--out", "out")
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
  }

  /// Rules are named as the article on the rules names them.
  @Test(arguments: paths)
  func `names rules that there are`(path: String) throws {
    let file = Self.folder.appending(path: path)
    let scenario = try ScenarioReader.scenario(
      String(contentsOf: file, encoding: .utf8), file: path)
    let article = Self.folder.deletingLastPathComponent()
      .appending(path: "Sources/Faultline/Faultline.docc/Rules.md")
    let rules = try String(contentsOf: article, encoding: .utf8)
    #expect(!scenario.rules.isEmpty)
    for rule in scenario.rules { #expect(rules.contains("**\(rule)**"), "\(rule) in \(path)") }
    // Whoever breaks the rule breaks an expectation that says so.
    for rule in scenario.rules {
      #expect(!scenario.citations(of: rule).isEmpty, "nothing in \(path) is expected for \(rule)")
    }
    #expect(!scenario.notes.isEmpty)
    #expect(scenario.name == file.deletingPathExtension().lastPathComponent)
  }

  /// No rule is promised that no scenario shows.
  @Test func `shows every rule there is`() throws {
    let scenarios = try Self.paths.map { path in
      try ScenarioReader.scenario(
        String(contentsOf: Self.folder.appending(path: path), encoding: .utf8), file: path)
    }
    for rule in RuleText.all.map(\.id) {
      #expect(scenarios.contains { !$0.citations(of: rule).isEmpty }, "nothing shows \(rule)")
    }
  }

  /// The table of the folder's page has every scenario, and no other.
  @Test func `stands in the folder's table`() throws {
    let page = try String(
      contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    let listed = page.matches(of: /\]\(([^)]+\.yaml)\)/).map { String($0.output.1) }
    #expect(listed.sorted() == Self.paths)
  }
}
