// How texts are written for a terminal: the signs of tables, and ASCII where nothing else is known.

import FaultlinePages

/// Makes texts harmless, and writes signs in ASCII where the terminal knows nothing else.
struct TerminalSpelling {
  var ascii: Bool

  var rule: Character { ascii ? "-" : "─" }
  var best: String { ascii ? "*" : "★" }
  var tie: String { ascii ? "+" : "☆" }
  var worst: String { ascii ? "#" : "◇" }
  var broken: String { ascii ? "!" : "✗" }
  var reference: String { ascii ? "<" : "●" }
  var ellipsis: String { ascii ? "..." : "…" }

  /// The signs behind a cell.
  func marks(_ cell: Report.Cell) -> String {
    let tone =
      switch cell.tone {
      case .best: best
      case .tie: tie
      case .worst: worst
      default: ""
      }
    return tone + (cell.isBroken ? broken : "")
  }

  /// The text on one line, without anything that could move a cursor or turn the reading order.
  func shown(_ text: String) -> String {
    guard ascii else { return HarmlessText.line(text) }
    return text.reduce(into: "") { $0 += Self.inASCII(HarmlessText.shown($1)) }
  }

  private static func inASCII(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(\.isASCII) { return text }
    return signs[text] ?? text.map { $0.isASCII ? String($0) : "?" }.joined()
  }

  private static let signs = [
    "▲": "^", "▼": "v", "·": "|", "…": "...", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"",
    "”": "\"", "×": "x", "→": "->", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "\u{A0}": " ",
    "┬": "+", "─": "-", "│": "|", "├": "+", "╰": "+", "↓": "v",
  ]
}
