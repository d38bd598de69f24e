// Optional requirements of `@objc` protocols: requirements with default implementations that do nothing.

/// Turns optional requirements into required ones with defaults, and drops the mark at their calls.
enum OptionalMemberRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    for (index, declaration) in unit.declarations.enumerated() where declaration.kind == .protocol {
      let members = unit.file.members(of: index).filter { $0.hasModifier("optional") }
      if declaration.attribute("objc") != nil || !members.isEmpty {
        bindToClasses(declaration, in: &unit)
      }
      guard !members.isEmpty else { continue }
      rewrite(members, of: declaration, in: &unit)
    }
    dropMarks(in: &unit)
  }

  /// Only classes conform to a protocol of Objective-C, so references to it can be weak.
  private static func bindToClasses(_ declaration: Declaration, in unit: inout RewriteUnit) {
    guard declaration.bodyStart >= 0 else { return }
    if declaration.inheritanceColon < 0 {
      unit.edits.insert(": AnyObject", after: declaration.nameToken)
    } else if !declaration.inherited.contains(where: {
      $0 == "AnyObject" || $0 == "NSObjectProtocol" || $0 == "class"
    }) {
      unit.edits.insert(" AnyObject,", after: declaration.inheritanceColon)
    }
  }

  private static func rewrite(
    _ members: [Declaration], of declaration: Declaration, in unit: inout RewriteUnit
  ) {
    let source = unit.source
    let access = declaration.isPublic ? "public " : ""
    var defaults: [String] = []
    for member in members {
      for modifier in member.modifiers where modifier.name == "optional" {
        unit.edits.remove(tokens: modifier.tokens)
      }
      let kind = member.isOfType ? "static " : ""
      switch member.kind {
      case .function:
        let signature = source.joined(member.introducer..<member.signatureEnd)
        let result = source.joined(member.result)
        if ["", "Void", "()"].contains(result) {
          defaults.append("\(access)\(kind)\(signature) {}")
        } else if result.hasSuffix("?") {
          defaults.append("\(access)\(kind)\(signature) { nil }")
        } else {
          unit.report(
            .compilation, at: member.introducer,
            "'\(member.name)' is optional and returns a value, so it has no default: implement it in every "
              + "class that conforms")
        }
      case .variable:
        for pattern in source.patterns(of: member) {
          let type = source.joined(pattern.type)
          guard type.hasSuffix("?") else {
            unit.report(
              .compilation, at: member.introducer,
              "'\(pattern.name)' is optional, so it has no default: implement it in every class that conforms"
            )
            continue
          }
          let setter =
            source.hasAccessor("set", in: pattern.accessors) ? " get { nil } set {} " : " nil "
          defaults.append(
            "\(access)\(kind)var \(SwiftIdentifier.declared(pattern.name)): \(type) {\(setter)}")
        }
      default: break
      }
    }
    guard !defaults.isEmpty, declaration.bodyEnd >= 0 else { return }
    guard declaration.parent < 0 else {
      return unit.report(
        .compilation, at: declaration.introducer,
        "'\(declaration.name)' is nested and has optional members: add their defaults by hand")
    }
    unit.edits.insert(
      "; extension \(declaration.name) { \(defaults.joined(separator: "; ")) }",
      after: declaration.bodyEnd)
  }

  /// Turns `delegate?.changed?(x)` into `delegate?.changed(x)`.
  private static func dropMarks(in unit: inout RewriteUnit) {
    let source = unit.source
    guard !unit.catalog.optionalMembers.isEmpty else { return }
    for index in source.tokens.indices where source.isToken(index, "?") {
      guard source.isToken(index + 1, "("), source.tokens[index + 1].followsDirectly,
        source.isToken(index - 2, "."), source.isName(index - 1),
        unit.catalog.optionalMembers.contains(source.name(index - 1))
      else { continue }
      unit.edits.remove(tokens: index..<index + 1)
    }
  }
}
