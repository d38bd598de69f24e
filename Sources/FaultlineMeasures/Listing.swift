// Lists and counts as sentences have them, and parts of long lists.

// Words as a sentence has them.
extension [String] {
  /// `a`, `a and b`, or `a, b and c`.
  package var listed: String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}

/// `1 row`, `2,000 rows`; words that take more than an s are given in both forms.
package func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  "\(NumberText.grouped(number)) \(number == 1 ? one : many ?? one + "s")"
}

// How much of a list is shown where it is long.
extension Collection {
  /// The first of them, at most so many; all where one alone would be left out, since "1 more" takes as much room.
  package func shown(atMost most: Int) -> SubSequence {
    prefix(count == most + 1 ? most + 1 : most)
  }
}

// Some elements from each part of a list.
extension Collection where Index == Int {
  /// At most so many elements, evenly from the first to the last; all of them where there are no more.
  package func spread(over most: Int) -> [Element] {
    guard count > most else { return Array(self) }
    guard most > 1 else { return most == 1 ? Array(prefix(1)) : [] }
    return (0..<most).map { self[startIndex + $0 * (count - 1) / (most - 1)] }
  }
}

// A list with each of its members once.
extension Array where Element: Hashable {
  /// Each once, where it first stood.
  package var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
