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
    Key(
      uniqueKey, .either([.name, .list(.either([.name, .list(.name)]))]),
      "Uniqueness constraints: properties whose values no two objects share, or lists of properties that are unique "
        + "together."),
    Key(
      indexKey, .either([.text, .list(.either([.text, .list(.text)]))]),
      "Fetch indexes: properties, or lists of properties that are indexed together; a '-' before one is downwards."
    ),
  ]
  private static let parentKey = "is a"
  private static let abstractKey = "is abstract"
  private static let uniqueKey = "is unique by"
  private static let indexKey = "is indexed by"

  /// The keys of a fetched property.
  static let fetchedPropertyKeys = [
    Key("fetch", .name, required: true, "The entity of the objects that it finds."),
    Key(
      "where", .text,
      "What an object must satisfy, as a predicate; $FETCH_SOURCE stands for the object whose property it is."
    ),
  ]

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
    var fetched: [FetchedPropertyDescription] = []
    var constraints: [[String]] = []
    var indexes: [FetchIndexDescription] = []
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
      if property.name == uniqueKey {
        for item in property.value.items { constraints.append(try names(item, &references)) }
        continue
      }
      if property.name == indexKey {
        for item in property.value.items { indexes.append(try index(item, &references)) }
        continue
      }
      let name = try property.key.identifier()
      if let property = try fetchedProperty(name, property.value, &references) {
        fetched.append(property)
      } else if let relationship = try relationship(name, property.value, &references) {
        relationships.append(relationship)
      } else {
        references.note(attribute: name)
        attributes.append(try attribute(name, property.value))
      }
    }
    return EntityDescription(
      name: entity, isAbstract: isAbstract, superentity: parent, attributes: attributes,
      relationships: relationships, fetchedProperties: fetched, uniquenessConstraints: constraints,
      indexes: indexes)
  }

  /// The properties of one constraint.
  private static func names(
    _ node: Node, _ references: inout ModelReferences
  ) throws(Diagnostic) -> [String] {
    var names: [String] = []
    for node in node.items {
      names.append(try node.identifier())
      references.note(property: node, called: try node.identifier())
    }
    return names
  }

  /// An index on one property or on several, named after them.
  private static func index(
    _ node: Node, _ references: inout ModelReferences
  ) throws(Diagnostic) -> FetchIndexDescription {
    var elements: [FetchIndexElementDescription] = []
    var name = "by"
    for node in node.items {
      let key = SortKey(signed: try node.text())
      guard Word.isName(key.keyPath) else {
        throw node.diagnostic("\(node.inWords) is no property")
      }
      references.note(property: node, called: key.keyPath)
      elements.append(FetchIndexElementDescription(key.keyPath, isAscending: key.ascending))
      name += "_\(key.keyPath)"
    }
    return FetchIndexDescription(name: name, elements: elements)
  }

  /// A property that finds objects; nil where something else is described.
  private static func fetchedProperty(
    _ name: String, _ node: Node, _ references: inout ModelReferences
  ) throws(Diagnostic) -> FetchedPropertyDescription? {
    guard case .mapping(let entries) = node.value, entries.contains(where: { $0.name == "fetch" })
    else { return nil }
    let fields = try Fields(
      node, of: "the fetched property '\(name)'", keys: fetchedPropertyKeys)
    let destination = try fields.required("fetch")
    references.note(name, to: destination, inverse: nil)
    let condition = fields.optional("where")
    let text = try condition?.text()
    if let condition, let text {
      _ = try condition.pointing { () throws(QueryMistake) in try FetchPredicate(checking: text) }
    }
    return FetchedPropertyDescription(name, try destination.identifier(), predicate: text)
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
}
