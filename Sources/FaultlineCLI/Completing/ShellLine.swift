// A line as bash has it before it takes the quotes away: its words, and how the last one stands there.

/// The last command of a line, taken apart as a shell does.
struct ShellLine {
  /// Its words without quotes; the last one is under the cursor, and may be empty.
  private(set) var words: [String] = []
  /// The last word as it is typed, from the last sign on that ends no word: what a shell would put a word in place of.
  private(set) var raw = ""
  /// The quote that is open under the cursor.
  private(set) var openQuote: Character?
  /// Whether a file is to be named here whatever the command takes: `2> …`.
  private(set) var isRedirection = false

  init(_ line: String) {
    var word = ""
    var isWord = false
    var isAfterArrow = false
    var rest = line[...]
    func end(_ all: inout ShellLine) {
      if isWord, !isAfterArrow { all.words.append(word) }
      if isWord { isAfterArrow = false }
      (word, isWord, all.raw) = ("", false, "")
    }
    while let character = rest.popFirst() {
      if let quote = openQuote {
        raw.append(character)
        if character == quote {
          openQuote = nil
        } else if character == "\\", quote == "\"", let next = rest.first, "\"\\$`".contains(next) {
          raw.append(rest.removeFirst())
          word.append(next)
        } else {
          word.append(character)
        }
        continue
      }
      switch character {
      case " ", "\t", "\n": end(&self)
      case ";", "|", "&":
        end(&self)
        words = []
      case "<", ">":
        // A number before the arrow belongs to it.
        if isWord, word.allSatisfy(\.isNumber) { (word, isWord, raw) = ("", false, "") }
        end(&self)
        isAfterArrow = true
      case "'", "\"":
        openQuote = character
        isWord = true
        raw.append(character)
      case "\\":
        isWord = true
        raw.append(character)
        if let next = rest.popFirst() {
          raw.append(next)
          word.append(next)
        }
      default:
        isWord = true
        raw.append(character)
        word.append(character)
      }
    }
    isRedirection = isAfterArrow
    words.append(word)
  }
}

extension String {
  /// The word as one types it in bash or fish without quotes: each sign that means something has a backslash.
  var escapedForShell: String {
    reduce(into: "") { text, character in
      let isPlain =
        character.isLetter || character.isNumber || "_@%+=:,./-".contains(character)
      text += isPlain ? "\(character)" : "\\\(character)"
    }
  }
}
