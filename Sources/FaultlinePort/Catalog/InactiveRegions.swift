// What conditional directives exclude on Linux, as far as their conditions can be evaluated.

/// What is known about the conditions of `#if` directives.
package struct ConditionFacts: Sendable {
  /// The modules that can be imported.
  package var modules: Set<String>
  /// A Boolean value that indicates whether `os(macOS)` is to hold on Linux too.
  package var countsAsMacOS: Bool

  package init(modules: Set<String>, countsAsMacOS: Bool = false) {
    self.modules = modules
    self.countsAsMacOS = countsAsMacOS
  }
}

/// Finds the tokens that a conditional directive excludes.
enum InactiveRegions {
  private struct Block {
    /// A Boolean value that indicates whether code around the block is excluded.
    var isOuterInactive: Bool
    /// A Boolean value that indicates whether a branch before this one was certainly taken.
    var wasTaken: Bool
  }

  /// A token is inactive only where that is certain: an unknown condition excludes nothing.
  static func flags(of source: PortedSource, facts: ConditionFacts) -> [Bool] {
    var flags = [Bool](repeating: false, count: source.tokens.count)
    var blocks: [Block] = []
    var isInactive = false
    for index in source.tokens.indices {
      if source.tokens[index].kind == .pound {
        if source.isToken(index, "#if") {
          let value = evaluate(source, after: index, facts)
          blocks.append(Block(isOuterInactive: isInactive, wasTaken: value == true))
          isInactive = isInactive || value == false
        } else if source.isToken(index, "#elseif"), let block = blocks.last {
          let value = evaluate(source, after: index, facts)
          isInactive = block.isOuterInactive || block.wasTaken || value == false
          if value == true { blocks[blocks.count - 1].wasTaken = true }
        } else if source.isToken(index, "#else"), let block = blocks.last {
          isInactive = block.isOuterInactive || block.wasTaken
        } else if source.isToken(index, "#endif"), let block = blocks.popLast() {
          isInactive = block.isOuterInactive
        }
      }
      flags[index] = isInactive
    }
    return flags
  }

  /// Returns for each token whether it is between `#if` and `#endif`.
  static func conditionals(of source: PortedSource) -> [Bool] {
    var depth = 0
    return source.tokens.indices.map { index in
      if source.isToken(index, "#if") { depth += 1 }
      if source.isToken(index, "#endif") { depth = max(0, depth - 1) }
      return depth > 0
    }
  }

  /// Evaluates a condition of one predicate, or of several with the same operator; nil if it is unknown.
  private static func evaluate(
    _ source: PortedSource, after directive: Int, _ facts: ConditionFacts
  ) -> Bool? {
    var index = directive + 1
    var values: [Bool?] = []
    var isAny: Bool?
    while source.tokens.indices.contains(index), !source.tokens[index].followsLineEnd {
      if source.isToken(index, "&&") || source.isToken(index, "||") {
        let operation = source.isToken(index, "||")
        if let isAny, isAny != operation { return nil }
        isAny = operation
        index += 1
        continue
      }
      var isNegated = false
      if source.isToken(index, "!") {
        isNegated = true
        index += 1
      }
      let value: Bool?
      if source.isToken(index + 1, "("), source.partners[index + 1] == index + 3 {
        value = predicate(source.text(index), source.text(index + 2), facts)
        index += 4
      } else if source.tokens.indices.contains(index), source.tokens[index].kind == .identifier,
        !source.isToken(index + 1, "(")
      {
        value = flag(source.text(index))
        index += 1
      } else {
        return nil
      }
      values.append(value.map { $0 != isNegated })
    }
    if isAny == true {
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    }
    return values.contains(false) ? false : values.contains(nil) || values.isEmpty ? nil : true
  }

  private static func predicate(
    _ name: String, _ argument: String, _ facts: ConditionFacts
  ) -> Bool? {
    switch name {
    case "os": argument == "Linux" || (argument == "macOS" && facts.countsAsMacOS)
    case "canImport": facts.modules.contains(argument)
    case "targetEnvironment": false
    default: nil
    }
  }

  private static func flag(_ name: String) -> Bool? {
    switch name {
    case "true", "SWIFT_PACKAGE": true
    case "false": false
    default: nil
    }
  }
}
