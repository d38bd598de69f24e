// Keys of records in one line: '1...3, 7'.

/// Keys in their order, neighbours as one range.
package struct RecordKeys: Sendable {
  private(set) var ranges: [ClosedRange<Int>] = []
  private(set) var count = 0

  /// Reads what a scenario has.
  init(_ node: Node) throws(Diagnostic) {
    for part in try node.text().split(separator: ",") {
      let words = part.split(separator: "...", omittingEmptySubsequences: false)
        .map { Int($0.drop { $0 == " " }.prefix { $0 != " " }) }
      guard let first = words.first ?? nil, let last = words.last ?? nil, words.count <= 2,
        first > 0, first <= last
      else {
        throw node.diagnostic(
          "\(node.inWords) are no keys", notes: ["keys are written '7', or '1...3, 7'"])
      }
      ranges.append(first...last)
      count = count.adding(last - first + 1)
    }
    guard !ranges.isEmpty else { throw node.diagnostic("expected keys, found \(node.inWords)") }
  }

  /// Writes keys as a scenario has them.
  package static func text(_ keys: [Int]) -> String {
    var parts: [ClosedRange<Int>] = []
    for key in keys {
      // The largest key has no next one.
      if let last = parts.last, last.upperBound < key, last.upperBound + 1 == key {
        parts[parts.count - 1] = last.lowerBound...key
      } else {
        parts.append(key...key)
      }
    }
    return parts.map {
      $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)...\($0.upperBound)"
    }.joined(separator: ", ")
  }
}
