// What was tried to lower a peak, and what it gave: changes of the scenario that were played.

/// The changes of a scenario that were tried because of one trial's peak.
package struct TriedChanges: Sendable, Hashable {
  /// What was tried, in that order.
  package var remedies: [TriedChange]
  /// Why nothing, or not everything, was tried.
  package var failureReason: String?

  /// Gathers what was tried.
  package init(_ remedies: [TriedChange] = [], failureReason: String? = nil) {
    self.remedies = remedies
    self.failureReason = failureReason
  }

  /// What helped, what saves the most bytes first.
  package var advised: [TriedChange] {
    remedies.filter { $0.outcome == .helps }.enumerated()
      .sorted { ($0.element.peak ?? 0, $0.offset) < ($1.element.peak ?? 0, $1.offset) }
      .map(\.element)
  }
}

/// One change of a scenario that was tried, with what it gave and what it costs.
package struct TriedChange: Sendable, Hashable {
  /// What became of it.
  package enum Outcome: String, Sendable, Codable, Hashable, CaseIterable {
    /// The peak is lower, by more than a tie, and the work is the same.
    case helps
    /// The peak is lower, and most of what it is about is still held.
    case little
    /// The peak is as high, or higher.
    case nothing
    /// Other rows are written, or other changes wait at the end.
    case otherWork
    /// An expectation does not hold any more.
    case breaks
    /// The trial could not be played to its end, or its peak could not be explained.
    case failed
  }

  /// A short name, such as `undo-none`.
  package var name: String
  /// What to do, in a sentence.
  package var advice: String
  /// Which part of the peak it is about, counted from 0.
  package var part: Int
  /// What became of it.
  package var outcome: Outcome
  /// Why it is not advised, where there is more to say.
  package var reason: String?
  /// The peak's bytes with it.
  package var peak: Int?
  /// How many of the part's bytes are gone with it.
  package var removed: Int
  /// How many more round trips there are to the store.
  package var roundTrips: Int?
  /// How many more statements the store runs.
  package var statements: Int?
  /// The lines of the scenario that go and come, with `-` and `+` before them.
  package var change: [String]
  /// The processor time with it as a part of the time without it: it differs from run to run, and is in no document.
  package var pace: Double?

  /// Gathers what a change gave.
  package init(
    name: String, advice: String, part: Int, outcome: Outcome, reason: String? = nil,
    peak: Int? = nil, removed: Int = 0, roundTrips: Int? = nil, statements: Int? = nil,
    change: [String] = [], pace: Double? = nil
  ) {
    self.name = name
    self.advice = advice
    self.part = part
    self.outcome = outcome
    self.reason = reason
    self.peak = peak
    self.removed = removed
    self.roundTrips = roundTrips
    self.statements = statements
    self.change = change
    self.pace = pace
  }
}

extension TriedChanges: Codable {
  /// All that a document says of them.
  static let fields: [Field<TriedChanges>] = [
    Field("remedies", \.remedies, .list(.named("remedy"))),
    Field(ifKnown: "doubt", \.failureReason, .text),
  ]

  /// Reads what was tried.
  package init(from decoder: any Decoder) throws {
    self.init()
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes what was tried.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

extension TriedChange: Codable {
  /// All that a document says of one.
  static let fields: [Field<TriedChange>] = [
    Field("name", \.name, .text),
    Field("advice", \.advice, .text),
    Field("part", \.part, .whole(from: 0)),
    Field("outcome", \.outcome, .word(Outcome.self)),
    Field(ifKnown: "reason", \.reason, .text),
    Field(ifKnown: "peak", \.peak, .whole(from: 0)),
    Field("removed", \.removed, .whole),
    Field(ifKnown: "roundTrips", \.roundTrips, .whole),
    Field(ifKnown: "statements", \.statements, .whole),
    Field(unlessEmpty: "change", \.change, .texts),
  ]

  /// Reads a change.
  package init(from decoder: any Decoder) throws {
    self.init(name: "", advice: "", part: 0, outcome: .failed)
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a change.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}
