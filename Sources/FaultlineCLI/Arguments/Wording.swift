// How messages of the command line word things.

import FaultlinePages

/// The end of a sentence that offers a word, or nothing.
func didYouMean(_ word: String?) -> String {
  word.map { " Did you mean '\($0)'?" } ?? ""
}

/// A user's word in quotes: short, on one line, and unable to steer the terminal.
func quoted(_ word: String) -> String {
  "'\(harmless(word.count > 60 ? word.prefix(59) + "…" : word))'"
}

/// The text on one line, with nothing that could move the cursor or turn the reading order.
func harmless(_ text: String) -> String { HarmlessText.line(text) }
