// What may reach a reader: no control characters from a scenario's texts, and nothing invisible that
// makes a text lie.

/// Makes texts harmless wherever they are shown.
package enum HarmlessText {
  /// The text on one line, without anything that could move a cursor or turn the reading order.
  package static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    return text.reduce(into: "") { $0 += shown($1) }
  }

  /// The text with its line breaks and tabs, and with nothing else that could move a cursor or turn the reading order.
  package static func page(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09 }) {
      return text
    }
    return text.reduce(into: "") { $0 += $1 == "\n" || $1 == "\t" ? String($1) : shown($1) }
  }

  /// The character, or what stands in its place.
  package static func shown(_ character: Character) -> String {
    character.unicodeScalars.contains(where: isHarmful) ? harmless(character) : String(character)
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    // Joiners shape words and emoji; the other invisible ones can make a text lie.
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    default: false
    }
  }

  /// Space where the character meant space; else a sign that something was here.
  private static func harmless(_ character: Character) -> String {
    if character.isNewline || character == "\t" { return " " }
    return character.unicodeScalars.reduce(into: "") { text, scalar in
      text += isHarmful(scalar) ? "\u{FFFD}" : String(scalar)
    }
  }
}

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
