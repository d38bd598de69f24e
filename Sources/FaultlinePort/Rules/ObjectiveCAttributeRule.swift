// `@objc` and its siblings, which the compiler refuses without Objective-C.

/// Removes `@objc`, `@nonobjc`, `@objcMembers` and the modifier `dynamic`.
enum ObjectiveCAttributeRule: RewriteRule {
  private static let names: Set<String> = [
    "objc", "nonobjc", "objcMembers", "IBAction", "IBOutlet", "IBInspectable", "IBDesignable",
    "NSCopying", "GKInspectable",
  ]

  static func apply(to unit: inout RewriteUnit) {
    for declaration in unit.declarations {
      for attribute in declaration.attributes where names.contains(attribute.name) {
        unit.edits.remove(tokens: attribute.tokens)
      }
      for modifier in declaration.modifiers where modifier.name == "dynamic" {
        unit.edits.remove(tokens: modifier.tokens)
      }
    }
    removeFromOtherDeclarations(in: &unit)
  }

  /// Removes the attributes of what the parser does not list, such as type aliases and accessors.
  private static func removeFromOtherDeclarations(in unit: inout RewriteUnit) {
    var listed: Set<Int> = []
    for declaration in unit.declarations {
      for attribute in declaration.attributes { listed.insert(attribute.tokens.lowerBound) }
    }
    for index in unit.source.tokens.indices
    where unit.source.isToken(index, "@") && !listed.contains(index) {
      let name = unit.source.text(index + 1)
      guard name == "objc" || name == "nonobjc", unit.source.tokens[index + 1].followsDirectly
      else { continue }
      unit.edits.remove(tokens: index..<unit.source.endOfAttribute(at: index))
    }
  }
}
