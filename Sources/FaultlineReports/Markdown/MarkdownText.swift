// What may reach a page: nothing in a scenario's texts becomes markup, a link or a mention of a person.

import FaultlinePages

/// Makes texts harmless in Markdown.
package enum MarkdownText {
  /// A line of its own: one that begins like a list or a rule is still a line.
  package static func line(_ text: String) -> String {
    let text = escaped(text)
    let digits = text.prefix { $0.isNumber }
    let rest = text[digits.endIndex...]
    let isList = rest.hasPrefix(".") || rest.hasPrefix(")")
    if !digits.isEmpty { return isList ? "\(digits)\\\(rest)" : text }
    return ["-", "+", "="].contains { text.hasPrefix($0) } ? "\\\(text)" : text
  }

  /// The text inside a line or a cell.
  package static func escaped(_ text: String) -> String {
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

  /// The text inside an element, where mentions and issues would become links as well.
  static func html(_ text: String) -> String {
    HarmlessText.line(text).replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("@", with: "@<!-- -->").replacing("#", with: "#<!-- -->")
  }

  /// Lines of code between fences that no line of theirs can close.
  package static func code(_ text: String, _ language: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(HarmlessText.page(text))\n\(fence)"
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
