// How a run ended, for readers as a word and for scripts as a status.

/// What can be said about a run as a whole.
package enum Verdict: String, Sendable, Codable, Hashable, CaseIterable {
  case held, broken, died
  /// What ran has held, and not everything ran.
  case incomplete
}

/// The statuses with which the tool ends.
package enum ExitStatus: Int32, Sendable, Codable, Hashable, CaseIterable {
  /// Everything that was expected held.
  case held = 0
  /// The tool itself failed.
  case internalError = 1
  /// An expectation broke, or something got worse than the baseline.
  case broken = 2
  /// The command line or the scenario cannot be understood.
  case wrongUse = 3
  /// A trial died.
  case died = 4
  /// Nothing in the baseline could be compared, or nothing fits what was asked.
  case nothingCompared = 5
  /// Something that was planned has no result.
  case incomplete = 6
  /// The commit at hand cannot be judged; `git bisect run` takes another one.
  case notJudged = 125
  /// No commit could be judged; `git bisect run` ends.
  case notSearched = 128
  /// The terminal of the run was closed.
  case hungUp = 129
  /// The user interrupted the run.
  case interrupted = 130
  /// A program asked the run to end.
  case terminated = 143

  /// From the least serious to the most: what was found goes before what could not be kept of it, and an end that came
  /// too early before both.
  private static let bySeriousness: [ExitStatus] = [
    .held, .nothingCompared, .incomplete, .internalError, .broken, .died, .wrongUse,
    .notJudged, .notSearched, .hungUp, .interrupted, .terminated,
  ]

  /// What it says, in a sentence; help, the manual and the articles show it.
  package var meaning: String {
    switch self {
    case .held: "All is well: nothing got worse, and every expectation held."
    case .internalError:
      "faultline itself failed, or a result or a report could not be written; what could be is there all the same."
    case .broken:
      "An expectation broke, repeats differ, or something got worse than the baseline; with --strict also: something "
        + "changed, is gone, was loosened or was not compared to the unit."
    case .wrongUse:
      "A command line, a scenario or a file cannot be understood, a baseline is of the other size, or a place was found "
        + "that cannot be written; nothing of it was run."
    case .died: "A trial died."
    case .nothingCompared:
      "Nothing could be compared, as there is no baseline; or nothing fits what was asked."
    case .incomplete:
      "Something that was planned has no result: a sweep whose trials have not all run."
    case .notJudged:
      "Of 'check --bisect': this commit cannot be judged, as its scenario is missing, cannot be understood, died or was "
        + "not compared; git bisect skips it."
    case .notSearched:
      "Of 'check --bisect': no commit could be judged, as the command line is wrong or the baseline is of another "
        + "machine; git bisect ends."
    case .hungUp: "The terminal was closed (SIGHUP); what was measured is kept."
    case .interrupted: "Ctrl-C ended it; what was measured is kept."
    case .terminated: "SIGTERM ended it; what was measured is kept."
    }
  }

  /// Which of several counts, in a sentence.
  package static let precedence =
    "Where several are true, an end by a signal goes before 3, 3 before 4, 4 before 2, 2 before 1, 1 before 6, and 6 before 5. "
    + "'check --bisect' ends with 0, 2, 125, 128 or by a signal alone."

  /// The one status of a command to which several things happened.
  package static func mostSerious(of statuses: [ExitStatus]) -> ExitStatus {
    bySeriousness.last { statuses.contains($0) } ?? .held
  }

  /// The status that reports a verdict.
  package init(_ verdict: Verdict) {
    switch verdict {
    case .held: self = .held
    case .broken: self = .broken
    case .died: self = .died
    case .incomplete: self = .incomplete
    }
  }
}
