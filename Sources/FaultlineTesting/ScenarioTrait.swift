// A scenario as a trait of a test: .scenario("Scenarios/first-light.yaml").

internal import FaultlineMeasures
internal import FaultlineScenarios
internal import Foundation
public import Testing

/// Runs a scenario, all of its variants, as `faultline run` does; the test fails where an expectation breaks.
///
/// ```swift
/// @Test(.scenario("Scenarios/first-light.yaml")) func `first light`() {}
/// ```
///
/// Each broken expectation is an issue at its own line of the scenario, and the page of the report is attached to the test. The
/// test's body runs afterwards.
public struct ScenarioTrait: TestTrait, TestScoping {
  let path: String
  let file: String
  let isQuick: Bool
  let variants: [String]
  let timeout: Duration?

  /// Runs the scenario, then the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await ScenarioTest(self, at: test.sourceLocation).run()
    try await function()
  }
}

extension Trait where Self == ScenarioTrait {
  /// Runs a scenario, and fails the test where an expectation breaks.
  ///
  /// - Parameters:
  ///   - path: The scenario's file, from the folder of the package to which the test belongs; or from the root.
  ///   - quick: Whether it is run in its small size.
  ///   - variants: The variants to run; all of them if it is left out.
  ///   - timeout: How long a variant may take.
  ///   - file: The file of the test, which says where its package is.
  /// - Returns: The trait.
  public static func scenario(
    _ path: String, quick: Bool = false, variants: [String] = [], timeout: Duration? = nil,
    file: String = #filePath
  ) -> Self {
    Self(path: path, file: file, isQuick: quick, variants: variants, timeout: timeout)
  }
}

/// A sentence at a place of a file.
struct ScenarioIssue: Equatable {
  let text: String
  let file: String
  let line: Int
  let column: Int

  /// The place as the test library has it: a module, a file, a line and a column.
  var place: SourceLocation {
    let folder = FilePath.name(of: FilePath.folder(of: file))
    return SourceLocation(
      fileID: "\(folder.isEmpty ? "Scenarios" : folder)/\(FilePath.name(of: file))", filePath: file,
      line: max(1, line), column: max(1, column))
  }

  func record() { Issue.record(Comment(rawValue: text), sourceLocation: place) }
}

/// The issues of a result.
struct ScenarioIssues {
  private(set) var all: [ScenarioIssue] = []
  private let file: String

  /// Gathers them in the order of a report: expectations that broke, trials that died, passes that differ.
  init(_ result: ScenarioResult, at file: String) {
    self.file = file
    let hasDied = result.trials.contains { $0.death != nil }
    for judgement in result.judgements {
      // What a dead trial leaves unanswered is its death's fault, which is said once.
      guard judgement.outcome == .broken || judgement.outcome == .unanswered && !hasDied else {
        continue
      }
      add(Self.text(judgement, of: result), judgement.place.line, judgement.place.column)
    }
    for trial in result.trials {
      if let death = trial.death { add(Self.text(death, of: trial), Self.line(of: death), 1) }
      for finding in result.findings(of: trial) where finding.kind == .disagreement {
        add(
          ([
            "\(trial.id): \(finding.message)"
          ] + finding.evidence + [finding.advice])
          .filter { !$0.isEmpty }.joined(separator: "\n"), 1, 1)
      }
    }
  }

  private mutating func add(_ text: String, _ line: Int, _ column: Int) {
    all.append(ScenarioIssue(text: text, file: file, line: line, column: column))
  }

  private static func text(_ judgement: Judgement, of result: ScenarioResult) -> String {
    let subject = judgement.variant.map { "\(result.name)/\($0)" } ?? result.name
    let verb = judgement.outcome == .broken ? "broke" : "was not answered"
    var lines = ["'\(judgement.that)' \(verb) in \(subject): \(judgement.detail)"]
    if let because = judgement.because { lines.append(because) }
    return lines.joined(separator: "\n")
  }

  private static func text(_ death: Death, of trial: TrialResult) -> String {
    var lines = ["\(trial.id) \(death.sentence)."]
    if let step = death.lastStep { lines.append("Its last step: \(step)") }
    return (lines + death.output).joined(separator: "\n")
  }

  /// The line of the step, which stands at the end of its title, as in `save (first-light.yaml:14:5)`.
  private static func line(of death: Death) -> Int {
    guard let match = death.lastStep?.firstMatch(of: /:(\d+):\d+\)$/) else { return 1 }
    return Int(match.1) ?? 1
  }
}
