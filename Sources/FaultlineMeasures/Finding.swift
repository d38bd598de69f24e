// A doubt is a value with advice: what was noticed, and what to try next.

/// Something noticed during a trial that a reader should know.
public struct Finding: Sendable, Hashable {
  /// What sort of thing was noticed.
  public var kind: Kind
  /// One sentence that says it.
  public var message: String
  /// What to try next.
  public var advice: String
  /// The lines that show it.
  public var evidence: [String]
  /// A drawing of it, line by line, whose spaces count; most have none.
  public var trace: [String]
  /// The same for the same thing in every run, where a thing can be known again.
  public var fingerprint: String?

  /// The sorts of findings.
  public enum Kind: String, Sendable, Codable, Hashable, CaseIterable {
    case died, disagreement, cycle, leak, hold, allocator, measurement, note

    /// Whether it is about objects that live on: held by something that may let go, or by nothing that can.
    public var listsWhatLivesOn: Bool { self == .leak || self == .hold }
  }

  /// Words a finding.
  public init(
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
  public init(from decoder: any Decoder) throws {
    self.init(kind: .note, message: "")
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a finding.
  public func encode(to encoder: any Encoder) throws {
    try Self.fields.write(self, to: encoder)
  }
}
