// The declarations of a source, as ranges of its tokens.

/// A declaration in a Swift source.
struct Declaration: Sendable {
  enum Kind: String, Sendable {
    case `class`, `struct`, `enum`, `extension`, `protocol`, actor
    case function, variable, initializer, `subscript`, deinitializer
    case `import`, alias

    /// A Boolean value that indicates whether the declaration has members.
    var isType: Bool {
      switch self {
      case .class, .struct, .enum, .extension, .protocol, .actor: true
      default: false
      }
    }
  }

  /// An attribute with the tokens from its `@` to behind its arguments.
  struct Attribute: Equatable, Sendable {
    var name: String
    var tokens: Range<Int>
    /// The tokens between the parentheses; empty without them.
    var arguments: Range<Int>
  }

  /// A modifier, such as `private(set)`.
  struct Modifier: Equatable, Sendable {
    var name: String
    var tokens: Range<Int>
    /// A Boolean value that indicates whether it is restricted to the setter.
    var isForSetter: Bool
  }

  var kind: Kind
  /// The first token, which belongs to an attribute or a modifier where there is one.
  var start: Int
  /// The token of the introducer, such as `class` or `func`.
  var introducer: Int
  var attributes: [Attribute] = []
  var modifiers: [Modifier] = []
  /// The name; of an extension, the extended type as it is written, and of an import, its path.
  var name = ""
  var nameToken = -1
  /// The index of the declaration that contains this one, or −1.
  var parent = -1
  /// A Boolean value that indicates whether the declaration is local to a body of code.
  var isLocal = false
  /// The inherited types as they are written.
  var inherited: [String] = []
  /// The token of the colon before the inherited types, or −1.
  var inheritanceColon = -1
  var isGeneric = false
  var hasWhereClause = false
  /// The tokens of the braces, or −1.
  var bodyStart = -1
  var bodyEnd = -1
  /// The tokens of the parentheses around parameters, or −1.
  var parametersStart = -1
  var parametersEnd = -1
  /// The tokens of the result type; empty without one.
  var result = 0..<0
  /// The token behind the signature of a function: its last one is before it.
  var signatureEnd = 0

  func hasModifier(_ name: String) -> Bool {
    modifiers.contains { $0.name == name && !$0.isForSetter }
  }

  func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// The level of access that is written at the declaration, or nil.
  var access: String? {
    modifiers.first { Self.accessLevels.contains($0.name) && !$0.isForSetter }?.name
  }

  var isPrivate: Bool { access == "private" || access == "fileprivate" }
  var isPublic: Bool { access == "public" || access == "open" }
  var isOfType: Bool { hasModifier("static") || hasModifier("class") }

  static let accessLevels: Set<String> = [
    "private", "fileprivate", "internal", "package", "public", "open",
  ]
}
