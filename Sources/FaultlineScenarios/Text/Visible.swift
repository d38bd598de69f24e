// How wide a character is on a terminal, and what stands in for one that cannot be seen.

/// Makes text safe to print: nothing in it moves the cursor, hides, or reorders what follows.
enum Visible {
  /// The text with every control and format character replaced by something that can be seen.
  static func text(_ text: String) -> String {
    var result = ""
    for character in text { result += drawn(character) }
    return result
  }

  /// What a terminal shall show for a character; a tab becomes four spaces.
  static func drawn(_ character: Character) -> String {
    let scalars = character.unicodeScalars
    if scalars.count == 1 || character == "\r\n" {
      return scalars.map { replacement(for: $0) ?? String($0) }.joined()
    }
    return String(character)
  }

  private static func replacement(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09: return "    "
    case 0x00...0x1F: return Unicode.Scalar(0x2400 + scalar.value).map { String($0) }
    case 0x7F: return "\u{2421}"
    default: break
    }
    guard scalar.isUnprintable else { return nil }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }

  /// The number of terminal cells that drawn text takes.
  static func width(of text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII && character.unicodeScalars.count == 1 { return 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if first.properties.isEmojiPresentation || isWide(first.value) { return 2 }
    let emojiSelector: Unicode.Scalar = "\u{FE0F}"
    return character.unicodeScalars.contains(emojiSelector) ? 2 : 1
  }

  /// The blocks that Unicode's East Asian Width calls wide.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return true
    default:
      return false
    }
  }
}

extension String {
  /// The text in single quotes, visible throughout, and shortened when it is too long to read.
  package var inQuotes: String {
    let limit = 60
    guard unicodeScalars.count > limit else { return "'\(Visible.text(self))'" }
    var short = ""
    short.unicodeScalars.append(contentsOf: unicodeScalars.prefix(limit))
    return "'\(Visible.text(short))…'"
  }
}

// A word of a command line, written so that a shell reads it back.
extension String {
  /// The word as a shell reads it back.
  package var forShell: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        let character = Character(UnicodeScalar(byte))
        return character.isASCII
          && (character.isLetter || character.isNumber || "_@%+=:,./-".contains(character))
      }
    if isPlain { return self }
    guard unicodeScalars.contains(where: \.isUnprintable) else {
      return "'\(replacing("'", with: #"'\''"#))'"
    }
    // What could steer a terminal is written by its bytes, which bash and zsh read back.
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "'", "\\": "\\" + String(scalar)
      case _ where scalar.isUnprintable: String(scalar).utf8.map(Self.escaped).joined()
      default: String(scalar)
      }
    }
    return "$'" + escaped.joined() + "'"
  }

  /// A byte as a shell reads it in a text with escapes; three digits, so that nothing behind it counts as one.
  private static func escaped(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether it can move a cursor, turn the reading order or hide.
  fileprivate var isUnprintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
