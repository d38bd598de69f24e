// Sizes as MetricKit writes them: for people, in any language. A unit is looked up and never guessed.

/// Reads `"1,106,818千字节"` and `"200.5 MB"`.
enum MetricSize {
  /// Units in lower case and their bytes; MetricKit counts in 1,000.
  private static let units: [String: Double] = [
    "b": 1, "byte": 1, "bytes": 1, "字节": 1, "位元組": 1, "バイト": 1, "바이트": 1, "octets": 1, "octet": 1,
    "o": 1,
    "байт": 1, "б": 1,
    "kb": 1e3, "千字节": 1e3, "千位元組": 1e3, "キロバイト": 1e3, "킬로바이트": 1e3, "ko": 1e3, "кб": 1e3,
    "kilobytes": 1e3,
    "kilobyte": 1e3,
    "mb": 1e6, "兆字节": 1e6, "百萬位元組": 1e6, "メガバイト": 1e6, "메가바이트": 1e6, "mo": 1e6, "мб": 1e6,
    "megabytes": 1e6,
    "megabyte": 1e6,
    "gb": 1e9, "吉字节": 1e9, "十億位元組": 1e9, "ギガバイト": 1e9, "기가바이트": 1e9, "go": 1e9, "гб": 1e9,
    "gigabytes": 1e9,
    "gigabyte": 1e9,
  ]

  /// The bytes of a text, or nil where its unit is not known or its number can be read in two ways.
  static func bytes(_ text: String) -> Int? {
    let text = text.trimmed
    guard text.unicodeScalars.count < 100,
      let first = text.first(where: isDigit), text.first == first,
      let last = text.lastIndex(where: isDigit)
    else { return nil }
    let unit = String(text[text.index(after: last)...]).trimmed.lowercased()
    guard let factor = units[unit], let number = number(text[...last]) else { return nil }
    let bytes = number * factor
    return bytes < 1e15 ? Int(bytes.rounded()) : nil
  }

  /// A digit of any script; signs such as that for a thousand have a value as well, and belong to units.
  private static func isDigit(_ character: Character) -> Bool {
    character.unicodeScalars.count == 1
      && character.unicodeScalars.first?.properties.generalCategory == .decimalNumber
  }

  /// A number with signs between its digits: those between groups of three part them, a last other one is the point.
  private static func number(_ text: Substring) -> Double? {
    var groups: [String] = [""]
    var signs: [Character] = []
    for character in text {
      if isDigit(character), let digit = character.wholeNumberValue {
        groups[groups.count - 1] += "\(digit)"
      } else {
        signs.append(character)
        groups.append("")
      }
    }
    guard groups.allSatisfy({ !$0.isEmpty }) else { return nil }
    if signs.isEmpty { return Double(groups[0]) }
    let inner = groups.dropFirst().dropLast()
    guard inner.allSatisfy({ $0.count == 3 }), groups[0].count <= 3 || signs.count == 1 else {
      return nil
    }
    let isLastDifferent = signs.count > 1 && signs[signs.count - 1] != signs[0]
    let fraction = groups[groups.count - 1]
    if fraction.count == 3, !isLastDifferent, groups[0].count <= 3 {
      return Double(groups.joined())
    }
    guard isLastDifferent || signs.count == 1 else { return nil }
    return Double(groups.dropLast().joined() + "." + fraction)
  }
}
