// `override` in extensions, which only Objective-C allows: the class gets an override that calls the extension's body.

/// Renames overrides of extensions, and adds overrides to the class that call them.
enum ExtensionOverrideRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    for declaration in unit.declarations {
      guard let override = ExtensionOverride(declaration, in: unit.file) else { continue }
      let modifiers = declaration.modifiers.filter { $0.name == "override" }
      let fact = unit.catalog.classFact(override.extended, from: unit.target.number)
      guard let fact, fact.place.target == unit.target.number else {
        unit.report(
          .compilation, at: declaration.introducer,
          "'\(declaration.name)' is overridden in an extension of a class that is not in the target"
        )
        continue
      }
      guard override.forwarder(isPublic: fact.isPublic) != nil else {
        unit.report(
          .compilation, at: declaration.introducer,
          "'\(declaration.name)' is overridden in an extension: move it into the class")
        continue
      }
      for modifier in modifiers { unit.edits.remove(tokens: modifier.tokens) }
      // Members of extensions cannot be overridden, so they cannot be open.
      for modifier in declaration.modifiers where modifier.name == "open" {
        unit.edits.replace(tokens: modifier.tokens, with: "public")
      }
      unit.edits.replace(
        tokens: declaration.nameToken..<declaration.nameToken + 1, with: override.newName)
    }
    for (index, fact) in unit.ownClasses {
      for override in unit.catalog.extensionOverrides(of: fact) {
        if let text = override.forwarder(isPublic: fact.isPublic) {
          unit.addMember(text, to: index)
        }
      }
    }
  }
}

/// A member of an extension that overrides an inherited one.
struct ExtensionOverride: Sendable {
  /// The extended class as it is written.
  let extended: String
  let newName: String
  private let isFunction: Bool
  private let isOfType: Bool
  private let signature: String
  private let call: String?
  private let isSettable: Bool

  /// Returns nil for anything else than an override in an extension.
  init?(_ declaration: Declaration, in file: SourceFile) {
    let source = file.source
    guard declaration.hasModifier("override"), declaration.parent >= 0, !declaration.isLocal,
      declaration.kind == .function || declaration.kind == .variable,
      !FetchRequestOverrideRule.isOverload(declaration, source)
    else { return nil }
    let parent = file.declarations[declaration.parent]
    guard parent.kind == .extension else { return nil }
    extended = parent.name
    let owner = parent.name.map { $0 == "." || $0 == "<" || $0 == ">" ? "_" : $0 }
    newName = "_\(String(owner))_\(declaration.name)"
    isFunction = declaration.kind == .function
    isOfType = declaration.isOfType
    if isFunction {
      signature = source.joined(declaration.introducer..<declaration.signatureEnd)
      let behindParameters = declaration.parametersEnd + 1
      let effects = behindParameters..<max(declaration.signatureEnd, behindParameters)
      let isThrowing = effects.contains {
        source.isToken($0, "throws") || source.isToken($0, "rethrows")
      }
      let isAsync = effects.contains { source.isToken($0, "async") }
      var arguments: [String]? = []
      for parameter in source.parameters(of: declaration) {
        if source.joined(parameter.type).hasSuffix("...") {
          arguments = nil
          break
        }
        let mark = source.isToken(parameter.type.lowerBound, "inout") ? "&" : ""
        arguments?.append(
          (parameter.label.map { "\($0): " } ?? "") + mark
            + SwiftIdentifier.declared(parameter.name))
      }
      let newName = newName
      call = arguments.map {
        (isThrowing ? "try " : "") + (isAsync ? "await " : "")
          + "\(newName)(\($0.joined(separator: ", ")))"
      }
      isSettable = false
    } else {
      let pattern = source.patterns(of: declaration).first
      guard let pattern, pattern.accessors >= 0, !pattern.type.isEmpty else { return nil }
      signature =
        "var \(SwiftIdentifier.declared(declaration.name)): \(source.joined(pattern.type))"
      isSettable = source.hasAccessor("set", in: pattern.accessors)
      call = newName
    }
  }

  /// The member of the class, on one line; nil where arguments cannot be passed on.
  func forwarder(isPublic: Bool) -> String? {
    guard let call else { return nil }
    let head = "override \(isPublic ? "public " : "")\(isOfType ? "class " : "")\(signature)"
    return isSettable
      ? "\(head) { get { \(call) } set { \(call) = newValue } }" : "\(head) { \(call) }"
  }
}
