// The known word nearest to a misspelt one.

import FaultlineMeasures

/// Compares words the way a reader forgives them: case aside, a swap of neighbours is one slip.
package enum Spelling {
  /// Words beyond this length are only compared whole, so that no input makes the search slow.
  private static let longest = 64

  /// The known word that was most probably meant, or nil when none is near.
  ///
  /// Of equally near words the first in alphabetical order is taken, whatever order they came in. Where none is near,
  /// the one that begins with what was written is meant, if there is only one.
  package static func nearest(to word: String, among known: [String]) -> String? {
    let wanted = Array(word.lowercased().unicodeScalars.prefix(longest + 1))
    guard !wanted.isEmpty else { return nil }
    var best: (distance: Int, word: String)?
    for candidate in known {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(longest + 1))
      let cutoff = max(1, min(wanted.count, letters.count) / 3)
      guard let distance = distance(wanted, letters, atMost: cutoff) else { continue }
      if let found = best, (found.distance, found.word) <= (distance, candidate) { continue }
      best = (distance, candidate)
    }
    return best?.word ?? onlyContinuation(of: word.lowercased(), among: known)
  }

  /// The only known word that begins with a beginning of at least three letters.
  private static func onlyContinuation(of beginning: String, among known: [String]) -> String? {
    guard beginning.count >= 3 else { return nil }
    let longer = Set(known.filter { $0.lowercased().hasPrefix(beginning) })
    return longer.count == 1 ? longer.first : nil
  }

  /// `. Did you mean 'x'?` to end a message with, or nothing.
  package static func question(for word: String, among known: [String]) -> String {
    nearest(to: word, among: known).map { ". Did you mean \($0.inQuotes)?" } ?? ""
  }

  /// The words in the order given, the first thirty of them.
  package static func list(_ words: [String]) -> String {
    guard !words.isEmpty else { return "none" }
    let shown = words.prefix(30).joined(separator: ", ")
    return words.count > 30 ? "\(shown), and \(words.count - 30) more" : shown
  }

  /// The optimal string alignment distance, or nil when it is above the limit.
  private static func distance(
    _ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int
  ) -> Int? {
    if a == b { return 0 }
    guard a.count <= longest, b.count <= longest, abs(a.count - b.count) <= limit else {
      return nil
    }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1..<(a.count + 1) {
      var row = [i]
      for j in 1..<(b.count + 1) {
        let same = a[i - 1] == b[j - 1]
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}

extension ByteUnit {
  /// The note that lists the units.
  static var note: String { "units of bytes: \(Spelling.list(names))" }

  /// The message about an unknown unit.
  static func mistake(_ word: String) -> String {
    "no unit \(word.inQuotes)\(Spelling.question(for: word, among: names))"
  }
}
