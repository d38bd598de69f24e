// The size of a run: a baseline of one size says nothing about the other.

/// The size in which scenarios run.
public enum RunSize: String, Sendable, Codable, Hashable, CaseIterable {
  /// The small sizes that scenarios name for a quick run.
  case quick
  /// The sizes that scenarios have otherwise.
  case full

  /// The option that asks for it.
  public var option: String { "--\(rawValue)" }
}
