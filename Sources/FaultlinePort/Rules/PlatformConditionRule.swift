// `#if os(macOS)`: on request, Linux counts as macOS.

/// Lets conditions that hold on macOS hold on Linux.
enum PlatformConditionRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    guard unit.target.countsAsMacOS else { return }
    let source = unit.source
    for directive in source.tokens.indices
    where source.isToken(directive, "#if") || source.isToken(directive, "#elseif") {
      var index = directive + 1
      while source.tokens.indices.contains(index), !source.tokens[index].followsLineEnd {
        if source.isToken(index, "os"), source.isToken(index + 1, "("),
          source.isToken(index + 2, "macOS"), source.isToken(index + 3, ")")
        {
          unit.edits.replace(tokens: index..<index + 4, with: "(os(macOS) || os(Linux))")
        }
        index += 1
      }
    }
  }
}
