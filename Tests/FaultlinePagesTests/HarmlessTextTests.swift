// What of a text reaches a reader: letters as they are, a sign for what cannot be seen.

import FaultlinePages
import FaultlineTestSupport
import Testing

struct `A text on one line` {
  @Test(
    arguments: [
      // Printed as it is, from the first to the last of ASCII, and beyond.
      ("", ""), (" ~", " ~"), ("a b", "a b"), ("é 漢 🙂", "é 漢 🙂"), ("e\u{301}", "e\u{301}"),
      // Joiners shape words and emoji.
      ("👩\u{200D}💻", "👩\u{200D}💻"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
      // What ends a line, or moves on in it, is a space.
      ("a\tb", "a b"), ("a\nb", "a b"), ("a\r\nb", "a b"), ("a\u{2028}b\u{2029}c", "a b c"),
      // What cannot be seen leaves a sign.
      ("a\u{0}b", "a\u{FFFD}b"), ("a\u{1F}b", "a\u{FFFD}b"), ("a\u{7F}b", "a\u{FFFD}b"),
      ("a\u{9B}b", "a\u{FFFD}b"), ("a\u{200B}b", "a\u{FFFD}b"), ("a\u{FEFF}b", "a\u{FFFD}b"),
      ("\u{202E}b\u{202C}", "\u{FFFD}b\u{FFFD}"), ("a\u{E000}b", "a\u{FFFD}b"),
      ("a\u{FFFF}b", "a\u{FFFD}b"),
    ] as [(String, String)])
  func `shows what can be seen`(text: String, shown: String) {
    #expect(
      HarmlessText.line(text).unicodeScalars.map(\.value) == shown.unicodeScalars.map(\.value))
  }

  @Test func `of one character that hides another keeps the letter`() {
    // A letter and a mark after it are one character; the invisible one among them is shown by a sign.
    #expect(HarmlessText.shown("e\u{301}") == "e\u{301}")
    #expect(
      HarmlessText.line("e\u{E0001}").unicodeScalars.map(\.value) == [0x65, 0xFFFD])
  }
}
