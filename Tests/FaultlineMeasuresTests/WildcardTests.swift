// Patterns with stars and question marks.

import FaultlineMeasures
import Testing

struct `A wildcard` {
  private static let fits: [(pattern: String, text: String, fits: Bool)] = [
    ("*", "", true), ("", "", true), ("", "a", false), ("a*", "a", true), ("*a*b", "xaxxab", true),
    ("*a*b", "xaxxabc", false), ("a?c", "abc", true), ("a?c", "ac", false), ("**", "abc", true),
  ]

  @Test(arguments: fits)
  func `a star stands for any text, a question mark for one character`(
    pattern: String, text: String, fits: Bool
  ) {
    #expect(Wildcard(pattern).matches(text) == fits)
  }
}
