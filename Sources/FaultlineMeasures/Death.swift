// How a trial died: the cause in a sentence, where it was, and its last words.

/// The end of a trial that could not answer.
package struct Death: Sendable, Codable, Hashable {
  /// What ended it.
  package var cause: Cause
  /// The step it had begun last.
  package var lastStep: String?
  /// The pass it was in.
  package var pass: Int?
  /// What the engine did last, in few words each and in order; nil where it was not recorded.
  package var lastEvents: [String]?
  /// The last lines it wrote to standard error.
  package var output: [String]

  /// What can end a trial.
  package enum Cause: Sendable, Hashable {
    /// A signal that did not come from here.
    case signal(Int)
    /// A status other than 0, or 0 before the last answer.
    case exit(Int)
    /// No end within the time allowed.
    case timeout(seconds: Double)
    /// More memory than allowed.
    case memory(limit: Int, reached: Int)
    /// An end without a single answer.
    case silence
  }

  /// Records a death.
  package init(
    cause: Cause, lastStep: String? = nil, pass: Int? = nil, lastEvents: [String]? = nil,
    output: [String] = []
  ) {
    self.cause = cause
    self.lastStep = lastStep
    self.pass = pass
    self.lastEvents = lastEvents
    self.output = output
  }

  /// The cause in words, to stand after the trial's name.
  package var sentence: String {
    switch cause {
    case .signal(let number):
      let name = Self.signals[number].map { " (\($0))" } ?? ""
      return "was killed by signal \(number)\(name)"
    case .exit(let status):
      return "exited with status \(status) before its work was done"
    case .timeout(let seconds):
      let places = seconds < 0.1 ? 3 : 1
      return "did not end within \(NumberText.decimal(seconds, places: places)) s and was stopped"
    case .memory(let limit, let reached):
      return "passed its memory limit of \(NumberText.bytes(limit)) "
        + "(it had \(NumberText.bytes(reached))) and was stopped; --memory-limit raises it"
    case .silence:
      return "ended without an answer"
    }
  }

  private static let signals = [
    2: "interrupted", 4: "illegal instruction", 5: "trap", 6: "aborted", 7: "bus error",
    8: "arithmetic error", 9: "killed", 11: "segmentation fault", 13: "broken pipe",
    15: "terminated", 24: "processor time used up", 25: "file too large", 31: "bad system call",
  ]
}

extension Death.Cause: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, number, status, seconds, limit, reached
  }

  private enum Kind: String, Codable {
    case signal, exit, timeout, memory, silence
  }

  /// Reads a cause from its kind and figures.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .signal: self = .signal(try container.decode(Int.self, forKey: .number))
    case .exit: self = .exit(try container.decode(Int.self, forKey: .status))
    case .timeout: self = .timeout(seconds: try container.decode(Double.self, forKey: .seconds))
    case .memory:
      self = .memory(
        limit: try container.decode(Int.self, forKey: .limit),
        reached: try container.decode(Int.self, forKey: .reached))
    case .silence: self = .silence
    }
  }

  /// Writes the kind and its figures side by side.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .signal(let number):
      try container.encode(Kind.signal, forKey: .kind)
      try container.encode(number, forKey: .number)
    case .exit(let status):
      try container.encode(Kind.exit, forKey: .kind)
      try container.encode(status, forKey: .status)
    case .timeout(let seconds):
      try container.encode(Kind.timeout, forKey: .kind)
      try container.encode(seconds, forKey: .seconds)
    case .memory(let limit, let reached):
      try container.encode(Kind.memory, forKey: .kind)
      try container.encode(limit, forKey: .limit)
      try container.encode(reached, forKey: .reached)
    case .silence:
      try container.encode(Kind.silence, forKey: .kind)
    }
  }
}
