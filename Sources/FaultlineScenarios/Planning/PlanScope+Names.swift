// What the names in a step's text mean where it stands: names of formulas, and those of the model.

import Faultline

// MARK: - Formulas

extension PlanScope {
  /// A formula whose names are all known here.
  func formula(_ node: Node) throws(Diagnostic) -> Formula { try resolve(try Formula(node)) }

  /// A formula that may have been left out.
  func formula(_ node: Node?) throws(Diagnostic) -> Formula? {
    guard let node else { return nil }
    return try formula(node)
  }

  /// A count that may be switched off.
  func limit(_ node: Node) throws(Diagnostic) -> Limit {
    try Limit(node).map { formula throws(Diagnostic) in try resolve(formula) }
  }

  /// The same where it may be left out.
  func limit(_ node: Node?) throws(Diagnostic) -> Limit? {
    guard let node else { return nil }
    let limit: Limit = try limit(node)
    return limit
  }

  /// Finds every name of a formula.
  func resolve(_ formula: Formula) throws(Diagnostic) -> Formula {
    for mention in formula.mentions {
      switch mention.role {
      case .name where names.slot(of: mention.text) == nil:
        throw formula.unknown("name", mention, known: names.known)
      case .metric, .checkpoint, .variant, .loop, .parameter:
        throw formula.diagnostic("a step cannot ask for readings; 'expect' can", at: mention)
      default: break
      }
    }
    try vocabulary.check(formula, known: names.known)
    return formula.bound(to: names)
  }
}

// MARK: - The model

extension PlanScope {
  /// The entity of a node, or where and how it is misspelt.
  func entity(_ node: Node) throws(Diagnostic) -> EntityDescription { try model.entity(node) }

  /// The entity of new objects or rows, which cannot be abstract.
  func concreteEntity(_ node: Node) throws(Diagnostic) -> EntityDescription {
    let entity = try model.entity(node)
    guard !entity.isAbstract else {
      throw node.diagnostic("\(entity.name.inQuotes) is abstract and has no objects of its own")
    }
    return entity
  }

  /// A relationship of an entity.
  func relationship(_ node: Node, of entity: EntityDescription) throws(Diagnostic) -> Int {
    let name = try node.identifier()
    if case .relationship(let tie) = entity.layout.property(named: name) { return tie }
    let known = entity.layout.ties.map(\.relationship.name)
    guard !known.isEmpty else {
      throw node.diagnostic("\(entity.name.inQuotes) has no relationships")
    }
    throw .unknown("relationship", name, at: node.range, known: known)
  }

  /// The most relationships of a path: each is a level of recursion, and may multiply what is reached.
  private static let longestPath = 16

  /// The relationships of a path, each with whether it is to-many.
  func path(
    _ node: Node, from start: EntityDescription
  ) throws(Diagnostic) -> [(tie: Int, isToMany: Bool)] {
    var entity = start
    var ties: [(tie: Int, isToMany: Bool)] = []
    var offset = 0
    let parts = try node.identifier().split(separator: ".")
    guard parts.count <= Self.longestPath else {
      throw node.diagnostic("a path has at most \(Self.longestPath) relationships")
    }
    for part in parts {
      let length = part.unicodeScalars.count
      let key = Node(
        .scalar(.init(text: String(part), style: .plain)),
        at: node.place(of: offset..<offset + length))
      let tie = try relationship(key, of: entity)
      let description = entity.layout.ties[tie].relationship
      ties.append((tie, description.isToMany))
      if let destination = description.destinationEntity { entity = destination }
      offset += length + 1
    }
    return ties
  }

  /// What can be set of an entity, by its key in a mapping: an attribute, or a to-one relationship.
  func settable(
    _ node: Node, of entity: EntityDescription, withRelationships: Bool = true
  ) throws(Diagnostic) -> EntityLayout.Property {
    let name = try node.identifier()
    switch entity.layout.property(named: name) {
    case .relationship(let tie) where entity.layout.ties[tie].isToMany:
      throw node.diagnostic(
        "'\(entity.name).\(name)' leads to many objects and is not set at once",
        notes: ["the step 'relate' adds members, or set the relationship that leads back"])
    case let property?: return property
    case nil:
      let ties = withRelationships ? entity.layout.ties.filter { !$0.isToMany } : []
      let known =
        entity.layout.slots.compactMap { $0.attribute?.name } + ties.map(\.relationship.name)
      throw .unknown("attribute", name, at: node.range, known: known)
    }
  }
}

extension ManagedObjectModel {
  /// The entity that a node names, or where and how it is misspelt.
  func entity(_ node: Node) throws(Diagnostic) -> EntityDescription {
    let name = try node.identifier()
    guard let entity = entitiesByName[name] else {
      throw .unknown(
        "entity", name, at: node.range, known: entities.map(\.name), plural: "entities")
    }
    return entity
  }
}
