// Imports: modules with another name on Linux, and those that Apple's modules bring along.

/// Adapts the imports of a file.
enum ImportRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    let source = unit.source
    var imported: Set<String> = []
    let used = unit.file.usedNames
    for index in unit.file.activeImports {
      let declaration = unit.declarations[index]
      let root = String(declaration.name.prefix { $0 != "." })
      imported.insert(root)
      let tokens = declaration.nameToken..<declaration.signatureEnd
      if root == "os" || root == "OSLog" {
        if declaration.name != "os" { unit.edits.replace(tokens: tokens, with: "os") }
      } else if root == "CoreData", declaration.name != "CoreData",
        declaration.nameToken == declaration.introducer + 1
      {
        unit.edits.replace(tokens: tokens, with: "CoreData")
      } else if AppleModules.isUnused(root, names: used) {
        imported.insert("Foundation")
        let all = (declaration.introducer + 1)..<declaration.signatureEnd
        unit.edits.replace(tokens: all, with: "Foundation")
      }
    }
    var missing: [String] = []
    func need(_ module: String, _ names: Set<String>) {
      if !imported.contains(module), !used.isDisjoint(with: names) { missing.append(module) }
    }
    need("CoreData", AppleModules.coreDataNames)
    need("FoundationNetworking", AppleModules.networkingNames)
    need("FoundationXML", ["XMLParser", "XMLParserDelegate"])
    if !missing.isEmpty { add(missing, to: &unit, source) }
  }

  /// Adds imports on the line of another, or before everything else.
  private static func add(
    _ modules: [String], to unit: inout RewriteUnit, _ source: PortedSource
  ) {
    let text = modules.map { "import \($0)" }.joined(separator: "; ")
    let first = unit.file.activeImports.first {
      !unit.file.isConditional[unit.declarations[$0].introducer]
    }
    if let first {
      unit.edits.insert("; " + text, after: unit.declarations[first].signatureEnd - 1)
    } else if let token = source.tokens.first {
      // A directive has its line for itself, so the import goes before a comment above it.
      let start = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let isShebang = source.bytes.starts(with: Array("#!".utf8))
      let offset = token.kind == .pound && !isShebang ? start : token.start
      unit.edits.insert(text + "; ", at: offset)
    }
  }
}
