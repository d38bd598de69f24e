// A doubt is a value with advice: what was noticed, and what to try next.

/// Something noticed during a trial that a reader should know.
package struct Finding: Sendable, Hashable {
  /// What sort of thing was noticed.
  package var kind: Kind
  /// One sentence that says it.
  package var message: String
  /// What to try next.
  package var advice: String
  /// The lines that show it.
  package var evidence: [String]
  /// A drawing of it, line by line, whose spaces count; most have none.
  package var trace: [String]
  /// The same for the same thing in every run, where a thing can be known again.
  package var fingerprint: String?

  /// The sorts of findings.
  package enum Kind: String, Sendable, Codable, Hashable, CaseIterable {
    case died, disagreement, cycle, leak, hold, allocator, measurement, behavior, note

    /// Whether it is about objects that live on: held by something that may let go, or by nothing that can.
    package var listsWhatLivesOn: Bool { self == .leak || self == .hold }
    /// Whether a report has a place of its own for it, and does not list it among the others.
    package var hasItsOwnPlace: Bool { listsWhatLivesOn || self == .behavior }
  }

  /// Words a finding.
  package init(
    kind: Kind, message: String, advice: String = "", evidence: [String] = [], trace: [String] = [],
    fingerprint: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.advice = advice
    self.evidence = evidence
    self.trace = trace
    self.fingerprint = fingerprint
  }
}

extension Finding: Codable {
  /// All that a document says of it.
  package static let fields: [Field<Finding>] = [
    Field("kind", \.kind, .word(Kind.self)),
    Field("message", \.message, .text),
    Field("advice", \.advice, .text),
    Field("evidence", \.evidence, .texts),
    Field(unlessEmpty: "trace", \.trace, .texts),
    Field(ifKnown: "fingerprint", \.fingerprint, .text),
  ]

  /// Reads a finding.
  package init(from decoder: any Decoder) throws {
    self.init(kind: .note, message: "")
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a finding.
  package func encode(to encoder: any Encoder) throws {
    try Self.fields.write(self, to: encoder)
  }
}
