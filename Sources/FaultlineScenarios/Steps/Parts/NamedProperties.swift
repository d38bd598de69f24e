// Which properties of objects a step is about.

import Faultline

/// Attributes that are stored and to-one relationships, as a list of names.
struct NamedProperties: Sendable {
  static let kind = Kind.either([.name, .list(.name)])

  private let names: [String]
  /// Whether the step is about everything.
  var isEmpty: Bool { names.isEmpty }

  /// Reads the list, for objects of an entity; without one the step is about everything.
  init(_ node: Node?, of entity: EntityDescription) throws(Diagnostic) {
    var names: [String] = []
    for node in node?.items ?? [] {
      let name = try node.identifier()
      try node.pointing { () throws(QueryMistake) in
        try PropertyExpression(name).check(inObjectsOf: entity)
      }
      names.append(name)
    }
    if let node, names.isEmpty {
      throw node.diagnostic(
        "no property is named", notes: ["leave 'properties' out where all of an object is meant"])
    }
    self.names = names
  }

  /// What a request has to name.
  var expressions: [PropertyExpression] { names.map { PropertyExpression($0) } }

  /// Reads what the step is about: an object that does not know it fires.
  func read(_ object: ManagedObject) throws(GraphError) {
    guard !isEmpty else { return try object.realize() }
    for name in names {
      switch try object.property(name) {
      case .attribute(let slot): _ = try object.value(at: slot)
      case .relationship(let tie): _ = try object.destination(tie)
      }
    }
  }
}
