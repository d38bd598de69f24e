// `#selector(…)`: a selector of the module, with a closure that calls the method.

/// Replaces `#selector` by a value with the selector's name and, for observers, what it calls.
enum SelectorRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    let source = unit.source
    for index in source.tokens.indices where source.isToken(index, "#selector") {
      let open = index + 1
      guard source.isToken(open, "("), source.partners[open] > open else { continue }
      let end = source.partners[open]
      let text = expression(from: open + 1, to: end, at: index, in: &unit)
      unit.edits.replace(tokens: index..<end + 1, with: text)
    }
  }

  private static func expression(
    from start: Int, to end: Int, at index: Int, in unit: inout RewriteUnit
  ) -> String {
    let source = unit.source
    var start = start
    let isGetter = source.isToken(start, "getter") && source.isToken(start + 1, ":")
    let isSetter = source.isToken(start, "setter") && source.isToken(start + 1, ":")
    if isGetter || isSetter { start += 2 }
    // `(f as (Foo) -> (Bar) -> Void)` names `f` too.
    while source.isToken(start, "(") { start += 1 }
    var names: [String] = []
    while start < end, source.isName(start), !source.isToken(start, "as") {
      names.append(source.name(start))
      start += 1
      while source.isToken(start, "?") || source.isToken(start, "!") { start += 1 }
      guard source.isToken(start, ".") else { break }
      start += 1
    }
    var labels: [String?]?
    if source.isToken(start, "("), source.partners[start] > start {
      labels = (start..<source.partners[start]).filter { source.isToken($0 + 1, ":") }
        .map { source.text($0) == "_" ? nil : source.name($0) }
    }
    guard let name = names.last else { return "Selector(\"\")" }
    if isGetter { return "Selector(\"\(name)\")" }
    if isSetter { return "Selector(\"set\(SwiftIdentifier.capitalized(name)):\")" }
    let type = owner(names.dropLast(), at: index, unit)
    let function = type.flatMap { unit.catalog.function(name, in: $0, from: unit.target.number) }
    let found = labels ?? function?.labels
    let selector =
      function?.selector ?? Self.selector(name, labels: found ?? [nil])
    let call = unit.callName(around: index)
    guard call == "addObserver" else {
      if let call, ["scheduledTimer", "Timer", "perform", "addTarget", "responds"].contains(call) {
        unit.report(
          .compilation, at: index, "'\(call)' calls methods by selector, which needs Objective-C")
      }
      return "Selector(\"\(selector)\")"
    }
    guard let type, let closure = closure(name, found ?? [nil], function) else {
      unit.report(
        .behavior, at: index,
        "the method '\(name)' was not found, so its notifications are not received")
      return "Selector(\"\(selector)\")"
    }
    let owner = function?.isOfType == true ? "\(type).Type" : type
    return "Selector(\"\(selector)\", of: \(owner).self, \(closure))"
  }

  /// The name that Objective-C has for a method, such as `noteWithChange:` for `note(change:)`.
  private static func selector(_ name: String, labels: [String?]) -> String {
    guard let first = labels.first else { return name }
    let prepositions = ["with", "for", "in", "at", "by", "from", "of", "on", "to", "using", "and"]
    var start = ""
    if let first {
      let begins = prepositions.contains { word in
        guard first.hasPrefix(word) else { return false }
        return first.utf8.dropFirst(word.utf8.count).first.map(Bytes.isUppercase) ?? true
      }
      start = (begins ? "" : "With") + SwiftIdentifier.capitalized(first)
    }
    return name + start + ":" + labels.dropFirst().map { ($0 ?? "") + ":" }.joined()
  }

  /// The type that has the method: the one that is named, or the one around the expression.
  private static func owner(
    _ names: ArraySlice<String>, at index: Int, _ unit: RewriteUnit
  ) -> String? {
    if let first = names.last, first != "self", first != "Self" {
      let isType = first.utf8.first.map(Bytes.isUppercase) ?? false
      return isType ? names.joined(separator: ".") : nil
    }
    let type = unit.file.enclosingType(of: index)
    guard type >= 0 else { return nil }
    return unit.file.qualifiedName(of: type)
  }

  private static func closure(
    _ name: String, _ labels: [String?], _ function: Catalog.FunctionFact?
  ) -> String? {
    guard labels.count <= 1 else { return nil }
    var argument = ""
    if let label = labels.first {
      let bridge = function?.types.first?.hasPrefix("NSNotification") == true
      argument =
        (label.map { "\($0): " } ?? "")
        + (bridge ? "notification as NSNotification" : "notification")
    }
    let discard = function?.returnsValue == true ? "_ = " : ""
    let call = "\(discard)target.\(SwiftIdentifier.member(name))(\(argument))"
    let parameters = labels.isEmpty ? "target, _" : "target, notification"
    return function?.isMainActor == true
      ? "{ \(parameters) in MainActor.assumeIsolated { \(call) } }"
      : "{ \(parameters) in \(call) }"
  }
}

extension RewriteUnit {
  /// The name of the function whose arguments contain a token, or nil.
  func callName(around index: Int) -> String? {
    let opener = source.openers[index]
    guard opener > 0, source.isToken(opener, "("), source.isName(opener - 1) else { return nil }
    return source.name(opener - 1)
  }
}
