// What a run has measured, or an earlier one did: measurements, where they come from, and what could not be kept.

package import FaultlineMeasures
package import FaultlineReplay
package import FaultlineScenarios

/// Measurements with everything that is known of them.
package struct MeasuredRun {
  /// The scenarios of which at least one variant ran.
  package var result: RunResult
  /// A Boolean value that indicates whether only some of the variants were wanted.
  package var isPartial = false
  /// The machine and the program of each scenario.
  package var facts: [String: KeyFacts]
  /// The revision that was measured, by scenario.
  package var revisions: [String: String]
  /// The recordings by scenario, where there are some.
  package var films: [String: Replay] = [:]
  /// What allocates, by trial, where that was asked for.
  package var flames: [String: Flame] = [:]
  /// What was left out because the run was cancelled.
  package var cut: Cut?
  /// What could not be written.
  package var unwritten: [Diagnostic] = []

  /// What a cancelled run has left out.
  package enum Cut: Sendable {
    /// Variants of a scenario, of which some ran and may be kept in a file.
    case trials(scenario: String, ran: Int, of: Int, keptIn: String?)
    /// Changes that may lower a peak.
    case advice
    /// Undocumented behaviors at their other values.
    case ranges

    /// What is said of it.
    package var sentence: String {
      switch self {
      case .trials(let scenario, let ran, let planned, let file):
        let kept =
          ran == 0
          ? "nothing of it is kept"
          : file.map { "what they read is in \($0)" } ?? "what they read could not be kept"
        return "\(ran) of \(planned) variants of '\(scenario)' ran; \(kept)."
      case .advice: return "every variant ran, and not all was tried that may lower the peak."
      case .ranges: return "every variant ran, and not every band was played at its other end."
      }
    }
  }

  package init(
    result: RunResult, isPartial: Bool = false, facts: [String: KeyFacts],
    revisions: [String: String], films: [String: Replay] = [:], flames: [String: Flame] = [:]
  ) {
    self.result = result
    self.isPartial = isPartial
    self.facts = facts
    self.revisions = revisions
    self.films = films
    self.flames = flames
  }

  /// Takes results that were written before for a run.
  package init(_ files: ResultFiles) {
    self.init(
      result: files.result, facts: files.facts, revisions: files.revisions, films: files.films,
      flames: files.flames)
  }
}
