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

  /// The sorts of findings.
  public enum Kind: String, Sendable, Codable, Hashable, CaseIterable {
    case died, disagreement, cycle, leak, allocator, measurement, note
  }

  /// Words a finding.
  public init(kind: Kind, message: String, advice: String = "", evidence: [String] = []) {
    self.kind = kind
    self.message = message
    self.advice = advice
    self.evidence = evidence
  }
}
