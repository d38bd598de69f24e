// The frame of a page: what its policy allows, and texts and addresses that stay where they are put.

import FaultlinePages
import FaultlineTestSupport
import Testing

struct `The frame of a page` {
  @Test func `links to a neighbour, whatever its name is`() {
    #expect(RelativeAddress.of("first-light.html") == "./first-light.html")
    #expect(RelativeAddress.of("a b\"<é>:?.html") == "./a%20b%22%3c%c3%a9%3e%3a%3f.html")
  }

  @Test func `lets no text out of its place`() {
    for text in HostileTexts.attempts {
      let shown = MarkupText.escaped(text)
      #expect(!shown.contains { "<>\"'\n\r\u{1B}".contains($0) }, "\(shown)")
    }
    #expect(MarkupText.escaped("a & b\tc") == "a &amp; b c")
  }
}
