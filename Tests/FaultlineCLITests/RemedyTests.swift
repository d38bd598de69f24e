// Advice that is tried: only what lowers the peak is advised, with what it removes and what it costs.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct RemedyTests {
  private static func tried(
    _ scenario: String, _ words: [String] = ["--advice", "reference"],
    environment: [String: String] = [:]
  ) throws -> (trial: TrialResult, output: String) {
    let program = try WholeProgram(["planted.yaml": scenario])
    let answer = try program.run(
      ["run", "planted.yaml", "--no-progress", "--out", "out"] + words, environment: environment)
    #expect(answer.status == 0, "\(answer)")
    let file = program.folder.appending(path: "out/planted.json")
    return (try RunResult.read(from: file).scenarios[0].trials[0], answer.output)
  }

  @Test(arguments: PlantedRemedy.all)
  func `the remedy for a planted cause removes most of what it names`(
    planted: PlantedRemedy
  ) throws {
    let (trial, output) = try Self.tried(planted.text)
    let (peak, tried) = (try #require(trial.peak), try #require(trial.tried))
    let remedy = try #require(
      tried.advised.first { $0.name == planted.name },
      "\(peak.headlineParts) \(tried.remedies.map { ($0.name, $0.outcome, $0.reason, $0.peak) })")
    let named = peak.parts[remedy.part].bytes
    #expect(Double(remedy.removed) >= 0.8 * Double(named), "\(remedy.removed) of \(named)")
    #expect(try #require(remedy.peak) <= peak.bytes - remedy.removed)
    #expect(output.contains("(verified)") && output.contains("advice: "), "\(output)")
  }

  @Test(arguments: PlantedRemedy.hopeless)
  func `nothing is advised where nothing helps`(planted: PlantedRemedy) throws {
    let (trial, output) = try Self.tried(planted.text)
    let tried = try #require(trial.tried)
    #expect(
      tried.advised.map(\.name) == [],
      "\(trial.peak?.headlineParts ?? "") \(tried.remedies.map { ($0.name, $0.outcome, $0.peak) })")
    #expect(!output.contains("  advice: "), "\(output)")
    #expect(output.contains("not advised: ") || output.contains("no advice: "), "\(output)")
  }

  @Test func `advice moves nothing else, and can be left out`() throws {
    let text = PlantedRemedy.all[3].text
    var (with, _) = try Self.tried(text)
    let (without, output) = try Self.tried(text, ["--no-advice"], environment: ["CI": "''"])
    #expect(with.tried != nil)
    with.tried = nil
    #expect(with == without)
    #expect(!output.contains("(verified)"))
  }

  @Test func `it is tried unasked for people, and not in CI`() throws {
    let text = PlantedRemedy.all[3].text
    #expect(try Self.tried(text, [], environment: ["CI": "''"]).trial.tried != nil)
    #expect(try Self.tried(text, []).trial.tried == nil)
  }

  @Test(arguments: ["--no-explain", "--no-advice"])
  func `advice cannot be asked for and left out`(without: String) throws {
    let program = try WholeProgram(["planted.yaml": PlantedRemedy.all[3].text])
    let answer = try program.run("run", "planted.yaml", "--advice", "all", without)
    #expect(answer.status == 3)
    #expect(answer.errors.hasPrefix("faultline: --advice and \(without) exclude each other: "))
  }

  @Test func `what is advised is the same each time, and shows the lines to change`() throws {
    let text = PlantedRemedy.all[3].text
    let (one, output) = try Self.tried(text)
    let (other, _) = try Self.tried(text)
    #expect(one == other)
    #expect(
      output.contains(
        """
            - context: {undo: unlimited}
            + context: {undo: none}
        """), "\(output)")
  }

  @Test func `threads have no advice, and the report says why`() throws {
    let text = PlantedRemedy.all[5].text.replacing("undo: none", with: "undo: none, threads: true")
    let (trial, output) = try Self.tried(text)
    #expect(trial.tried?.remedies == [])
    #expect(output.contains("no advice: nothing was tried: with threads: true"), "\(output)")
  }

  @Test func `what breaks an expectation is not advised`() throws {
    let text =
      PlantedRemedy.all[3].text.replacing("- release", with: "- checkpoint: changed\n  - release")
      + "\nexpect:\n  - that: undo.groups@changed > 0\n    because: People undo.\n"
    let (trial, _) = try Self.tried(text)
    let tried = try #require(trial.tried)
    #expect(tried.remedies.first { $0.name == "undo-none" }?.outcome == .breaks)
    #expect(!tried.advised.contains { $0.name == "undo-none" })
  }
}

extension PeakExplanation {
  /// The largest parts, for messages.
  fileprivate var headlineParts: String {
    parts.prefix(3).map { "\($0.kind) \($0.bytes) \($0.holders) \($0.operation ?? "")" }
      .joined(separator: "; ") + " of \(bytes) in \(step ?? "-")"
  }
}
