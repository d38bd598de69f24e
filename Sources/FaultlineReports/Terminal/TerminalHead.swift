// The head of a column on one or two lines, no wider than it must be.

/// Breaks a column's title over its cells.
enum TerminalHead {
  /// The title's lines; `breaking` lets a long word be divided.
  static func lines(
    _ title: String, over body: Int, breaking: Bool, _ spelling: TerminalSpelling
  ) -> [String] {
    let limit = max(body, longest)
    var candidates = [[title]]
    let words = title.split(separator: " ").map(String.init)
    for index in words.indices.dropFirst() {
      candidates.append([
        words[..<index].joined(separator: " "), words[index...].joined(separator: " "),
      ])
    }
    if breaking, words.count == 1, let parts = partsOfName(title) ?? divided(title) {
      candidates.append(parts)
    }
    if TerminalWidth.of(title) <= body { candidates = [[title]] }
    let best = candidates.min { width($0) < width($1) } ?? [title]
    return best.map { TerminalWidth.shortened($0, to: limit, ellipsis: spelling.ellipsis) }
  }

  /// Titles are the scenario's: one that goes on and on must not push out the numbers.
  private static let longest = 14

  private static func width(_ lines: [String]) -> Int {
    lines.map(TerminalWidth.of).max() ?? 0
  }

  /// Divides a metric's name behind the dot that is nearest to its middle.
  private static func partsOfName(_ word: String) -> [String]? {
    let letters = Array(word)
    let dots = letters.indices.dropFirst().dropLast().filter { letters[$0] == "." }
    let place = dots.min { abs(2 * $0 - letters.count) < abs(2 * $1 - letters.count) }
    return place.map { [String(letters[...$0]), String(letters[($0 + 1)...])] }
  }

  /// Divides a word before a consonant that a vowel follows, as near to its middle as can be.
  private static func divided(_ word: String) -> [String]? {
    let letters = Array(word)
    guard letters.count >= 8 else { return nil }
    let vowels: Set<Character> = ["a", "e", "i", "o", "u", "y"]
    let places = (3...letters.count - 3).filter { place in
      letters[place].isLetter && !vowels.contains(letters[place])
        && vowels.contains(letters[place + 1])
    }
    let place = places.min { left, right in
      abs(2 * left - letters.count) < abs(2 * right - letters.count)
    }
    return place.map { [String(letters[..<$0]) + "-", String(letters[$0...])] }
  }
}
