// What happened in a step, short enough to be read at a glance; the rest stands below.

/// A frame's sentence in two parts.
package struct ReplaySentence {
  /// What is said first, in three lines of a narrow column.
  package let lead: String
  /// What else happened; often nothing.
  package let rest: String

  /// How much three lines hold.
  private static let most = 96
  /// Where a sentence may end early: what follows adds a reason or says what holds, and the table says that too.
  private static let turns = [
    "; ", ": ", ", still held by ", ", held by ", ": a new instance ", ": new instances ", ", and ",
    ", from ",
    ", with ",
    ", without ", ", but ", ", for ",
  ]

  package init(_ text: String) {
    var parts = text.split(separator: ". ", omittingEmptySubsequences: true).map(String.init)
    for place in parts.indices.dropLast() { parts[place] += "." }
    var lead = parts.isEmpty ? "" : parts.removeFirst()
    while let next = parts.first, lead.count + next.count < Self.most {
      parts.removeFirst()
      lead += " " + next
    }
    var rest = parts.joined(separator: " ")
    if lead.count > Self.most, let cut = Self.cut(lead) {
      (lead, rest) = (cut.0, rest.isEmpty ? cut.1 : "\(cut.1) \(rest)")
    }
    (self.lead, self.rest) = (lead, rest)
  }

  /// The sentence up to the last turn that leaves it short enough, and what follows.
  private static func cut(_ text: String) -> (String, String)? {
    let places = turns.flatMap { turn in text.ranges(of: turn).map { ($0, turn) } }
      .filter { text[..<$0.0.lowerBound].count < most && $0.0.lowerBound != text.startIndex }
    guard let (place, turn) = places.max(by: { $0.0.lowerBound < $1.0.lowerBound }) else {
      return nil
    }
    let words = turn.hasPrefix(", ") && turn != ", and " ? turn.dropFirst(2) : ""
    let tail = words + text[place.upperBound...]
    return (text[..<place.lowerBound] + ".", tail.prefix(1).uppercased() + tail.dropFirst())
  }
}
