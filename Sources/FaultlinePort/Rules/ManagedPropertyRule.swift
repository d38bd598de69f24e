// `@NSManaged var`: a computed property over the value of a key.

/// Gives managed properties accessors, and removes `@NSManaged` from them.
enum ManagedPropertyRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    for declaration in unit.declarations
    where declaration.kind == .variable && !declaration.isLocal && declaration.parent >= 0 {
      guard let attribute = declaration.attribute("NSManaged") else { continue }
      unit.edits.remove(tokens: attribute.tokens)
      rewrite(declaration, in: &unit)
    }
  }

  private static func rewrite(_ declaration: Declaration, in unit: inout RewriteUnit) {
    let source = unit.source
    let owner = unit.owner(of: declaration)
    let modifiers = declaration.modifiers.filter { $0.name != "dynamic" }
      .map { source.joined($0.tokens) + " " }.joined()
    let patterns = source.patterns(of: declaration)
    for (place, pattern) in patterns.enumerated() {
      guard !pattern.type.isEmpty else {
        unit.report(.compilation, at: pattern.nameToken, "a managed property without a type")
        continue
      }
      let isShared = pattern.type.lowerBound > pattern.nameToken + 2
      // `a, b: Int` is two properties, so the first needs the type that it shares.
      let type = isShared ? ": " + source.joined(pattern.type) : ""
      let last = isShared ? pattern.nameToken : pattern.type.upperBound - 1
      if pattern.accessors < 0 {
        unit.edits.insert(type + accessors(of: pattern.name, owner, unit), after: last)
      }
      if pattern.comma >= 0, place + 1 < patterns.count {
        unit.edits.replace(
          tokens: pattern.comma..<pattern.comma + 1, with: "; \(modifiers)var")
      }
    }
  }

  private static func accessors(
    of name: String, _ owner: Catalog.ClassFact?, _ unit: RewriteUnit
  ) -> String {
    if let owner, let key = unit.catalog.primitiveKey(of: name, in: owner) {
      return " { get { _getPrimitive(\"\(key)\") } set { _setPrimitive(\"\(key)\", newValue) } }"
    }
    let key = owner.map {
      PropertyKeyTable.expression(for: name, of: $0, in: unit.target.name, unit.catalog)
    }
    let text = key ?? "\"\(name)\""
    return " { get { _get(\(text)) } set { _set(\(text), newValue) } }"
  }
}

extension Catalog {
  /// The property whose primitive value a property of a class is, such as `name` of `primitiveName`.
  func primitiveKey(of name: String, in fact: ClassFact) -> String? {
    let rest = name.dropFirst("primitive".count)
    guard name.hasPrefix("primitive"), let first = rest.utf8.first, Bytes.isUppercase(first)
    else { return nil }
    let names = propertyNames(of: fact)
    let isModeled = modelProperties[Self.lastName(fact.name)]?.contains { $0.name == name } ?? false
    if isModeled { return nil }
    return names.first { SwiftIdentifier.capitalized($0) == rest }
      ?? SwiftIdentifier.decapitalized(rest)
  }
}
