// What happened in a step, short enough to be read at a glance; the rest stands below.

/// A frame's sentence in two parts.
struct ReplaySentence {
  /// What is said first, in three lines of a narrow column.
  let lead: String
  /// What else happened; often nothing.
  let rest: String

  /// How much three lines hold.
  private static let most = 130
  /// Where a sentence may end early: what follows says only what holds, and the table says that too.
  private static let turns = ["; ", ", still held by ", ", held by ", ": "]

  init(_ text: String) {
    var parts = text.split(separator: ". ", omittingEmptySubsequences: true).map(String.init)
    for place in parts.indices.dropLast() { parts[place] += "." }
    var lead = parts.isEmpty ? "" : parts.removeFirst()
    while let next = parts.first, lead.count + next.count < Self.most {
      lead += " " + parts.removeFirst()
      _ = next
    }
    var rest = parts.joined(separator: " ")
    if lead.count > Self.most, let cut = Self.cut(lead) {
      (lead, rest) = (cut.0, rest.isEmpty ? cut.1 : "\(cut.1) \(rest)")
    }
    (self.lead, self.rest) = (lead, rest)
  }

  private static func cut(_ text: String) -> (String, String)? {
    for turn in turns {
      guard let place = text.firstRange(of: turn), place.lowerBound != text.startIndex else { continue }
      let lead = text[..<place.lowerBound]
      guard lead.count <= most else { continue }
      let words = turn.first == "," ? turn.dropFirst(2) : ""
      let tail = words + text[place.upperBound...]
      return (lead + ".", tail.prefix(1).uppercased() + tail.dropFirst())
    }
    return nil
  }
}
