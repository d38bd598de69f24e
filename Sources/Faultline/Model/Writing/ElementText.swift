// XML as text: elements in lines, attributes in the order in which they are given.

/// One element that is written down.
struct ElementText {
  private let name: String
  private var attributes: [(name: String, value: String)] = []
  private var children: [ElementText] = []

  init(_ name: String) { self.name = name }

  /// Adds an attribute that has a value; one without is not mentioned.
  mutating func set(_ attribute: String, _ value: String?) {
    if let value { attributes.append((attribute, value)) }
  }

  /// Adds an attribute that is on.
  mutating func set(_ attribute: String, isOn: Bool) {
    if isOn { attributes.append((attribute, "YES")) }
  }

  mutating func add(_ child: ElementText) { children.append(child) }

  /// An element with attributes and nothing in it.
  static func element(_ name: String, _ attributes: [(String, String?)]) -> ElementText {
    var element = ElementText(name)
    for (attribute, value) in attributes { element.set(attribute, value) }
    return element
  }

  /// The element as a whole file.
  var document: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    write(to: &text, indent: "")
    return text
  }

  private func write(to text: inout String, indent: String) {
    text += "\(indent)<\(name)"
    for attribute in attributes {
      text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\""
    }
    guard !children.isEmpty else {
      text += "/>\n"
      return
    }
    text += ">\n"
    for child in children { child.write(to: &text, indent: indent + "    ") }
    text += "\(indent)</\(name)>\n"
  }

  /// A value in which nothing ends it, and line ends are not taken for spaces; XML has no other control characters.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value):
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
