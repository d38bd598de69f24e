// Finds the declarations of a source in one pass over its tokens, without recursion.

/// A parser that finds the declarations of a source and where their bodies are.
struct DeclarationParser {
  private let source: PortedSource
  private var declarations: [Declaration] = []
  /// The declarations of bodies, by the token of their opening brace.
  private var bodies: [Int: Int] = [:]
  private var scopes: [Scope] = []

  /// A body that the pass is inside of.
  private struct Scope {
    var end: Int
    var declaration: Int
    /// A Boolean value that indicates whether the body has statements, and no members.
    var isCode: Bool
    /// A Boolean value that indicates whether the body or one around it has statements.
    var isLocal: Bool
  }

  private init(_ source: PortedSource) { self.source = source }

  static func declarations(of source: PortedSource) -> [Declaration] {
    var parser = DeclarationParser(source)
    parser.parse()
    return parser.declarations
  }

  private mutating func parse() {
    var index = 0
    while index < source.tokens.count {
      while let last = scopes.last, last.end >= 0, last.end <= index { scopes.removeLast() }
      if source.isToken(index, "{") {
        enterBody(at: index)
        index += 1
      } else {
        index = parseDeclaration(at: index)
      }
    }
  }

  private mutating func enterBody(at index: Int) {
    let end = source.partners[index]
    guard end > index else { return }
    let declaration = bodies[index]
    let isCode = declaration.map { !declarations[$0].kind.isType } ?? true
    scopes.append(
      Scope(
        end: end, declaration: declaration ?? scopes.last?.declaration ?? -1, isCode: isCode,
        isLocal: isCode || (scopes.last?.isLocal ?? false)))
  }

  /// Reads a declaration, if one begins at a token, and returns the token to go on with.
  private mutating func parseDeclaration(at start: Int) -> Int {
    guard source.tokens[start].kind == .identifier || source.isToken(start, "@"),
      !source.isToken(start - 1, ".")
    else { return start + 1 }
    var declaration = Declaration(kind: .alias, start: start, introducer: start)
    var index = start
    while index < source.tokens.count {
      if source.isToken(index, "@"), source.isName(index + 1) {
        let end = source.endOfAttribute(at: index)
        let last = end - 1
        let hasArguments = source.isToken(last, ")")
        declaration.attributes.append(
          Declaration.Attribute(
            name: source.text(index + 1), tokens: index..<end,
            arguments: hasArguments ? (source.partners[last] + 1)..<last : end..<end))
        index = end
      } else if let end = endOfModifier(at: index) {
        declaration.modifiers.append(
          Declaration.Modifier(
            name: source.text(index), tokens: index..<end,
            isForSetter: source.isToken(index + 2, "set") && end > index + 1))
        index = end
      } else {
        break
      }
    }
    guard let kind = introducer(at: index) else { return max(index, start + 1) }
    declaration.kind = kind
    declaration.introducer = index
    declaration.parent = scopes.last?.declaration ?? -1
    declaration.isLocal = scopes.last?.isLocal ?? false
    let end = readSignature(of: &declaration)
    if declaration.bodyStart >= 0 { bodies[declaration.bodyStart] = declarations.count }
    declarations.append(declaration)
    return max(end, index + 1)
  }

  // MARK: - Modifiers and introducers

  private static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "open", "package", "final", "override",
    "static", "class", "mutating", "nonmutating", "lazy", "weak", "unowned", "optional",
    "required", "convenience", "dynamic", "indirect", "prefix", "postfix", "infix",
    "nonisolated", "isolated", "distributed", "consuming", "borrowing",
  ]

  /// Returns the token behind a modifier, or nil if there is none.
  private func endOfModifier(at index: Int) -> Int? {
    guard source.tokens[index].kind == .identifier else { return nil }
    guard Self.modifiers.contains(source.text(index)) else { return nil }
    if source.isToken(index, "class"), !continues(at: index + 1) { return nil }
    var end = index + 1
    if source.isToken(end, "("), source.tokens[end].followsDirectly, source.partners[end] > end {
      end = source.partners[end] + 1
    }
    return continues(at: end) ? end : nil
  }

  /// Returns whether a modifier, an attribute or an introducer is at a token.
  private func continues(at index: Int) -> Bool {
    guard source.tokens.indices.contains(index) else { return false }
    if source.isToken(index, "@") { return true }
    guard source.tokens[index].kind == .identifier else { return false }
    let text = source.text(index)
    if text == "class" || text == "actor" { return source.isName(index + 1) }
    return Self.modifiers.contains(text) || Self.introducers[text] != nil
  }

  private static let introducers: [String: Declaration.Kind] = [
    "class": .class, "struct": .struct, "enum": .enum, "extension": .extension,
    "protocol": .protocol, "actor": .actor, "func": .function, "var": .variable,
    "let": .variable, "init": .initializer, "subscript": .subscript, "deinit": .deinitializer,
    "import": .import, "typealias": .alias, "associatedtype": .alias, "case": .alias,
  ]

  private func introducer(at index: Int) -> Declaration.Kind? {
    guard source.tokens.indices.contains(index), source.tokens[index].kind == .identifier,
      let kind = Self.introducers[source.text(index)], !source.isToken(index - 1, ".")
    else { return nil }
    let isMember = !(scopes.last?.isCode ?? false) && (scopes.last?.declaration ?? -1) >= 0
    switch kind {
    case .class, .struct, .enum, .extension, .protocol:
      // `class` is also a constraint, and any of them a label.
      return source.isName(index + 1) && !source.isToken(index - 1, ":") ? kind : nil
    case .actor:
      let hasBody =
        source.isToken(index + 2, "{") || source.isToken(index + 2, ":")
        || source.isToken(index + 2, "<")
      return source.isName(index + 1) && hasBody ? kind : nil
    case .function:
      guard source.tokens.indices.contains(index + 1) else { return nil }
      return source.isName(index + 1) || source.tokens[index + 1].kind == .operator ? kind : nil
    case .initializer, .subscript, .deinitializer: return isMember ? kind : nil
    case .variable:
      return source.isName(index + 1) || source.isToken(index + 1, "(") ? kind : nil
    case .import: return source.isName(index + 1) ? kind : nil
    case .alias: return nil
    }
  }

  // MARK: - Signatures

  /// Fills in what follows an introducer, and returns the token at which the pass goes on.
  private func readSignature(of declaration: inout Declaration) -> Int {
    let next = declaration.introducer + 1
    switch declaration.kind {
    case .import: return readImport(of: &declaration)
    case .variable:
      declaration.nameToken = next
      declaration.name = source.name(next)
      return next
    case .function, .initializer, .subscript, .deinitializer:
      return readFunction(of: &declaration)
    case .alias: return next
    default: return readType(of: &declaration)
    }
  }

  private func readImport(of declaration: inout Declaration) -> Int {
    var index = declaration.introducer + 1
    if source.isName(index + 1), !source.tokens[index + 1].followsLineEnd { index += 1 }
    declaration.nameToken = index
    var end = index + 1
    while source.isToken(end, "."), source.isName(end + 1) { end += 2 }
    declaration.name = source.joined(index..<end)
    declaration.signatureEnd = end
    return end
  }

  private func readType(of declaration: inout Declaration) -> Int {
    var index = declaration.introducer + 1
    declaration.nameToken = index
    if declaration.kind == .extension {
      let end = source.endOfType(from: index)
      declaration.name = source.joined(index..<end).filter { $0 != " " && $0 != "`" }
      index = max(end, index + 1)
    } else {
      declaration.name = source.name(index)
      index += 1
      if source.tokens.indices.contains(index), source.tokens[index].kind == .operator,
        source.bytes[source.tokens[index].start] == UInt8(ascii: "<")
      {
        declaration.isGeneric = true
        index = source.endOfGenericArguments(from: index)
      }
    }
    if source.isToken(index, ":") {
      declaration.inheritanceColon = index
      repeat {
        let start = index + 1
        index = source.endOfType(from: start)
        declaration.inherited.append(source.joined(start..<index))
      } while source.isToken(index, ",")
    }
    declaration.signatureEnd = index
    if source.isToken(index, "where") {
      declaration.hasWhereClause = true
      index = endOfWhereClause(from: index)
    }
    setBody(of: &declaration, at: index)
    return index
  }

  private func readFunction(of declaration: inout Declaration) -> Int {
    var index = declaration.introducer
    if declaration.kind == .function {
      index += 1
      declaration.nameToken = index
      declaration.name = source.name(index)
    } else {
      declaration.name = source.text(index)
      declaration.nameToken = index
    }
    index += 1
    if declaration.kind == .initializer, source.isToken(index, "?") || source.isToken(index, "!") {
      index += 1
    }
    if source.tokens.indices.contains(index), source.tokens[index].kind == .operator,
      source.bytes[source.tokens[index].start] == UInt8(ascii: "<")
    {
      declaration.isGeneric = true
      index = source.endOfGenericArguments(from: index)
    }
    guard source.isToken(index, "("), source.partners[index] > index else {
      setBody(of: &declaration, at: index)
      declaration.signatureEnd = index
      return index
    }
    declaration.parametersStart = index
    declaration.parametersEnd = source.partners[index]
    index = declaration.parametersEnd + 1
    while source.isToken(index, "async") || source.isToken(index, "throws")
      || source.isToken(index, "rethrows") || source.isToken(index, "reasync")
    {
      index += 1
      if source.isToken(index, "("), source.partners[index] > index {
        index = source.partners[index] + 1
      }
    }
    if source.isToken(index, "->") {
      let start = index + 1
      index = max(source.endOfType(from: start), start)
      declaration.result = start..<index
    }
    declaration.signatureEnd = index
    if source.isToken(index, "where") {
      declaration.hasWhereClause = true
      index = endOfWhereClause(from: index)
    }
    setBody(of: &declaration, at: index)
    // Parameters may have closures as defaults, so the pass goes through them.
    return declaration.parametersStart + 1
  }

  private func endOfWhereClause(from start: Int) -> Int {
    var index = start + 1
    while index < source.tokens.count {
      if source.isToken(index, "{") || source.isToken(index, "}") || source.isToken(index, ";") {
        return index
      }
      if source.tokens[index].kind == .identifier,
        Self.introducers[source.text(index)] != nil, !source.isToken(index - 1, ":")
      {
        return index
      }
      index += 1
    }
    return index
  }

  private func setBody(of declaration: inout Declaration, at index: Int) {
    guard source.isToken(index, "{"), source.partners[index] > index else { return }
    declaration.bodyStart = index
    declaration.bodyEnd = source.partners[index]
  }
}
