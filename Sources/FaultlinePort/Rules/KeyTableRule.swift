// The members that managed classes get on the line of their closing brace.

/// Adds the table of key paths to managed classes, and their keys where no other file can.
enum KeyTableRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    for (index, fact) in unit.ownClasses where unit.catalog.isManaged(fact) {
      reportName(of: unit.declarations[index], in: &unit)
      guard !fact.isGeneric else { continue }
      if !fact.isVisible,
        let keys = PropertyKeyTable.declaration(for: fact, in: unit.target.number, unit.catalog)
      {
        unit.addMember(keys, to: index)
      }
      if let paths = PropertyKeyTable.keyPaths(of: fact, unit.catalog) {
        unit.addMember(paths, to: index)
      }
    }
  }

  /// Models name classes as Objective-C does, and on Linux a class is found by its Swift name only.
  private static func reportName(of declaration: Declaration, in unit: inout RewriteUnit) {
    guard let attribute = declaration.attribute("objc"), !attribute.arguments.isEmpty else {
      return
    }
    let name = unit.source.joined(attribute.arguments)
    guard name != declaration.name else { return }
    unit.report(
      .behavior, at: attribute.tokens.lowerBound,
      "'\(declaration.name)' is '\(name)' in Objective-C: a model that names it so does not find it"
    )
  }
}
