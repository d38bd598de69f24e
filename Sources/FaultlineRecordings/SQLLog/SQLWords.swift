// A statement of SQL in words: as much of its grammar as it takes to distinguish kinds of statements.

/// A word, a sign, a number or a quoted text of a statement.
struct SQLWord {
  /// In upper case, unless it is quoted.
  let text: Substring
  /// How many brackets are open around it.
  let depth: Int
}

/// The words of a statement, in order.
enum SQLWords {
  /// Longer statements are read as far as this; what shows the kind of one stands before it.
  private static let most = 20_000

  static func of(_ statement: String) -> [SQLWord] {
    let text = statement.uppercased()
    let bytes = text.utf8
    var words: [SQLWord] = []
    var depth = 0
    var place = bytes.startIndex
    while place < bytes.endIndex, words.count < most {
      let byte = bytes[place]
      var end = bytes.index(after: place)
      switch byte {
      case UInt8(ascii: "("):
        depth += 1
        words.append(SQLWord(text: text[place..<end], depth: depth))
      case UInt8(ascii: ")"):
        words.append(SQLWord(text: text[place..<end], depth: depth))
        depth = max(0, depth - 1)
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        while end < bytes.endIndex, bytes[end] != byte { end = bytes.index(after: end) }
        words.append(SQLWord(text: text[place..<end], depth: depth))
        if end < bytes.endIndex { end = bytes.index(after: end) }
      case let byte where isOfWord(byte):
        while end < bytes.endIndex, isOfWord(bytes[end]) { end = bytes.index(after: end) }
        words.append(SQLWord(text: text[place..<end], depth: depth))
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      default: words.append(SQLWord(text: text[place..<end], depth: depth))
      }
      place = end
    }
    return words
  }

  /// Letters, digits, and what joins them to one name: `T0.Z_PK`.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "$"),
      0x80...:
      true
    default: false
    }
  }
}

extension [SQLWord] {
  func matches(_ place: Int, _ text: String) -> Bool {
    indices.contains(place) && self[place].text == text
  }

  /// Whether these words stand at a place, one after the other.
  func has(_ texts: [String], at place: Int) -> Bool {
    texts.indices.allSatisfy { matches(place + $0, texts[$0]) }
  }

  /// Where a keyword stands outside of all brackets.
  func keyword(_ text: String) -> Int? {
    firstIndex { $0.depth == 0 && $0.text == text }
  }
}
