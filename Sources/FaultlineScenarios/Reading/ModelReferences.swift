// The names in a model that must name something else in it, each checked where it stands.

import Faultline

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
    /// The attributes and fetched properties.
    var others: [String] = []
    /// Properties that constraints and indexes name.
    var named: [(node: Node, name: String)] = []
  }

  private var entities: [Entity] = []

  /// Begins an entity; what is noted next belongs to it.
  mutating func begin(_ entity: String) { entities.append(Entity(name: entity)) }

  /// Notes the entity that it inherits from.
  mutating func note(parent: Node) { entities[entities.count - 1].parent = parent }

  /// Notes an attribute.
  mutating func note(attribute name: String) { entities[entities.count - 1].others.append(name) }

  /// Notes a property that a constraint or an index names.
  mutating func note(property node: Node, called name: String) {
    entities[entities.count - 1].named.append((node, name))
  }

  /// Notes a relationship, or a fetched property, which has no inverse.
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
    for entity in entities { try checkNamed(in: entity) }
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

  /// Refuses a property of a constraint or an index that the entity does not have.
  private func checkNamed(in entity: Entity) throws(Diagnostic) {
    let known = lineage(of: entity).flatMap { $0.others + $0.relationships.map(\.name) }
    for (node, name) in entity.named where !known.contains(name) {
      throw .unknown("property", name, at: node.range, known: known, plural: "properties")
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
