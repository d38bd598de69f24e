// The model as it stands in a scenario: entities with their properties.

import Faultline

/// Reads a model.
///
/// ```yaml
/// model:
///   Employee:
///     name: string
///     salary: {type: double, default: 1000}
///     manager: {to one: Employee, inverse: reports}
///     reports: {to many: Employee, inverse: manager}
/// ```
enum ModelReader {
  static let attributeKeys = [
    Key(
      "type", .choice(AttributeType.allCases.map(\.rawValue)), required: true,
      "The type of its values."),
    Key("optional", .flag, "Whether it may be saved empty; true if it is left out."),
    Key("default", .text, "The value that a new object starts with."),
    Key(
      "external", .flag,
      "Whether a store in a file may keep large data in files of its own beside it, as 'Allows External Storage' does; "
        + "false if it is left out."),
    Key(
      "derived", .text,
      "The expression from which a save computes the value: reports.@count, department.name, canonical:(name) or now()."
    ),
  ]
  static let relationshipKeys = [
    Key("to one", .name, "The entity at the other end, of which there is at most one object."),
    Key("to many", .name, "The entity at the other end, of which there may be many."),
    Key("inverse", .name, "The relationship that leads back."),
    Key("optional", .flag, "Whether it may be saved empty; true if it is left out."),
    Key("ordered", .flag, "Whether the many stand in an order; false if it is left out."),
    Key(
      "on delete", .choice(ruleWords.map(\.word)),
      "What a deletion does to the other end; nullify if it is left out."),
  ]
  /// The keys that no attribute has: where one stands, a relationship is meant.
  private static let ofRelationships = Set(relationshipKeys.map(\.name))
    .subtracting(attributeKeys.map(\.name))
  private static let ruleWords: [(word: String, rule: DeleteRule)] = [
    ("nullify", .nullify), ("cascade", .cascade), ("deny", .deny), ("nothing", .noAction),
  ]

  /// The reserved keys beside an entity's properties; no property has a space in its name.
  static let entityKeys = [
    Key(parentKey, .name, "The entity that it inherits from."),
    Key(abstractKey, .flag, "Whether it has no objects of its own; false if it is left out."),
  ]
  private static let parentKey = "is a"
  private static let abstractKey = "is abstract"

  static func model(_ node: Node) throws(Diagnostic) -> ManagedObjectModel {
    var entities: [EntityDescription] = []
    var references = ModelReferences()
    for entry in try node.entries() { entities.append(try entity(entry, &references)) }
    try references.check()
    let model: ManagedObjectModel
    do throws(GraphError) {
      model = try ManagedObjectModel(entities: entities)
    } catch {
      throw node.diagnostic(error.message, notes: error.detailed.map(\.message))
    }
    for entry in try node.entries() {
      guard let entity = model.entitiesByName[try entry.key.identifier()],
        let fault = model.underivable(of: entity).first
      else { continue }
      throw entry.key.diagnostic(
        "\(fault), which no save can compute",
        notes: [
          "expected is something like reports.@count, department.name, canonical:(name) or now()"
        ])
    }
    return model
  }

  private static func entity(
    _ entry: Node.Entry, _ references: inout ModelReferences
  ) throws(Diagnostic) -> EntityDescription {
    let entity = try entry.key.identifier()
    references.begin(entity)
    var isAbstract = false
    var attributes: [AttributeDescription] = []
    var relationships: [RelationshipDescription] = []
    var parent: String?
    for property in try entry.value.entries() {
      if property.name == parentKey {
        parent = try property.value.identifier()
        references.note(parent: property.value)
        continue
      }
      if property.name == abstractKey {
        isAbstract = try property.value.flag()
        continue
      }
      let name = try property.key.identifier()
      if let relationship = try relationship(name, property.value, &references) {
        relationships.append(relationship)
      } else {
        attributes.append(try attribute(name, property.value))
      }
    }
    return EntityDescription(
      name: entity, isAbstract: isAbstract, superentity: parent, attributes: attributes,
      relationships: relationships)
  }

  private static func relationship(
    _ name: String, _ node: Node, _ references: inout ModelReferences
  ) throws(Diagnostic) -> RelationshipDescription? {
    guard case .mapping(let entries) = node.value,
      entries.contains(where: { ofRelationships.contains($0.name) })
    else { return nil }
    let fields = try Fields(node, of: "the relationship '\(name)'", keys: relationshipKeys)
    let inverse = try fields.optional("inverse")?.identifier()
    let isOptional = try fields.optional("optional")?.flag() ?? true
    let isOrdered = try fields.optional("ordered")?.flag() ?? false
    let word = try fields.optional("on delete")?.choice(among: ruleWords.map(\.word))
    let rule = ruleWords.first { $0.word == word }?.rule ?? .nullify
    switch (fields.optional("to one"), fields.optional("to many")) {
    case (let one?, nil):
      references.note(name, to: one, inverse: fields.optional("inverse"))
      if isOrdered, let node = fields.optional("ordered") {
        throw node.diagnostic("one object has no order; only 'to many' can be ordered")
      }
      return .toOne(
        name, try one.identifier(), inverse: inverse, isOptional: isOptional, deleteRule: rule)
    case (nil, let many?):
      references.note(name, to: many, inverse: fields.optional("inverse"))
      return .toMany(
        name, try many.identifier(), inverse: inverse, isOrdered: isOrdered,
        isOptional: isOptional, deleteRule: rule)
    default:
      throw node.diagnostic("a relationship is either 'to one' or 'to many'")
    }
  }

  private static func attribute(
    _ name: String, _ node: Node
  ) throws(Diagnostic) -> AttributeDescription {
    if node.scalar != nil {
      return AttributeDescription(name, try node.choice(of: AttributeType.self))
    }
    if case .mapping(let entries) = node.value, !entries.contains(where: { $0.name == "type" }) {
      throw node.diagnostic(
        "'\(name)' has no 'type', as an attribute has, and neither 'to one' nor 'to many'",
        notes: [
          "an attribute is written {type: string}, or string alone; a relationship {to one: Department} "
            + "or {to many: Employee}"
        ])
    }
    let fields = try Fields(node, of: "the attribute '\(name)'", keys: attributeKeys)
    let type = try fields.required("type").choice(of: AttributeType.self)
    let isOptional = try fields.optional("optional")?.flag() ?? true
    let usual = try fields.optional("default").map { node throws(Diagnostic) in
      try value(node, type)
    }
    let isExternal = try fields.optional("external")?.flag() ?? false
    if isExternal, type != .binary, let node = fields.optional("external") {
      throw node.diagnostic("only 'binary' data can lie in files of its own")
    }
    let derivation = try fields.optional("derived")?.text()
    if derivation != nil, let node = fields.optional("default") {
      throw node.diagnostic("a derived value is computed by the save, and has no default")
    }
    return AttributeDescription(
      name, type, isOptional: isOptional, defaultValue: usual, derivation: derivation,
      allowsExternalBinaryDataStorage: isExternal)
  }

  private static func value(_ node: Node, _ type: AttributeType) throws(Diagnostic) -> Any {
    switch type {
    case .integer16, .integer32, .integer64: try node.integer()
    case .double, .float, .decimal: try node.number()
    case .boolean: try node.truth()
    case .string: try node.text()
    default:
      throw node.diagnostic("a scenario cannot give a default of the type '\(type.rawValue)'")
    }
  }
}

/// The words of a model that must name something else in it.
///
/// The engine checks models too, but knows no places and no near words.
struct ModelReferences {
  private struct Relationship {
    let name: String
    let destination: Node
    let inverse: Node?
  }

  private struct Entity {
    let name: String
    var parent: Node?
    var relationships: [Relationship] = []
  }

  private var entities: [Entity] = []

  /// Begins an entity; what is noted next belongs to it.
  mutating func begin(_ entity: String) { entities.append(Entity(name: entity)) }

  /// Notes the entity that it inherits from.
  mutating func note(parent: Node) { entities[entities.count - 1].parent = parent }

  /// Notes a relationship.
  mutating func note(_ name: String, to destination: Node, inverse: Node?) {
    entities[entities.count - 1].relationships.append(
      Relationship(name: name, destination: destination, inverse: inverse))
  }

  /// Refuses the first word that names nothing, and the first inverse that does not lead back.
  func check() throws(Diagnostic) {
    for entity in entities {
      if let parent = entity.parent { _ = try self.entity(parent) }
      for relationship in entity.relationships {
        let destination = try self.entity(relationship.destination)
        if let inverse = relationship.inverse {
          _ = try self.relationship(inverse, of: destination)
        }
      }
    }
    // Only now: an inverse that does not lead back may be one that is misspelt at the other end.
    for entity in entities {
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse else { continue }
        try check(
          inverse, of: relationship.name, from: entity,
          to: try self.entity(relationship.destination))
      }
    }
  }

  private func relationship(
    _ inverse: Node, of destination: Entity
  ) throws(Diagnostic) -> Relationship {
    let candidates = lineage(of: destination).flatMap(\.relationships)
    let wanted = inverse.scalar?.text ?? ""
    guard let back = candidates.first(where: { $0.name == wanted }) else {
      let known = candidates.map(\.name)
      throw Diagnostic(
        "'\(destination.name)' has no relationship \(wanted.inQuotes)"
          + Spelling.question(for: wanted, among: known),
        at: inverse.range, notes: ["known relationships: \(Spelling.list(known))"])
    }
    return back
  }

  private func check(
    _ inverse: Node, of name: String, from entity: Entity, to destination: Entity
  ) throws(Diagnostic) {
    let back = try relationship(inverse, of: destination)
    guard back.inverse?.scalar?.text == name else {
      let says = back.inverse.map { "names \($0.inWords)" } ?? "names none"
      throw inverse.diagnostic(
        "'\(entity.name).\(name)' and '\(destination.name).\(back.name)' are not each other's inverses",
        notes: ["'\(destination.name).\(back.name)' \(says) as its inverse"])
    }
  }

  private func entity(_ node: Node) throws(Diagnostic) -> Entity {
    let name = node.scalar?.text ?? ""
    guard let entity = entities.first(where: { $0.name == name }) else {
      throw .unknown(
        "entity", name, at: node.range, known: entities.map(\.name), plural: "entities")
    }
    return entity
  }

  /// An entity and those that it inherits from; a circle, which the engine refuses, ends.
  private func lineage(of entity: Entity) -> [Entity] {
    var line = [entity]
    while let name = line.last?.parent?.scalar?.text, line.count <= entities.count,
      let parent = entities.first(where: { $0.name == name })
    {
      line.append(parent)
    }
    return line
  }
}
