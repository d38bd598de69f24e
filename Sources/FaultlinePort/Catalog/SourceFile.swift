// A source file of a target, and how it is found again.

/// A Swift source that is ported.
package struct SourceFile: Sendable {
  /// The path below its target's folder.
  package let path: String
  /// The path that findings name, which is the original's.
  package let displayPath: String
  let source: SourceText
  let declarations: [Declaration]
  /// For each token whether a conditional directive excludes it on Linux.
  let isInactive: [Bool]

  package init(path: String, displayPath: String, bytes: [UInt8], conditions: ConditionFacts) {
    self.path = path
    self.displayPath = displayPath
    source = SourceText(bytes)
    declarations = DeclarationParser.declarations(of: source)
    isInactive = InactiveRegions.flags(of: source, facts: conditions)
  }

  /// The innermost type whose body contains a token, as an index of `declarations`, or −1.
  func enclosingType(of token: Int) -> Int {
    var found = -1
    for (index, declaration) in declarations.enumerated() {
      if declaration.introducer > token { break }
      if declaration.kind.isType, declaration.bodyStart < token, declaration.bodyEnd > token {
        found = index
      }
    }
    return found
  }

  /// The name of a type with those of the types around it, such as `Library.Shelf`.
  func qualifiedName(of index: Int) -> String {
    var names: [String] = []
    var index = index
    while index >= 0 {
      if declarations[index].kind.isType { names.append(declarations[index].name) }
      index = declarations[index].parent
    }
    return names.reversed().joined(separator: ".")
  }

  /// Returns whether other files see a type: neither it nor a type around it is private or local.
  func isVisible(_ index: Int) -> Bool {
    var index = index
    while index >= 0 {
      let declaration = declarations[index]
      if declaration.isLocal || declaration.isPrivate { return false }
      index = declaration.parent
    }
    return true
  }

  /// The names that the file's active code uses, without those of imports.
  var usedNames: Set<String> {
    var imports: Set<Int> = []
    for declaration in declarations where declaration.kind == .import {
      imports.formUnion(declaration.introducer..<declaration.signatureEnd)
    }
    var names: Set<String> = []
    for index in source.tokens.indices
    where source.tokens[index].kind == .identifier && !isInactive[index] && !imports.contains(index) {
      names.insert(source.text(index))
    }
    return names
  }

  /// The active imports, as indices of `declarations`.
  var activeImports: [Int] {
    declarations.indices.filter {
      declarations[$0].kind == .import && !isInactive[declarations[$0].introducer]
    }
  }
}
