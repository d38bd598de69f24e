// Colour for a terminal: red and blue, which nearly all people can distinguish, and never alone.

/// Puts colour codes around texts, or leaves them as they are.
package struct TerminalInk: Sendable {
  private let isOn: Bool

  /// Paints, or leaves everything as it is.
  package init(isOn: Bool) { self.isOn = isOn }

  /// A text that stands out.
  package func strong(_ text: String) -> String { paint(text, "1") }

  /// A text in a colour, or whatever else the code of a terminal says.
  package func paint(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
