// The classes that Xcode generates from a model, as Swift sources.

/// Writes what Xcode's "Class Definition" and "Category/Extension" generate for a model's entities.
struct ClassGeneration {
  let model: ModelSource

  /// The source of all generated classes and extensions, or nil if the model has none.
  ///
  /// It has `@NSManaged` properties as Xcode's files do; the rules rewrite them like those of the app.
  var source: String? {
    let entities = model.entities.filter {
      $0.generation != .none && $0.className != "NSManagedObject"
    }
    guard !entities.isEmpty else { return nil }
    return "import CoreData\nimport Foundation\n"
      + entities.map { "\n" + text(of: $0) }.joined()
  }

  private func text(of entity: ModelSource.Entity) -> String {
    let name = entity.className
    var lines: [String] = []
    if entity.generation == .class {
      lines += ["@objc(\(name))", "public class \(name): \(superclass(of: entity)) {", "}", ""]
    }
    lines += [
      "extension \(name) {",
      "  @nonobjc public class func fetchRequest() -> NSFetchRequest<\(name)> {",
      "    return NSFetchRequest<\(name)>(entityName: \"\(Self.escaped(entity.name))\")", "  }", "",
    ]
    lines += entity.properties.sorted { $0.name < $1.name }.map {
      "  @NSManaged public var \(SwiftIdentifier.declared($0.name)): \(type(of: $0))"
    }
    lines += ["}"]
    for property in entity.properties.sorted(by: { $0.name < $1.name }) {
      guard case .toMany(let destination, let isOrdered) = property.kind else { continue }
      lines += ["", "extension \(name) {"]
      lines += ToManyAccessor.generated(
        for: property.name, element: model.className(ofEntity: destination),
        isOrdered: isOrdered
      ).map { "  " + $0 }
      lines += ["}"]
    }
    // A conformance is inherited, so only the topmost class declares it.
    if entity.parent == nil { lines += ["", "extension \(name): Identifiable {", "}"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func superclass(of entity: ModelSource.Entity) -> String {
    guard let parent = entity.parent, let found = model.entity(parent),
      found.className != entity.className
    else { return "NSManagedObject" }
    return found.className
  }

  private static func escaped(_ text: String) -> String {
    text.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
  }

  /// The type of a property; of an object it is optional even if the model's property is not, as in Xcode.
  private func type(of property: ModelSource.Property) -> String {
    switch property.kind {
    case .toOne(let entity): return model.className(ofEntity: entity) + "?"
    case .toMany(_, let isOrdered): return isOrdered ? "NSOrderedSet?" : "NSSet?"
    case .fetched(let entity): return "[\(model.className(ofEntity: entity))]?"
    case .attribute(let type, let isScalar, let className):
      switch type {
      case "Integer 16": return isScalar ? "Int16" : "NSNumber?"
      case "Integer 32": return isScalar ? "Int32" : "NSNumber?"
      case "Integer 64": return isScalar ? "Int64" : "NSNumber?"
      case "Double": return isScalar ? "Double" : "NSNumber?"
      case "Float": return isScalar ? "Float" : "NSNumber?"
      case "Boolean": return isScalar ? "Bool" : "NSNumber?"
      case "Date": return isScalar ? "TimeInterval" : "Date?"
      case "Decimal": return "NSDecimalNumber?"
      case "String": return "String?"
      case "Binary": return "Data?"
      case "UUID": return "UUID?"
      case "URI": return "URL?"
      case "Object ID": return "NSManagedObjectID?"
      case "Composite": return "[String: Any]?"
      case "Transformable": return (className ?? "NSObject") + "?"
      default: return "NSObject?"
      }
    }
  }
}
