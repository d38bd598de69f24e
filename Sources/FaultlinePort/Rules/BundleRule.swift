// Bundles: resources of a package are in the bundle of their target.

/// Replaces the bundles of classes, identifiers and the app by those of the package's targets.
enum BundleRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    let source = unit.source
    for index in source.tokens.indices
    where source.isToken(index, "Bundle") || source.isToken(index, "NSBundle") {
      guard !source.isToken(index - 1, ".") || source.isToken(index - 2, "Foundation") else {
        continue
      }
      if source.isToken(index + 1, "("), source.isToken(index + 3, ":") {
        rewriteCall(at: index, in: &unit)
      } else if source.isToken(index + 1, "."), source.isToken(index + 2, "main") {
        rewriteMain(at: index, in: &unit)
      }
    }
    wrapLookups(in: &unit)
  }

  /// `Bundle(for: Foo.self)` is the bundle of Foo's target; one with an identifier is that of this target.
  private static func rewriteCall(at index: Int, in unit: inout RewriteUnit) {
    let source = unit.source
    let end = source.partners[index + 1]
    guard end > index + 4 else { return }
    if source.isToken(index + 2, "for") {
      var expression = unit.target.bundle
      if source.isName(index + 4), source.isToken(end - 1, "self"), source.isToken(end - 2, ".") {
        let name = source.joined((index + 4)..<(end - 2))
        if let fact = unit.catalog.classFact(name, from: unit.target.number) {
          expression = unit.target.bundlesOfTargets[fact.place.target] ?? expression
        }
      }
      if let expression { unit.edits.replace(tokens: index..<end + 1, with: expression) }
    } else if source.isToken(index + 2, "identifier"), let expression = unit.target.bundle {
      unit.edits.replace(tokens: index..<end + 1, with: "Optional(\(expression))")
    }
  }

  /// `Bundle.main` is replaced only where a resource is looked up in it.
  private static func rewriteMain(at index: Int, in unit: inout RewriteUnit) {
    let source = unit.source
    let method = index + 4
    guard source.isToken(index + 3, "."), source.isToken(method + 1, "("),
      source.isToken(method, "url") || source.isToken(method, "path")
        || source.isToken(method, "urls") || source.isToken(method, "paths"),
      source.text(method + 2).hasPrefix("for")
    else { return }
    let literal = source.plainString(at: method + 4)?.text
    let found = literal.flatMap { unit.target.bundlesOfResources[$0] }
    guard let expression = found ?? unit.target.bundle else { return }
    unit.edits.replace(tokens: index..<index + 3, with: expression)
  }

  /// `urls(forResourcesWithExtension:)` returns another type here; the target's support file has one that does not.
  private static func wrapLookups(in unit: inout RewriteUnit) {
    let source = unit.source
    for index in source.tokens.indices where source.isToken(index, "urls") {
      guard source.isToken(index - 1, "."), source.isToken(index + 1, "("),
        source.isToken(index + 2, "forResourcesWithExtension")
      else { continue }
      unit.edits.replace(tokens: index..<index + 1, with: "_urls")
    }
  }
}
