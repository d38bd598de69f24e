// Every number that a step or a setting takes, at the ends of what can be written: it is refused with its place, or played.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ExtremeStepsTests {
  private static let extremes = [
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "9007199254740993", "-1",
    "0", "0.5", "1e308", "-1e308", "1e-320",
  ]

  /// Settings of a context that take a number.
  private static let settings = [
    "stalenessInterval: 1", "undo: 1", "resetEvery: 1", "refreshEvery: 1", "saveEvery: 1",
    "freshContextEvery: 1", "fetchBatch: 1",
  ]

  private static func scenario(_ steps: String, settings: String = "") -> String {
    """
    faultline: 1
    name: company
    title: A company
    model:
      Employee:
        name: string
        salary: double
        manager: {to one: Employee, inverse: reports}
        reports: {to many: Employee, inverse: manager}
    parameters:
      rows: {type: int, default: 2}
    context: {undo: unlimited, history: true}
    variants: {plain: {\(settings)}}
    stores: [sqlite, memory]
    measure: {repeats: 1}
    steps:
      - insert: {entity: Employee, count: rows, into: managers, set: {name: 'Manager {index}'}}
      - insert: {entity: Employee, count: rows, into: reports, set: {name: 'Report {index}'}}
      - relate: {objects: reports, by: manager, to: managers}
      - save: {}
      - fetch: {entity: Employee, into: staff}
    \(steps.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
      - refresh: {}
      - touch: staff
    """
  }

  /// The text with each of its numbers replaced, one after the other.
  private static func variations(of text: String) -> [String] {
    text.matches(of: /\b[0-9]+(\.[0-9]+)?\b/).flatMap { match in
      extremes.map { text.replacingCharacters(in: match.range, with: $0) }
    }
  }

  @Test func `no number in a scenario ends a trial by a trap`() throws {
    var cases = Steps.all.filter { !$0.isHidden }.flatMap { step in
      Self.variations(of: step.example).map { Self.scenario($0) }
    }
    cases += Self.settings.flatMap { setting in
      Self.extremes.map { value in
        Self.scenario("- turn: {}", settings: setting.replacing(" 1", with: " \(value)"))
      }
    }
    #expect(cases.count > 200)
    var dice = SplitMix64(seed: 52)
    cases.shuffle(using: &dice)
    let program = try WholeProgram()
    for text in cases.prefix(Effort.choose(quick: 20, ci: 200, full: .max)) {
      try program.write(text, to: "company.yaml")
      let answer = try program.run(
        "run", "company.yaml", "-q", "--no-explain", "--no-advice", "--no-bands",
        "--timeout", "60s")
      let hasTrap = answer.output.contains("was killed by signal")
      #expect([0, 2, 3, 4].contains(answer.status) && !hasTrap, "\(text)\n\(answer)")
    }
  }
}
