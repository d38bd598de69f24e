// How wide a text stands in a terminal, and how to make it narrower without losing both its ends.

import FaultlinePages

/// Measures texts in the columns of a terminal.
package enum TerminalWidth {
  package static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// A cluster is as wide as its widest scalar: marks that combine take no room of their own.
  static func of(_ character: Character) -> Int {
    var width = 0
    var emoji = false
    for scalar in character.unicodeScalars {
      if scalar.value == 0xFE0F { emoji = true }
      width = max(width, of(scalar))
    }
    return emoji ? 2 : width
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The ranges of East Asian Width W and F, as far as scripts are concerned.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F1E6...0x1F1FF,
    0x20000...0x3FFFD,
  ]

  /// The text with its middle left out, so that it fits.
  static func shortened(_ text: String, to width: Int, ellipsis: String) -> String {
    guard of(text) > width else { return text }
    let room = width - of(ellipsis)
    guard room > 1 else { return prefix(text, width) }
    let head = prefix(text, room - room / 2)
    var used = 0
    let tail = text.reversed().prefix { character in
      used += of(character)
      return used <= room / 2
    }
    return head + ellipsis + String(tail.reversed())
  }

  /// The text without the spaces at its end.
  static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// As many characters as fit.
  static func prefix(_ text: String, _ width: Int) -> String {
    String(text[...].prefix(fitting: width))
  }

  /// Lines of words; a word longer than a line is cut.
  static func wrapped(
    _ text: String, width: Int, indent: Int = 0, hanging: Int? = nil
  ) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var used = indent
    var isFresh = true
    let next = hanging ?? indent
    func turn() {
      lines.append(line)
      line = String(repeating: " ", count: next)
      used = next
      isFresh = true
    }
    for word in text.split(separator: " ") {
      var rest = word
      while !rest.isEmpty {
        let gap = isFresh ? 0 : 1
        // No more of a long word is looked at than a line has room for.
        var head = rest.prefix(fitting: width - used - gap)
        let needed = of(head)
        if head.endIndex == rest.endIndex {
          line += (isFresh ? "" : " ") + head
          used += needed + gap
          rest = rest[rest.endIndex...]
        } else if !isFresh {
          turn()
          continue
        } else {
          // At least one character a line, so that the end comes at any width.
          if head.isEmpty { head = rest.prefix(1) }
          line += head
          rest = rest[head.endIndex...]
          if !rest.isEmpty {
            turn()
            continue
          }
          used += of(head)
        }
        isFresh = false
      }
    }
    if !isFresh { lines.append(line) }
    return lines
  }
}

extension Substring {
  /// As many characters as fit.
  fileprivate func prefix(fitting width: Int) -> Substring {
    var used = 0
    return prefix { character in
      used += TerminalWidth.of(character)
      return used <= width
    }
  }
}

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
    "▲": "^", "▼": "v", "·": "|", "…": "...", "–": "-", "−": "-", "—": "-", "‘": "'", "’": "'",
    "“": "\"",
    "”": "\"", "×": "x", "→": "->", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "\u{A0}": " ",
    "┬": "+", "─": "-", "│": "|", "├": "+", "╰": "+", "↓": "v",
  ]
}

// The colours of a report's tones.
extension TerminalInk {
  func text(_ text: String, _ tone: Report.Tone) -> String {
    switch tone {
    case .better: paint(text, "34")
    case .worse, .worst: paint(text, "31")
    case .same: paint(text, "2")
    case .best: paint(text, "1")
    case .neutral, .tie, .plain: text
    }
  }

  func strong(_ text: String, _ tone: Report.Tone) -> String {
    switch tone {
    case .better: paint(text, "1;34")
    case .worse: paint(text, "1;31")
    default: strong(text)
    }
  }
}
