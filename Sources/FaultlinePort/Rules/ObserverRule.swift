// `removeObserver(self)`, which the module answers for observers with selectors.

/// Sends `removeObserver(self)` to the module, which keeps the observers of selectors.
enum ObserverRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    let source = unit.source
    for index in source.tokens.indices where source.isToken(index, "removeObserver") {
      guard source.isToken(index - 1, "."), source.isToken(index + 1, "("),
        source.isToken(index + 2, "self"),
        source.isToken(index + 3, ")")
          || (source.isToken(index + 3, ",") && source.isToken(index + 4, "name"))
      else { continue }
      unit.edits.replace(tokens: index..<index + 1, with: "_removeObserver")
    }
  }
}
