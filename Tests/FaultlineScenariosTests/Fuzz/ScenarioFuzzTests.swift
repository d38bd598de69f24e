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

  /// A text with one to six damages, to its bytes or to its lines.
  private func damaged(_ random: inout SplitMix64) -> [UInt8] {
    let text = Self.texts.randomElement(using: &random) ?? ""
    return Damage(tokens: scenarioTokens, others: Self.texts)
      .applied(to: Array(text.utf8), using: &random)
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
