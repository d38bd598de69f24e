// What became of an expectation, and where in the scenario it stands.

/// A place in a scenario's text.
package struct SourcePlace: Sendable, Codable, Hashable {
  /// The file as the user named it.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The column, from 1.
  package var column: Int

  /// Points into a file.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The place as editors understand it.
  package var description: String { "\(file):\(line):\(column)" }
}

/// The answer to one expectation, for one variant or for the whole scenario.
package struct Judgement: Sendable, Hashable {
  /// The expectation as it was written.
  package var that: String
  /// Why the author expects it.
  package var because: String?
  /// Where it is written.
  package var place: SourcePlace
  /// The variant it is about; nil when it is about the whole scenario.
  package var variant: String?
  /// Whether it held.
  package var outcome: Outcome
  /// What was found, such as `objects.live@end was 400, expected 0`.
  package var detail: String
  /// The readings that it asks for.
  package var asks: [Asked]
  /// The number that it holds its reading against, where it does just that.
  package var bound: Bound?
  /// The ids of the trials that it was asked of.
  package var trials: [String]
  /// The questions that people ask and that it answers, by number.
  package var answers: [Int] = []
  /// The value of an undocumented behavior at which it fails, such as `rowCache: kept`, where it is not the default.
  package var end: String?

  /// The answers there are; an expectation about a trial that died is unanswered.
  package enum Outcome: String, Sendable, Codable, Hashable, CaseIterable {
    case held, broken, unanswered
    /// It fails only at a value of an undocumented behavior that is not the default.
    case undecided

    /// Whether the run fails for it.
    package var isFailure: Bool { self == .broken || self == .unanswered }
  }

  /// Records an answer.
  package init(
    that: String, because: String? = nil, place: SourcePlace, variant: String? = nil,
    outcome: Outcome, detail: String, asks: [Asked] = [], bound: Bound? = nil,
    trials: [String] = []
  ) {
    self.that = that
    self.because = because
    self.place = place
    self.variant = variant
    self.outcome = outcome
    self.detail = detail
    self.asks = asks
    self.bound = bound
    self.trials = trials
  }
}

extension Judgement: Codable {
  /// All that a document says of an answer.
  static let fields: [Field<Judgement>] = [
    Field("that", \.that, .text),
    Field(ifKnown: "because", \.because, .text),
    Field("place", \.place, .named("place")),
    Field(ifKnown: "variant", \.variant, .text),
    Field("outcome", \.outcome, .word(Outcome.self)),
    Field("detail", \.detail, .text),
    Field(unlessEmpty: "asks", \.asks, .list(.named("asked"))),
    Field(ifKnown: "bound", \.bound, .named("bound")),
    Field(unlessEmpty: "trials", \.trials, .texts),
    Field(unlessEmpty: "answers", \.answers, .list(.whole(from: 1))),
    Field(ifKnown: "end", \.end, .text),
  ]

  /// Reads an answer.
  package init(from decoder: any Decoder) throws {
    let nowhere = SourcePlace(file: "", line: 0, column: 0)
    self.init(that: "", place: nowhere, outcome: .unanswered, detail: "")
    try Self.fields.read(into: &self, from: decoder)
    // Before there was a word for it, a failure at another value was a failure.
    if end != nil, outcome == .broken { outcome = .undecided }
  }

  /// Writes an answer.
  package func encode(to encoder: any Encoder) throws {
    try Self.fields.write(self, to: encoder)
  }
}

// What an expectation means: which readings it asks for, and the limit that it sets, if it sets just one.
extension Judgement {
  /// A reading that an expectation asks for.
  package struct Asked: Sendable, Codable, Hashable {
    /// The metric.
    package var metric: String
    /// The checkpoint; nil where all of them are asked.
    package var checkpoint: String?

    /// Asks for a reading.
    package init(metric: String, checkpoint: String?) {
      self.metric = metric
      self.checkpoint = checkpoint
    }

    /// The reading as an expectation has it: `bytes.live@saved`.
    package var words: String { metric + (checkpoint.map { "@\($0)" } ?? "") }
  }

  /// The number that an expectation holds its only reading against.
  package struct Bound: Sendable, Codable, Hashable {
    /// How the reading is to compare.
    package var comparison: Comparison
    /// The number.
    package var value: Quantity

    /// Holds a reading against a number.
    package init(_ comparison: Comparison, _ value: Quantity) {
      self.comparison = comparison
      self.value = value
    }

    /// Whether readings are to stay below.
    package var isLimit: Bool { comparison == .less || comparison == .lessOrEqual }
  }

  /// The ways to compare.
  package enum Comparison: String, Sendable, Codable, Hashable, CaseIterable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// The same with its sides exchanged.
    package var reversed: Comparison {
      switch self {
      case .equal, .unequal: self
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      }
    }
  }
}
