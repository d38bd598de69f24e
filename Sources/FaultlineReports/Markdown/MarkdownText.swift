// What may reach a page: nothing in a scenario's texts becomes markup, a link or a mention of a person.

import FaultlinePages

/// Makes texts harmless in Markdown.
enum MarkdownText {
  /// A line of its own: one that begins like a list or a rule is still a line.
  static func line(_ text: String) -> String {
    let text = escaped(text)
    let digits = text.prefix { $0.isNumber }
    let rest = text[digits.endIndex...]
    let isList = rest.hasPrefix(".") || rest.hasPrefix(")")
    if !digits.isEmpty { return isList ? "\(digits)\\\(rest)" : text }
    return ["-", "+", "="].contains { text.hasPrefix($0) } ? "\\\(text)" : text
  }

  /// The text inside a line or a cell.
  static func escaped(_ text: String) -> String {
    var result = ""
    var before: Character = " "
    for character in HarmlessText.line(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "$": result += "\\\(character)"
      // "@end" would call the user of that name, and "#1" an issue; a comment between keeps both quiet.
      case "@", "#": result += isWord(before) ? "\(character)" : "\(character)<!-- -->"
      // What begins like an address would become a link.
      case "/": result += before == ":" ? "<!-- -->/" : "/"
      default: result.append(character)
      }
      before = character
    }
    return result.replacing("www.", with: "www<!-- -->.")
  }

  /// The text inside an element.
  static func html(_ text: String) -> String {
    HarmlessText.line(text).replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
