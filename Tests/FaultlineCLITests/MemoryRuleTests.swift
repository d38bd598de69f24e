// Rules of memory that an independent model of them found broken: a scenario for each, in both profiles.

import Foundation
import Testing

/// Plays the scenarios of the folder beside this file, each of which names its stores and its rules.
@Suite struct MemoryRuleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "MemoryRules")

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  @Test func `there is a scenario for each of the rules`() {
    #expect(Self.names.count == 14)
  }

  @Test(arguments: names, ["guides", "core-data"])
  func `a rule of memory holds on both stores and in both profiles`(
    name: String, profile: String
  ) throws {
    let program = try WholeProgram()
    let answer = try program.run(
      "run", Self.folder.appending(path: name).path, "--behaves", profile, "--repeats", "1",
      "--no-bands", "--no-explain", "--no-advice", "--format", "brief", "-q")
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
  }
}
