// How a run ended, for readers as a word and for scripts as a status.

/// What can be said about a run as a whole.
public enum Verdict: String, Sendable, Codable, Hashable, CaseIterable {
  case held, broken, died
}

/// The statuses with which the tool ends.
public enum ExitStatus: Int32, Sendable, Codable, Hashable, CaseIterable {
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
  /// Nothing in the baseline could be compared.
  case nothingCompared = 5
  /// The terminal of the run was closed.
  case hungUp = 129
  /// The user interrupted the run.
  case interrupted = 130
  /// A program asked the run to end.
  case terminated = 143

  /// From the least serious to the most: what was found goes before what could not be kept of it, and an end that came
  /// too early before both.
  private static let bySeriousness: [ExitStatus] = [
    .held, .nothingCompared, .internalError, .broken, .died, .wrongUse, .hungUp, .interrupted,
    .terminated,
  ]

  /// The one status of a command to which several things happened.
  public static func mostSerious(of statuses: [ExitStatus]) -> ExitStatus {
    bySeriousness.last { statuses.contains($0) } ?? .held
  }

  /// The status that tells a verdict.
  public init(_ verdict: Verdict) {
    switch verdict {
    case .held: self = .held
    case .broken: self = .broken
    case .died: self = .died
    }
  }
}
