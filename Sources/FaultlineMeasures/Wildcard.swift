// Patterns such as `sizes/*/rows=1000`, as the command line chooses trials by them.

/// A pattern in which `*` stands for any text and `?` for any one character.
package struct Wildcard: Sendable {
  private let pattern: [Character]

  package init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Whether the whole of a text fits; the time is at most the product of both lengths.
  package func matches(_ text: String) -> Bool {
    let text = Array(text)
    var at = (text: 0, pattern: 0)
    // Where to go on when the last star takes one more character.
    var star: (text: Int, pattern: Int)?
    while at.text < text.count {
      if at.pattern < pattern.count, pattern[at.pattern] == "*" {
        star = (at.text, at.pattern + 1)
        at.pattern += 1
      } else if at.pattern < pattern.count,
        pattern[at.pattern] == "?" || pattern[at.pattern] == text[at.text]
      {
        at = (at.text + 1, at.pattern + 1)
      } else if let last = star {
        star = (last.text + 1, last.pattern)
        at = (last.text + 1, last.pattern)
      } else {
        return false
      }
    }
    return pattern[at.pattern...].allSatisfy { $0 == "*" }
  }
}
