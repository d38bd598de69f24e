// Texts inside markup: XML, HTML and SVG share the signs that must not stand there as they are.

/// Makes texts harmless inside elements and quoted attributes.
package enum MarkupText {
  /// The text on one line, as content or as the value of an attribute in double quotes.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in HarmlessText.line(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
  }
}
