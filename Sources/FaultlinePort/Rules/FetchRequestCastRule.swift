// Casts between types of fetch requests, which trap in Swift.

/// Replaces casts to a typed fetch request, because Swift's generic types are not erased.
enum FetchRequestCastRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    let source = unit.source
    for index in source.tokens.indices where source.isToken(index, "as") {
      let isForced = source.isToken(index + 1, "!")
      guard isForced || source.isToken(index + 1, "?"), source.isToken(index + 2, "NSFetchRequest"),
        source.isToken(index + 3, "<"), index > 0, !isCopy(before: index, source)
      else { continue }
      let end = source.endOfGenericArguments(from: index + 3)
      guard source.isToken(end - 1, ">"), end - 1 > index + 4 else { continue }
      let type = source.joined((index + 4)..<(end - 1))
      let optional = isForced ? "" : " as NSFetchRequest<\(type)>?"
      // The space before `as` goes too, so that the call follows its operand.
      let start = source.tokens[index - 1].end
      unit.edits.replace(
        start..<source.tokens[end - 1].end, with: "._cast(to: \(meta(type)))\(optional)")
    }
  }

  private static func meta(_ type: String) -> String {
    type.contains(" ") || type.contains("&") ? "(\(type)).self" : "\(type).self"
  }

  /// A copy is untyped, and has the type of its original.
  private static func isCopy(before index: Int, _ source: PortedSource) -> Bool {
    source.isToken(index - 1, ")") && source.isToken(index - 2, "(")
      && (source.isToken(index - 3, "copy") || source.isToken(index - 3, "mutableCopy"))
  }
}
