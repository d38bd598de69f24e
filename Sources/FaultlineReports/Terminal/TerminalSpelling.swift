// What may reach a terminal: no control characters from a scenario's texts, and ASCII if asked.

/// Makes texts harmless, and spells signs in ASCII where the terminal knows nothing else.
struct TerminalSpelling {
  var ascii: Bool

  var rule: Character { ascii ? "-" : "─" }
  var best: String { ascii ? "*" : "★" }
  var reference: String { ascii ? "<" : "●" }
  var ellipsis: String { ascii ? "..." : "…" }

  /// The text on one line, without anything that could move a cursor or turn the reading order.
  func spell(_ text: String) -> String {
    var result = ""
    for character in text {
      let isTainted = character.unicodeScalars.contains(where: Self.isHarmful)
      let shown = isTainted ? Self.harmless(character) : String(character)
      result += ascii ? Self.inASCII(shown) : shown
    }
    return result
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

  private static func inASCII(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(\.isASCII) { return text }
    return signs[text] ?? text.map { $0.isASCII ? String($0) : "?" }.joined()
  }

  private static let signs = [
    "▲": "^", "▼": "v", "·": "|", "…": "...", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"",
    "”": "\"", "×": "x", "→": "->", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "\u{A0}": " ",
  ]
}
