// Text with names in braces: `batch-{i}`.

/// A text whose braces are filled while a pass plays; compiled once.
package struct NameText: Sendable {
  private enum Part: Sendable {
    case text(String)
    case formula(Formula)
  }

  private let parts: [Part]
  private let node: Node

  /// Reads `{…}` as formulas and all else as it stands.
  init(_ node: Node) throws(Diagnostic) {
    self.node = node
    var parts: [Part] = []
    var rest = Substring(try node.text())
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw node.diagnostic("the brace '{' is never closed")
      }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let inner = String(rest[rest.index(after: open)..<close])
      do throws(Diagnostic) {
        parts.append(.formula(try Formula(inner, named: "{\(inner)}")))
      } catch {
        throw node.diagnostic("between the braces: \(error.message)", notes: error.notes)
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty || parts.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The text as it stands in the file.
  var source: String { node.scalar?.text ?? "" }

  /// Whether it is the same text everywhere.
  var isFixed: Bool {
    parts.allSatisfy { if case .text = $0 { true } else { false } }
  }

  /// Whether a name stands in its braces.
  func mentions(_ name: String) -> Bool {
    parts.contains { part in
      if case .formula(let formula) = part { formula.mentions.contains { $0.text == name } } else { false }
    }
  }

  /// Whether a text can be one of those that this one becomes.
  func matches(_ text: String) -> Bool {
    var rest = Substring(text)
    for (index, part) in parts.enumerated() {
      guard case .text(let fixed) = part else { continue }
      if index == 0 {
        guard rest.hasPrefix(fixed) else { return false }
        rest = rest.dropFirst(fixed.count)
      } else if index == parts.count - 1 {
        return rest.hasSuffix(fixed)
      } else {
        guard let found = rest.firstRange(of: fixed) else { return false }
        rest = rest[found.upperBound...]
      }
    }
    if case .formula = parts.last { return true }
    return rest.isEmpty
  }

  /// Whether every name in its braces is known.
  func check(_ names: Names) throws(Diagnostic) {
    for case .formula(let formula) in parts {
      for mention in formula.mentions where !names.known.contains(mention.text) {
        throw .unknown("name", mention.text, at: node.range, known: names.known)
      }
    }
  }

  /// The text with its braces filled.
  func text(in names: Names) throws(FormulaError) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let fixed): text += fixed
      case .formula(let formula): text += try formula.value(in: names).description
      }
    }
    return text
  }
}
