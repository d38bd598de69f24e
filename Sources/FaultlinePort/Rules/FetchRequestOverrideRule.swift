// `fetchRequest()` with a type of its own: an overload, not an override.

/// Removes `override` from `fetchRequest()` where its type differs from the inherited one.
enum FetchRequestOverrideRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    for declaration in unit.declarations where isOverload(declaration, unit.source) {
      for modifier in declaration.modifiers where modifier.name == "override" {
        unit.edits.remove(tokens: modifier.tokens)
      }
    }
  }

  /// Returns whether a declaration is a typed `fetchRequest()`, which overloads the inherited one.
  static func isOverload(_ declaration: Declaration, _ source: PortedSource) -> Bool {
    guard declaration.kind == .function, declaration.name == "fetchRequest",
      declaration.isOfType, declaration.parametersEnd == declaration.parametersStart + 1
    else { return false }
    let result = source.joined(declaration.result).filter { $0 != " " }
    return result.hasPrefix("NSFetchRequest<") && result != "NSFetchRequest<NSFetchRequestResult>"
      && result != "NSFetchRequest<anyNSFetchRequestResult>"
  }
}
