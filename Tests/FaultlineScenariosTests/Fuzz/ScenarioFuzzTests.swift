// Shipped scenarios, damaged at random: each is planned, or refused at a place, and nothing traps.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct ScenarioFuzzTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scenarios")

  private static let texts: [String] = {
    let names = (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
      .filter { $0.hasSuffix(".yaml") }
    let shipped = names.compactMap {
      try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
    return shipped + [NewScenario.text(named: "new"), everyForm(ExpressionForm.all.map(\.example))]
  }()

  private static var rounds: Int {
    switch ProcessInfo.processInfo.environment["FAULTLINE_EFFORT"] {
    case "full": 100_000
    case "ci": 10_000
    default: 2_000
    }
  }

  private static let tokens = [
    "0", "-1", "1e18", "9223372036854775808", "0.5", "true", "no", "~", "''", "\"", "'", "{", "}",
    "[",
    "]", ": ", "- ", "&a ", "*a", "<<: ", "!t ", "|", ">", "#", "\t", "\n", "\u{0}", "é",
    "\u{202E}",
    "faultline: 1\n", "steps:\n", "{index}", "rows", "all", "random(1, 6)", "pick(Employee)",
    "growth(a, b)",
    "every: 2\n", "expect: 1 == 1\n", "matrix: {pool: [true, false]}\n", "1 / 0", "((((",
  ]

  /// A text with one to six damages, to its bytes or to its lines.
  private func damaged(_ random: inout SplitMix64) -> [UInt8] {
    var bytes = Array((Self.texts.randomElement(using: &random) ?? "").utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...40, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where place < bytes.count:
        bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3:
        bytes.insert(contentsOf: (Self.tokens.randomElement(using: &random) ?? "").utf8, at: place)
      case 4:
        bytes.replaceSubrange(
          place..<end, with: (Self.tokens.randomElement(using: &random) ?? "").utf8)
      default: bytes = withLinesMoved(bytes, &random)
      }
    }
    return bytes
  }

  /// Lines doubled, dropped, swapped, indented, or taken from another scenario.
  private func withLinesMoved(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
    let one = Int.random(in: lines.indices, using: &random)
    let other = Int.random(in: lines.indices, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: lines.insert(lines[one], at: other)
    case 1: lines.remove(at: one)
    case 2: lines.swapAt(one, other)
    case 3: lines[one] = Array("  ".utf8) + lines[one]
    default:
      let strange = (Self.texts.randomElement(using: &random) ?? "").split(separator: "\n")
      lines.insert(Array((strange.randomElement(using: &random) ?? "").utf8), at: other)
    }
    return Array(lines.joined(separator: [10]))
  }

  @Test func `a damaged scenario is planned or refused at a place`() {
    var random = SplitMix64(seed: 20_260_909)
    var planned = 0
    var refused = 0
    for round in 0..<Self.rounds {
      let bytes = damaged(&random)
      do throws(Diagnostic) {
        let text =
          if let text = String(validating: bytes, as: UTF8.self) { text } else {
            picture(try YAMLReader.read(bytes: bytes, file: "damaged.yaml"))
          }
        let scenario = try ScenarioReader.scenario(text, file: "damaged.yaml")
        _ = try Plan(scenario, choosing: Choices(quick: true))
        planned += 1
      } catch {
        refused += 1
        let reported = error.description
        #expect(error.line != nil, "round \(round): \(reported)")
        #expect(reported.hasPrefix("damaged.yaml:"), "round \(round): \(reported)")
      }
    }
    // Both happen, or the damages are of the wrong size.
    #expect(planned > Self.rounds / 50)
    #expect(refused > Self.rounds / 2)
  }
}
