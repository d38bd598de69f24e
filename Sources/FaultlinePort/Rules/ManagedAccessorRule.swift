// `@NSManaged func`: the generated accessors of to-many relationships get bodies.

/// Gives managed functions bodies over the mutable collections of key-value coding.
enum ManagedAccessorRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    for declaration in unit.declarations
    where declaration.kind == .function && !declaration.isLocal && declaration.parent >= 0 {
      guard let attribute = declaration.attribute("NSManaged") else { continue }
      unit.edits.remove(tokens: attribute.tokens)
      guard declaration.bodyStart < 0 else { continue }
      rewrite(declaration, in: &unit)
    }
  }

  private static func rewrite(_ declaration: Declaration, in unit: inout RewriteUnit) {
    let source = unit.source
    let parameters = source.parameters(of: declaration)
    let types = parameters.map { source.joined($0.type) }
    let names = parameters.map { SwiftIdentifier.declared($0.name) }
    let selector = declaration.attribute("objc").flatMap {
      $0.arguments.isEmpty ? nil : source.joined($0.arguments).filter { $0 != " " }
    }
    let found =
      selector.flatMap(ToManyAccessor.init(selector:))
      ?? ToManyAccessor(
        function: declaration.name, labels: parameters.map(\.label), types: types)
    guard var accessor = found, !parameters.isEmpty else {
      return unit.report(
        .compilation, at: declaration.introducer,
        "'\(declaration.name)' is managed, and no accessor of a relationship")
    }
    let owner = unit.owner(of: declaration)
    var isOrdered = types.contains { $0.hasPrefix("NSOrderedSet") }
    if let owner {
      // The key of `addURLs(_:)` is found by the property, because a capital letter can have been one before.
      let upper = SwiftIdentifier.capitalized(accessor.key)
      accessor.key =
        unit.catalog.propertyNames(of: owner).first { SwiftIdentifier.capitalized($0) == upper }
        ?? accessor.key
      isOrdered = isOrdered || unit.catalog.isOrdered(accessor.key, in: owner)
    }
    switch accessor.change {
    case .addOne, .addMany, .removeOne, .removeMany: break
    default: isOrdered = true
    }
    let body = accessor.body(names, types: types, isOrdered: isOrdered)
    var text = " { \(body) }"
    if let overload = arrayOverload(of: declaration, accessor, types, isOrdered, owner, unit) {
      text += "; " + overload
    }
    unit.edits.insert(text, after: declaration.signatureEnd - 1)
  }

  /// The same accessor for an array.
  ///
  /// On Apple's platforms an array literal can be an `NSSet`; here it cannot.
  private static func arrayOverload(
    of declaration: Declaration, _ accessor: ToManyAccessor, _ types: [String], _ isOrdered: Bool,
    _ owner: Catalog.ClassFact?, _ unit: RewriteUnit
  ) -> String? {
    guard types == ["NSSet"], accessor.change == .addMany || accessor.change == .removeMany
    else { return nil }
    let name = owner.map { Catalog.lastName($0.name) } ?? ""
    let hasOverload = (unit.catalog.functions[name] ?? []).contains {
      $0.name == declaration.name && ($0.types.first?.hasPrefix("[") ?? false)
    }
    guard !hasOverload else { return nil }
    let modifiers = declaration.modifiers.filter { $0.name != "dynamic" && $0.name != "override" }
      .map { unit.source.joined($0.tokens) + " " }.joined()
    let body = accessor.body(["values"], types: types, isOrdered: isOrdered)
    return "\(modifiers)func \(declaration.name)(_ values: [NSManagedObject]) { \(body) }"
  }
}
