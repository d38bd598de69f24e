// How messages of the command line word things.

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
