// `#keyPath(…)`: the text that it stands for.

/// Replaces `#keyPath` by a literal without the type's name.
enum KeyPathRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    let source = unit.source
    for index in source.tokens.indices where source.isToken(index, "#keyPath") {
      let open = index + 1
      guard source.isToken(open, "("), source.partners[open] > open else { continue }
      let end = source.partners[open]
      var names = (open..<end).filter(source.isName).map(source.name)
      // Types and modules begin with a capital letter; a key is left even if it does.
      while names.count > 1, let first = names[0].utf8.first,
        Bytes.isUppercase(first) || names[0] == "self"
      {
        names.removeFirst()
      }
      guard !names.isEmpty else { continue }
      unit.edits.replace(
        tokens: index..<end + 1, with: "\"\(names.joined(separator: "."))\"")
    }
  }
}
