// Finds the end of a type in a sequence of tokens.

extension PortedSource {
  /// Returns the token behind the type that begins at a token.
  func endOfType(from start: Int) -> Int {
    var index = start
    var needsOperand = true
    while index < tokens.count {
      let token = tokens[index]
      switch token.kind {
      case .identifier, .quotedIdentifier:
        if isToken(index, "async") || isToken(index, "throws") || isToken(index, "rethrows") {
          // An effect belongs to a type only before its arrow.
          var behind = index + 1
          if isToken(behind, "("), partners[behind] > behind { behind = partners[behind] + 1 }
          let isArrow =
            isToken(behind, "->") || (isToken(behind, "throws") && isToken(behind + 1, "->"))
          guard isArrow else { return index }
          index = behind
          continue
        }
        guard needsOperand else { return index }
        index += 1
        needsOperand = isTypePrefix(index - 1)
      case .punctuation:
        if isToken(index, "@") {
          guard needsOperand else { return index }
          index = endOfAttribute(at: index)
        } else if isToken(index, "(") || isToken(index, "[") {
          guard needsOperand, partners[index] > index else { return index }
          index = partners[index] + 1
          needsOperand = false
        } else if isToken(index, ".") {
          guard !needsOperand else { return index }
          index += 1
          needsOperand = true
        } else {
          return index
        }
      case .operator:
        if isToken(index, "->") || isToken(index, "&") {
          index += 1
          needsOperand = true
        } else if isToken(index, "~"), needsOperand {
          index += 1
        } else if !needsOperand, bytes[token.start] == UInt8(ascii: "<") {
          index = endOfGenericArguments(from: index)
        } else if !needsOperand, token.followsDirectly,
          bytes[token.range].allSatisfy({ $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "!") })
        {
          index += 1
        } else if !needsOperand, isToken(index, "...") {
          index += 1
        } else {
          return index
        }
      default: return index
      }
    }
    return index
  }

  /// Returns the token behind generic arguments that begin at `<`.
  func endOfGenericArguments(from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < tokens.count {
      let token = tokens[index]
      switch token.kind {
      case .operator where !isToken(index, "->"):
        for byte in bytes[token.range] {
          if byte == UInt8(ascii: "<") { depth += 1 }
          if byte == UInt8(ascii: ">") { depth -= 1 }
        }
        index += 1
        if depth <= 0 { return index }
      case .punctuation:
        if isToken(index, "(") || isToken(index, "[") {
          guard partners[index] > index else { return index }
          index = partners[index] + 1
        } else if isToken(index, "{") || isToken(index, "}") || isToken(index, ";") {
          return index
        } else {
          index += 1
        }
      case .stringStart: return index
      default: index += 1
      }
    }
    return index
  }

  /// Returns the token behind an attribute that begins at `@`.
  func endOfAttribute(at index: Int) -> Int {
    var end = index + 1
    guard isName(end) else { return end }
    end += 1
    while isToken(end, "."), isName(end + 1) { end += 2 }
    // Arguments follow directly; `@escaping (Int) -> Void` has none.
    if isToken(end, "("), tokens[end].followsDirectly, partners[end] > end {
      end = partners[end] + 1
    }
    return end
  }

  private func isTypePrefix(_ index: Int) -> Bool {
    isToken(index, "any") || isToken(index, "some") || isToken(index, "inout")
      || isToken(index, "borrowing") || isToken(index, "consuming") || isToken(index, "isolated")
      || isToken(index, "sending") || isToken(index, "repeat") || isToken(index, "each")
      || isToken(index, "__owned") || isToken(index, "nonisolated")
  }
}
