// Initializers of managed classes: the module requires the two that the framework calls.

/// Makes `init(entity:insertInto:)` and `init(context:)` of managed classes `required`.
enum RequiredInitializerRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    for (index, fact) in unit.ownClasses where unit.catalog.isManaged(fact) {
      var hasDesignated = false
      var hasEntity = false
      for declaration in unit.file.members(of: index) where declaration.kind == .initializer {
        let labels = unit.source.parameters(of: declaration).map(\.label)
        if labels == ["entity", "insertInto"] {
          hasEntity = true
          require(declaration, isPublic: fact.isPublic, in: &unit)
        } else if isContext(declaration, labels, unit) {
          if !declaration.hasModifier("convenience") { hasDesignated = true }
          require(declaration, isPublic: fact.isPublic, in: &unit)
        } else if !declaration.hasModifier("convenience") {
          hasDesignated = true
        }
      }
      // A class with a designated initializer of its own does not inherit the required one.
      if hasDesignated, !hasEntity {
        let access = fact.isPublic ? "public " : ""
        unit.addMember(
          "\(access)required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) "
            + "{ super.init(entity: entity, insertInto: context) }", to: index)
      }
    }
    reportExtensions(in: &unit)
  }

  private static func isContext(
    _ declaration: Declaration, _ labels: [String?], _ unit: RewriteUnit
  ) -> Bool {
    guard labels == ["context"], let parameter = unit.source.parameters(of: declaration).first
    else { return false }
    return Catalog.lastName(unit.source.joined(parameter.type)) == "NSManagedObjectContext"
  }

  private static func require(
    _ declaration: Declaration, isPublic: Bool, in unit: inout RewriteUnit
  ) {
    for modifier in declaration.modifiers {
      let isAccess = Declaration.accessLevels.contains(modifier.name)
      if modifier.name == "override" || modifier.name == "required" || isAccess {
        unit.edits.remove(tokens: modifier.tokens)
      }
    }
    unit.edits.insert(isPublic ? "public required " : "required ", before: declaration.introducer)
  }

  private static func reportExtensions(in unit: inout RewriteUnit) {
    for declaration in unit.declarations
    where declaration.kind == .initializer && declaration.parent >= 0 && !declaration.isLocal {
      let parent = unit.declarations[declaration.parent]
      let labels = unit.source.parameters(of: declaration).map(\.label)
      guard parent.kind == .extension, isContext(declaration, labels, unit),
        unit.catalog.isManaged(parent.name, from: unit.target.number)
      else { continue }
      unit.report(
        .compilation, at: declaration.introducer,
        "'init(context:)' is required, and an extension cannot declare it: move it into the class")
    }
  }
}
