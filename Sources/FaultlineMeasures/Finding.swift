// A doubt is a value with advice: what was noticed, and what to try next.

/// Something noticed during a trial that a reader should know.
public struct Finding: Sendable, Codable, Hashable {
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
    case died, disagreement, cycle, leak, allocator, measurement, note
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

extension Finding {
  private enum CodingKeys: String, CodingKey {
    case kind, message, advice, evidence, trace, fingerprint
  }

  /// Reads a finding; one that was written before there were drawings has none.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      kind: try values.decode(Kind.self, forKey: .kind),
      message: try values.decode(String.self, forKey: .message),
      advice: try values.decode(String.self, forKey: .advice),
      evidence: try values.decode([String].self, forKey: .evidence),
      trace: try values.decodeIfPresent([String].self, forKey: .trace) ?? [],
      fingerprint: try values.decodeIfPresent(String.self, forKey: .fingerprint))
  }

  /// Writes a finding; a drawing only where there is one.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(kind, forKey: .kind)
    try values.encode(message, forKey: .message)
    try values.encode(advice, forKey: .advice)
    try values.encode(evidence, forKey: .evidence)
    if !trace.isEmpty { try values.encode(trace, forKey: .trace) }
    try values.encodeIfPresent(fingerprint, forKey: .fingerprint)
  }
}
