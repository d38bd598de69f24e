// The scenarios that are shipped: each holds in its quick size, and shows the rules that it names.

import FaultlineAnalysis
import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineSQLite
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ShippedScenariosTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios")

  private static let gallery = folder.deletingLastPathComponent().appending(path: "Reports/gallery")

  /// Paths of all scenarios below the folder, in order.
  static let paths = (FileManager.default.subpaths(atPath: folder.path) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  @Test(arguments: paths)
  func `holds in its quick size as today's Core Data has it`(path: String) throws {
    let program = try WholeProgram()
    let answer = try program.run(
      "run", Self.folder.appending(path: path).path, "--quick", "--behaves",
      BehaviorProfile.coreData.rawValue, "--quiet", "--out", "out")
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
  }

  /// As it stands each scenario holds as well, and every counter is the one that was accepted.
  ///
  /// Bytes and allocations are those of another build. What is asked of SQLite hangs on its version alone.
  @Test(arguments: paths)
  func `has the counters that were accepted`(path: String) throws {
    let program = try WholeProgram()
    let baselines = Self.folder.deletingLastPathComponent().appending(path: "Reports/baselines")
    let answer = try program.run(
      "check", Self.folder.appending(path: path).path, "--quick", "--quiet", "--format", "json",
      "--baselines", baselines.path, "--out", "out")
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
    let comparison = try JSONDecoder().decode(Comparison.self, from: Data(answer.output.utf8))
    #expect(comparison.readings["same", default: 0] > 0)
    let madeWith = try JSONDecoder().decode(
      MadeWith.self, from: Data(contentsOf: Self.gallery.appending(path: "made-with.json")))
    let isOfThisSQLite = madeWith.sqlite == SQLiteLibrary.version
    let others = comparison.trials.flatMap { trial in
      trial.differences.filter {
        $0.verdict != "notCompared" || isOfThisSQLite && $0.isOfSQLite && $0.base != $0.head
      }.map(\.description)
    }
    #expect(others == [])
  }

  private struct MadeWith: Decodable { let sqlite: String }

  private struct Comparison: Decodable {
    struct Trial: Decodable { let differences: [Difference] }

    struct Difference: Decodable, CustomStringConvertible {
      let metric: String
      let checkpoint: String
      let verdict: String
      let base: Double?
      let head: Double?

      var isOfSQLite: Bool { metric.hasPrefix("sql.") || metric.hasPrefix("wal.") }

      var description: String {
        let values = [base, head].map { $0.map { "\($0)" } ?? "nothing" }
        return "\(metric)@\(checkpoint) was \(values[0]) and is \(values[1])"
      }
    }

    let readings: [String: Int]
    let trials: [Trial]
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
