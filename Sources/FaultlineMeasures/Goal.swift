// What a scenario is played to find out, as its file says it.

/// A question that the headline of a report answers before all others.
package enum Goal: Sendable, Hashable {
  /// Which variant reads least at a checkpoint, or at its greatest where none is named: `least bytes.peak@end`.
  case least(metric: String, checkpoint: String?)
  /// Whether a variant leaks: `no leaks`.
  case noLeaks

  /// Reads a goal; nil for a text that is none.
  package init?(_ text: String) {
    if text == Goal.noLeaks.text {
      self = .noLeaks
      return
    }
    guard text.hasPrefix(Self.prefix) else { return nil }
    let parts = text.dropFirst(Self.prefix.count).split(
      separator: "@", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    guard !parts[0].isEmpty, parts.last?.isEmpty == false else { return nil }
    self = .least(metric: parts[0], checkpoint: parts.count > 1 ? parts[1] : nil)
  }

  private static let prefix = "least "

  /// The goal as a file has it.
  package var text: String {
    switch self {
    case .noLeaks: "no leaks"
    case .least(let metric, let checkpoint):
      Self.prefix + metric + (checkpoint.map { "@\($0)" } ?? "")
    }
  }
}
