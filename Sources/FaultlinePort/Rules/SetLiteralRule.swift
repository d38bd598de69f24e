// Array literals that are assigned to properties of type `NSSet`, which has no literals on Linux.

/// Wraps array literals for relationships that the model or the class declares as `NSSet`.
enum SetLiteralRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    let source = unit.source
    for index in source.tokens.indices where source.isToken(index, "[") {
      let end = source.partners[index]
      guard end > index, index >= 2, source.isToken(index - 1, "="), source.isName(index - 2),
        unit.catalog.isSet(source.name(index - 2)), endsExpression(end, source)
      else { continue }
      // A local variable of the same name has another type.
      let isMember = source.isToken(index - 3, ".")
      let isInClass = unit.isInsideManagedClass(index)
      guard isMember || isInClass, !isDeclared(index - 2, source) else { continue }
      unit.edits.insert("NSSet(array: ", before: index)
      unit.edits.insert(")", after: end)
    }
  }

  private static func isDeclared(_ name: Int, _ source: PortedSource) -> Bool {
    source.isToken(name - 1, "let") || source.isToken(name - 1, "var")
  }

  /// Returns whether nothing follows the literal, such as a call or a cast.
  private static func endsExpression(_ end: Int, _ source: PortedSource) -> Bool {
    let next = end + 1
    guard source.tokens.indices.contains(next) else { return true }
    if source.isToken(next, "}") || source.isToken(next, ";") { return true }
    return source.tokens[next].followsLineEnd && !source.isToken(next, ".")
      && source.tokens[next].kind != .operator && !source.isToken(next, "as")
  }
}

extension RewriteUnit {
  /// Returns whether a token is in the body of a managed class or of its extension.
  func isInsideManagedClass(_ token: Int) -> Bool {
    let type = file.enclosingType(of: token)
    return type >= 0 && catalog.isManaged(declarations[type].name, from: target.number)
  }
}

extension Catalog {
  /// Returns whether every property of a name has the type `NSSet`.
  func isSet(_ name: String) -> Bool {
    guard let types = propertyTypes[name], !types.isEmpty else { return false }
    return types.allSatisfy { $0 == "NSSet" || $0 == "NSSet?" || $0 == "NSSet!" }
  }
}
