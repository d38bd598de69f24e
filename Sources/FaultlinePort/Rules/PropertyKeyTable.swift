// The keys of managed classes: one constant for each property, and the table from key paths to keys.

/// Writes the keys of a class.
enum PropertyKeyTable {
  /// The name of the enumeration that has the keys which a target declares for a class.
  static func enumeration(for fact: Catalog.ClassFact, in target: String, _ catalog: Catalog)
    -> String
  {
    // An extension in another module needs a name that its class does not have.
    catalog.targetNames[fact.place.target] == target ? "_Keys" : "_KeysIn\(target)"
  }

  /// The expression for the key of a property; a literal where the class cannot have constants.
  static func expression(
    for name: String, of fact: Catalog.ClassFact, in target: String, _ catalog: Catalog
  ) -> String {
    if fact.isGeneric { return "\"\(name)\"" }
    let enumeration = enumeration(for: fact, in: target, catalog)
    let key = SwiftIdentifier.member(name)
    return fact.isVisible ? "\(fact.name).\(enumeration).\(key)" : "\(enumeration).\(key)"
  }

  /// The enumeration with the keys of the properties that a target declares for a class, or nil without any.
  static func declaration(
    for fact: Catalog.ClassFact, in target: Int, _ catalog: Catalog
  ) -> String? {
    guard !fact.isGeneric else { return nil }
    var names: [String] = []
    for property in fact.properties
    where property.place.target == target && !names.contains(property.name)
      && catalog.primitiveKey(of: property.name, in: fact) == nil
    {
      names.append(property.name)
    }
    guard !names.isEmpty else { return nil }
    let keys = names.map {
      "static let \(SwiftIdentifier.declared($0)) = ManagedKey(\"\($0)\")"
    }
    let name = enumeration(for: fact, in: catalog.targetNames[target], catalog)
    return "enum \(name) { " + keys.joined(separator: "; ") + " }"
  }

  /// The override of the table from key paths to keys, or nil for a class without managed properties.
  ///
  /// Inherited properties are in it again, because a key path from a subclass equals none from its superclass.
  static func keyPaths(of fact: Catalog.ClassFact, _ catalog: Catalog) -> String? {
    var names: [String] = []
    for ancestor in catalog.ancestry(of: fact) {
      for property in ancestor.properties where !names.contains(property.name) {
        let isHere = property.place.target == fact.place.target
        let isSeen = isHere && (!property.isPrivate || property.place.file == fact.place.file)
        guard isSeen || (!isHere && property.isPublic),
          catalog.primitiveKey(of: property.name, in: ancestor) == nil
        else { continue }
        names.append(property.name)
      }
    }
    guard !names.isEmpty else { return nil }
    let root = fact.isVisible ? fact.name : Catalog.lastName(fact.name)
    let entries = names.map { "\\\(root).\(SwiftIdentifier.member($0)): \"\($0)\"" }
    let isolation = fact.isMainActor ? "nonisolated " : ""
    return
      "\(isolation)override \(fact.isPublic ? "public " : "")class var _keyPaths: [AnyKeyPath: String] "
      + "{ super._keyPaths.merging([\(entries.joined(separator: ", "))]) { $1 } }"
  }
}
