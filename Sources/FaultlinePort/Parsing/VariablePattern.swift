// The names, types and accessors of a variable declaration.

/// A name of a variable declaration, with its type and accessors.
struct VariablePattern: Equatable, Sendable {
  var name: String
  var nameToken: Int
  /// The tokens of the type; empty without an annotation.
  var type: Range<Int>
  /// The token of the accessors' opening brace, or −1.
  var accessors: Int
  /// A Boolean value that indicates whether a value is assigned.
  var hasValue: Bool
  /// The token of the comma behind the pattern, or −1.
  var comma: Int
}

extension PortedSource {
  /// Returns the patterns of a variable declaration; one that destructures a tuple has none.
  func patterns(of declaration: Declaration) -> [VariablePattern] {
    var patterns: [VariablePattern] = []
    var index = declaration.introducer + 1
    while isName(index) {
      var pattern = VariablePattern(
        name: name(index), nameToken: index, type: 0..<0, accessors: -1, hasValue: false,
        comma: -1)
      index += 1
      if isToken(index, ":") {
        let end = endOfType(from: index + 1)
        pattern.type = (index + 1)..<max(end, index + 1)
        index = pattern.type.upperBound
      }
      pattern.hasValue = isToken(index, "=")
      if isToken(index, "{"), partners[index] > index { pattern.accessors = index }
      if isToken(index, ",") { pattern.comma = index }
      patterns.append(pattern)
      guard pattern.comma >= 0 else { break }
      index += 1
    }
    // `a, b: Int` gives both the same type.
    for place in patterns.indices.reversed().dropFirst()
    where patterns[place].type.isEmpty && !patterns[place].hasValue {
      patterns[place].type = patterns[place + 1].type
    }
    return patterns
  }

  /// Returns whether the accessors that begin at a brace have one of a name.
  func hasAccessor(_ name: StaticString, in brace: Int) -> Bool {
    guard tokens.indices.contains(brace), partners[brace] > brace else { return false }
    var index = brace + 1
    while index < partners[brace] {
      if isToken(index, name) { return true }
      let isBracket = isToken(index, "{") || isToken(index, "(") || isToken(index, "[")
      index = isBracket && partners[index] > index ? partners[index] + 1 : index + 1
    }
    return false
  }
}

/// A parameter of a function.
struct DeclaredParameter: Equatable, Sendable {
  /// The label at the call, or nil for `_`.
  var label: String?
  var name: String
  var type: Range<Int>
  var hasDefault: Bool
}

extension PortedSource {
  /// Returns the parameters of a function.
  func parameters(of declaration: Declaration) -> [DeclaredParameter] {
    guard declaration.parametersStart >= 0 else { return [] }
    var parameters: [DeclaredParameter] = []
    var index = declaration.parametersStart + 1
    let end = declaration.parametersEnd
    while index < end {
      while isToken(index, "@") { index = endOfAttribute(at: index) }
      guard isName(index) else { break }
      let first = name(index)
      var second = first
      index += 1
      if isName(index) {
        second = name(index)
        index += 1
      }
      guard isToken(index, ":") else { break }
      let typeEnd = min(endOfType(from: index + 1), end)
      let type = (index + 1)..<max(typeEnd, index + 1)
      index = type.upperBound
      let hasDefault = isToken(index, "=")
      while index < end, !isToken(index, ",") {
        index = partners[index] > index ? partners[index] + 1 : index + 1
      }
      parameters.append(
        DeclaredParameter(
          label: first == "_" ? nil : first, name: second, type: type, hasDefault: hasDefault))
      index += 1
    }
    return parameters
  }
}
