// The comparison that every picture rests on must itself be able to fail.

import FaultlineTestSupport
import Testing

struct `Two texts` {
  @Test func `are the same or show where they part`() {
    #expect(textDifference("one\ntwo\n", "one\ntwo\n") == nil)
    #expect(
      textDifference("one\ntwo \n", "one\ntwo\n") == """
        the texts part in line 2
          expected: "two"
          found:    "two "
        ── expected ──
        one
        two

        ── found ──
        one
        two\u{20}

        ──
        """)
  }
}
