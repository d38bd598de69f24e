// The part of a model that its classes are generated from.

/// A version of a managed object model, as its XML has it.
package struct ModelSource: Equatable, Sendable {
  package struct Entity: Equatable, Sendable {
    package var name: String
    /// The class without a module; `NSManagedObject` where no class is named.
    package var className = "NSManagedObject"
    package var parent: String?
    package var generation = Generation.none
    package var isAbstract = false
    package var properties: [Property] = []
  }

  /// How Xcode generates the class of an entity.
  package enum Generation: String, Sendable {
    case none
    case category
    case `class`
  }

  package struct Property: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      case attribute(type: String, isScalar: Bool, className: String?)
      case toOne(entity: String)
      case toMany(entity: String, isOrdered: Bool)
      case fetched(entity: String)
    }

    package var name: String
    package var kind: Kind
    package var isOptional: Bool
  }

  package var entities: [Entity] = []

  /// Reads the `contents` of a model.
  ///
  /// Returns nil where the root element is none of a model.
  package init?(xml bytes: [UInt8]) {
    var scanner = ModelXMLScanner(bytes)
    var hasRoot = false
    var entity: Entity?
    // Elements below an entity that are no properties of it, such as the parts of a composite attribute.
    var depth = 0
    var fetchedEntity: Int?
    while let event = scanner.next() {
      switch event {
      case .start("model", _): hasRoot = true
      case .start("entity", let attributes):
        entity = Entity(attributes)
        depth = 0
      case .end("entity"):
        if let entity { entities.append(entity) }
        entity = nil
      case .start(let name, let attributes) where entity != nil:
        if name == "fetchRequest", let fetchedEntity, let target = attributes["entity"] {
          entity?.properties[fetchedEntity].kind = .fetched(entity: target)
        }
        if depth == 0, let property = Property(name, attributes) {
          if case .fetched = property.kind { fetchedEntity = entity?.properties.count }
          entity?.properties.append(property)
        }
        depth += 1
      case .end(let name) where entity != nil:
        if name == "fetchedProperty" { fetchedEntity = nil }
        depth = max(0, depth - 1)
      default: break
      }
    }
    guard hasRoot else { return nil }
  }

  init(entities: [Entity] = []) { self.entities = entities }

  /// The entity of a name.
  func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

  /// The class that objects of an entity have in generated code.
  func className(ofEntity name: String) -> String { entity(name)?.className ?? "NSManagedObject" }
}

extension ModelSource.Entity {
  fileprivate init(_ attributes: [String: String]) {
    name = attributes["name"] ?? ""
    // Xcode writes ".Name" for a class of the current module.
    let written = attributes["representedClassName"] ?? ""
    let last = written.split(separator: ".").last.map(String.init) ?? ""
    if SwiftIdentifier.isIdentifier(last) { className = last }
    parent = attributes["parentEntity"]
    isAbstract = attributes["isAbstract"] == "YES"
    generation = attributes["codeGenerationType"].flatMap(ModelSource.Generation.init) ?? .none
  }
}

extension ModelSource.Property {
  fileprivate init?(_ element: String, _ attributes: [String: String]) {
    guard let name = attributes["name"], SwiftIdentifier.isIdentifier(name) else { return nil }
    self.name = name
    isOptional = attributes["optional"] == "YES"
    switch element {
    case "attribute", "composite":
      // A derived or primitive type has a name of its own; what Xcode adds later is an object.
      kind = .attribute(
        type: attributes["attributeType"] ?? "Undefined",
        isScalar: attributes["usesScalarValueType"] == "YES",
        className: attributes["customClassName"].flatMap {
          let last = $0.split(separator: ".").last.map(String.init) ?? ""
          return SwiftIdentifier.isIdentifier(last) ? last : nil
        })
    case "relationship":
      let entity = attributes["destinationEntity"] ?? ""
      kind =
        attributes["toMany"] == "YES"
        ? .toMany(entity: entity, isOrdered: attributes["ordered"] == "YES")
        : .toOne(entity: entity)
    case "fetchedProperty": kind = .fetched(entity: "")
    default: return nil
    }
  }
}

/// Names in Swift sources.
enum SwiftIdentifier {
  /// Returns whether a text can be a name, if necessary between backticks.
  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.utf8.first, !Bytes.isDigit(first) else { return false }
    return text.utf8.allSatisfy { $0 < 0x80 ? Bytes.isName($0) : true }
  }

  /// A name as a declaration has it, between backticks where it is a keyword.
  static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A name behind a dot.
  static func member(_ name: String) -> String {
    ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }

  /// A name with its first letter in upper case.
  static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// A name with its first letter in lower case.
  static func decapitalized(_ name: some StringProtocol) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
  }

  /// An identifier made from any text, such as the name of a folder.
  static func identifier(from text: some StringProtocol) -> String {
    let letters = text.unicodeScalars.map { scalar -> Character in
      scalar.isASCII && Bytes.isName(UInt8(scalar.value)) ? Character(scalar) : "_"
    }
    let name = String(letters)
    guard let first = name.utf8.first else { return "Target" }
    return Bytes.isDigit(first) ? "_" + name : name
  }

  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "open", "operator", "private", "precedencegroup",
    "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var", "break",
    "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard",
    "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as", "await",
    "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Type", "Protocol",
  ]
}
