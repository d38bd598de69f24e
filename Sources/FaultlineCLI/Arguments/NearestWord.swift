// "Did you mean …?": the known word that is the fewest slips away.

/// The candidate nearest to a word, or nil when none is near enough to be meant.
func nearestWord(to word: String, among candidates: [String]) -> String? {
  // Nobody misspells a thousand letters, and the work grows with their square.
  guard !word.isEmpty, word.count <= 60 else { return nil }
  let tolerance = max(1, word.count / 3)
  let near = candidates.lazy
    .map { (word: $0, slips: slips(from: Array(word.lowercased()), to: Array($0.lowercased()))) }
    .filter { $0.slips <= tolerance && $0.slips < $0.word.count }
  // `min` takes the first of equals, so the order of declaration decides.
  return near.min { $0.slips < $1.slips }?.word
}

/// The end of a sentence that offers a word, or nothing.
func didYouMean(_ word: String?) -> String {
  word.map { " Did you mean '\($0)'?" } ?? ""
}

/// A user's word in quotes: short, on one line, and unable to steer the terminal.
func quoted(_ word: String) -> String {
  "'\(harmless(word.count > 60 ? word.prefix(59) + "…" : word))'"
}

/// A text in which what would move the cursor is a space.
func harmless(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
}

/// Letters to insert, drop, change or swap with their neighbour until one word is the other.
private func slips(from word: [Character], to other: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...other.count)
  for row in word.indices {
    var current = [row + 1]
    for column in other.indices {
      var best = min(last[column + 1], current[column]) + 1
      best = min(best, last[column] + (word[row] == other[column] ? 0 : 1))
      let swapped =
        row > 0 && column > 0 && word[row] == other[column - 1] && word[row - 1] == other[column]
      if swapped { best = min(best, beforeLast[column - 1] + 1) }
      current.append(best)
    }
    (beforeLast, last) = (last, current)
  }
  return last[other.count]
}
