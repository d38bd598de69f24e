// A source file of a target, and how it is found again.

/// A Swift source that is ported.
package final class SourceFile: Sendable {
  /// The path below its target's folder.
  package let path: String
  /// The path that findings name, which is the original's.
  package let displayPath: String
  let source: PortedSource
  let declarations: [Declaration]
  /// For each token whether a conditional directive excludes it on Linux.
  let isInactive: [Bool]
  /// For each token whether it is between `#if` and `#endif`.
  let isConditional: [Bool]
  /// For each token the innermost type whose body contains it, as an index of `declarations`, or −1.
  private let enclosingTypes: [Int]
  /// For each declaration the indices of its direct members.
  private let members: [[Int]]

  package init(path: String, displayPath: String, bytes: [UInt8], conditions: ConditionFacts) {
    self.path = path
    self.displayPath = displayPath
    source = PortedSource(bytes)
    declarations = DeclarationParser.declarations(of: source)
    isInactive = InactiveRegions.flags(of: source, facts: conditions)
    isConditional = InactiveRegions.conditionals(of: source)
    enclosingTypes = Self.enclosingTypes(of: source, declarations)
    var members = [[Int]](repeating: [], count: declarations.count)
    for (index, declaration) in declarations.enumerated() where declaration.parent >= 0 {
      members[declaration.parent].append(index)
    }
    self.members = members
  }

  private static func enclosingTypes(
    of source: PortedSource, _ declarations: [Declaration]
  ) -> [Int] {
    var starts: [Int: Int] = [:]
    for (index, declaration) in declarations.enumerated()
    where declaration.kind.isType && declaration.bodyStart >= 0 {
      starts[declaration.bodyStart] = index
    }
    var open: [Int] = []
    return source.tokens.indices.map { token in
      if let last = open.last, declarations[last].bodyEnd == token { open.removeLast() }
      let enclosing = open.last ?? -1
      if let index = starts[token] { open.append(index) }
      return enclosing
    }
  }

  /// The members of a type that are declared in its body, without those of nested bodies.
  func members(of index: Int) -> [Declaration] {
    members[index].map { declarations[$0] }.filter { $0.isLocal == declarations[index].isLocal }
  }

  /// The innermost type whose body contains a token, as an index of `declarations`, or −1.
  func enclosingType(of token: Int) -> Int { enclosingTypes[token] }

  /// Types that are nested deeper are private to their file: no app has them, and their names would fill the memory.
  private static let depthLimit = 32

  /// The name of a type with those of the types around it, such as `Library.Shelf`.
  func qualifiedName(of index: Int) -> String {
    var names: [String] = []
    var index = index
    while index >= 0, names.count < Self.depthLimit {
      if declarations[index].kind.isType { names.append(declarations[index].name) }
      index = declarations[index].parent
    }
    return names.reversed().joined(separator: ".")
  }

  /// Returns whether other files see a type: neither it nor a type around it is private or local.
  func isVisible(_ index: Int) -> Bool {
    var index = index
    var depth = 0
    while index >= 0 {
      let declaration = declarations[index]
      if declaration.isLocal || declaration.isPrivate || depth == Self.depthLimit { return false }
      index = declaration.parent
      depth += 1
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
    where source.tokens[index].kind == .identifier && !isInactive[index] && !imports.contains(index)
    {
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
