// How the descriptions of a model lead to each other, whichever of them are still held.

import Synchronization

/// What the descriptions of one model know of each other.
///
/// Entities and relationships lead to each other in circles. If they held each other, none would ever go; if they
/// did not, one that is kept longer than its model would lead to memory that is gone, and a leaked object keeps its
/// entity. So every description holds the graph, and the graph holds what was written down and no description: it
/// finds one that is alive by its address, and makes one that is gone anew. There is one of each at a time, so a
/// program that holds a description never meets another of the same.
final class EntityGraph: Sendable {
  /// One entity.
  struct EntityPlace: Sendable {
    let facts: EntityFacts
    let superentity: Int?
    /// Those that inherit from it at once, in name order.
    let subentities: [Int]
    /// The numbers of its own relationships.
    let relationships: Range<Int>
  }

  /// One relationship, where it is declared.
  struct RelationshipPlace: Sendable {
    let facts: RelationshipFacts
    /// Its tie in the layouts of all entities that have it.
    let tie: Int
    let destination: Int?
    /// The number of the relationship that leads back.
    let inverse: Int?
    /// Which entities of the model the destination may have.
    let destinations: [Bool]
  }

  /// By position in the model.
  let entities: [EntityPlace]
  /// By number.
  let relationships: [RelationshipPlace]
  /// Where the descriptions lie, entities first; a description takes itself out when it goes.
  private let addresses: Mutex<[Address]>

  /// Makes the graph of descriptions that are there already, the relationships by number.
  init(
    _ entities: [EntityPlace], _ relationships: [RelationshipPlace],
    of descriptions: [EntityDescription], _ ties: [RelationshipDescription]
  ) {
    self.entities = entities
    self.relationships = relationships
    addresses = Mutex(descriptions.map { Address(of: $0) } + ties.map { Address(of: $0) })
  }

  // MARK: - Following

  func subentities(of index: Int) -> [EntityDescription] {
    entities[index].subentities.map { entity($0) }
  }

  func destination(ofRelationship number: Int) -> EntityDescription? {
    relationships[number].destination.map { entity($0) }
  }

  func inverse(ofRelationship number: Int) -> RelationshipDescription? {
    relationships[number].inverse.map { relationship($0) }
  }

  private func entity(_ index: Int) -> EntityDescription {
    description(at: index) {
      let place = entities[index]
      let entity = EntityDescription(place.facts, place.relationships.map { relationship($0) })
      var line = [entity]
      var next = place.superentity.map { self.entity($0) }
      while let ancestor = next {
        line.append(ancestor)
        next = ancestor.superentity
      }
      entity.link(links(of: index, line: line.reversed()))
      return entity
    }
  }

  func relationship(_ number: Int) -> RelationshipDescription {
    description(at: entities.count + number) {
      let relationship = RelationshipDescription(relationships[number].facts)
      relationship.link(self, number: number)
      return relationship
    }
  }

  // MARK: - Living descriptions

  /// The description at a place: the one that is alive, or a new one.
  private func description<Description: AnyObject>(
    at place: Int, _ make: () -> Description
  ) -> Description {
    let known = addresses.withLock { addresses -> Address? in
      addresses[place].retainIfAlive() ? addresses[place] : nil
    }
    if let known = known?.taken(as: Description.self) { return known }
    // Made outside of the lock, since it looks for others: another thread may be the first.
    let made = make()
    let address = Address(of: made)
    let first = addresses.withLock { addresses -> Address? in
      if addresses[place].retainIfAlive() { return addresses[place] }
      addresses[place] = address
      return nil
    }
    return first?.taken(as: Description.self) ?? made
  }

  /// Forgets an entity that goes, unless another is in its place by now.
  func forget(_ entity: EntityDescription, at index: Int) { forget(Address(of: entity), index) }

  /// Forgets a relationship that goes, unless another is in its place by now.
  func forget(_ relationship: RelationshipDescription, number: Int) {
    forget(Address(of: relationship), entities.count + number)
  }

  private func forget(_ address: Address, _ place: Int) {
    addresses.withLock { addresses in
      if addresses[place] == address { addresses[place] = Address(bits: 0) }
    }
  }
}

// Gives every property of every entity its place, and lets the descriptions know each other.
extension EntityGraph {
  /// Links the entities of a model that is sound, and their relationships.
  static func link(_ entities: [EntityDescription], _ lineages: Lineages) {
    let relationships = entities.flatMap(\.ownRelationships)
    let graph = EntityGraph(entities, relationships, lineages)
    // Relationships first, because a tie must know the tie that leads back.
    for (number, relationship) in relationships.enumerated() {
      relationship.link(graph, number: number)
    }
    for (index, entity) in entities.enumerated() {
      entity.link(graph.links(of: index, line: lineages[entity]))
    }
  }

  private convenience init(
    _ entities: [EntityDescription], _ relationships: [RelationshipDescription],
    _ lineages: Lineages
  ) {
    let indexes = Dictionary(
      entities.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
    let numbers = Dictionary(
      relationships.enumerated().map { (ObjectIdentifier($0.element), $0.offset) },
      uniquingKeysWith: { $1 })
    var subentities: [[Int]] = entities.map { _ in [] }
    for (index, entity) in entities.enumerated() {
      if let parent = entity.superentityName.flatMap({ indexes[$0] }) {
        subentities[parent].append(index)
      }
    }
    let families = Self.families(entities, lineages)
    var places: [EntityPlace] = []
    var ties: [RelationshipPlace] = []
    for (index, entity) in entities.enumerated() {
      let first = ties.count
      let inherited = lineages[entity].dropLast().reduce(0) { $0 + $1.ownRelationships.count }
      for relationship in entity.ownRelationships {
        let destination = indexes[relationship.destinationEntityName]
        let inverse = destination.flatMap { destination in
          relationship.inverseName.flatMap { lineages.property($0, of: entities[destination]) }
        }
        ties.append(
          RelationshipPlace(
            facts: relationship.facts, tie: inherited + ties.count - first,
            destination: destination, inverse: inverse.flatMap { numbers[ObjectIdentifier($0)] },
            destinations: families[relationship.destinationEntityName] ?? []))
      }
      places.append(
        EntityPlace(
          facts: entity.facts, superentity: entity.superentityName.flatMap { indexes[$0] },
          subentities: subentities[index], relationships: first..<ties.count))
    }
    self.init(places, ties, of: entities, relationships)
  }

  /// For each entity that a relationship leads to, which entities of the model are of its kind.
  private static func families(
    _ entities: [EntityDescription], _ lineages: Lineages
  ) -> [String: [Bool]] {
    let wanted = Set(entities.flatMap { $0.ownRelationships.map(\.destinationEntityName) })
    var families: [String: [Bool]] = [:]
    for (index, entity) in entities.enumerated() {
      for ancestor in lineages[entity] where wanted.contains(ancestor.name) {
        families[ancestor.name, default: Array(repeating: false, count: entities.count)][index] =
          true
      }
    }
    return families
  }

  /// What an entity learns, from its root down to itself.
  func links(of index: Int, line: [EntityDescription]) -> EntityLinks {
    EntityLinks(
      self, index: index, superentity: line.dropLast().last,
      properties: line.flatMap(\.ownProperties).firstByKey { $0.name }, layout: layout(of: line))
  }

  /// Slots and ties from the root down: attributes first, then relationships, entity by entity.
  private func layout(of line: [EntityDescription]) -> EntityLayout {
    var slots: [EntityLayout.Slot] = []
    var ties: [EntityLayout.Tie] = []
    var inverses: [RelationshipDescription] = []
    for ancestor in line {
      for attribute in ancestor.ownAttributes {
        slots.append(
          .init(
            name: attribute.name, attribute: attribute, isOptional: attribute.isOptional,
            isInline: attribute.attributeType.isInline))
      }
      for relationship in ancestor.ownRelationships {
        let place = relationships[relationship.number]
        let inverse = place.inverse.map { self.relationship($0) }
        if let inverse { inverses.append(inverse) }
        ties.append(
          .init(
            relationship, slot: relationship.isToMany ? nil : slots.count, place, inverse,
            inverseTie: place.inverse.map { relationships[$0].tie }))
        if !relationship.isToMany {
          slots.append(
            .init(
              name: relationship.name, attribute: nil, isOptional: relationship.isOptional,
              isInline: true))
        }
      }
    }
    return EntityLayout(slots: slots, ties: ties, inverses: inverses)
  }
}

/// The inheritance lines of a model's entities, as far as they are sound.
struct Lineages {
  /// The most entities in one line: far beyond any model, and a bound for everything that walks it.
  static let limit = 64

  private var lines: [ObjectIdentifier: [EntityDescription]] = [:]
  private let properties: [ObjectIdentifier: [String: any PropertyDescription]]
  /// Entities that inherit from themselves.
  private(set) var circular: [EntityDescription] = []
  /// Entities whose line is the first in its tree to be too long.
  private(set) var overlong: [EntityDescription] = []

  init(_ entities: [EntityDescription], _ byName: [String: EntityDescription]) {
    properties = Dictionary(
      entities.map { (ObjectIdentifier($0), $0.ownProperties.firstByKey { $0.name }) },
      uniquingKeysWith: { first, _ in first })
    for entity in entities { follow(entity, byName) }
  }

  /// The entity's ancestors from the root, then the entity itself; empty if its line is not sound.
  subscript(entity: EntityDescription) -> [EntityDescription] {
    lines[ObjectIdentifier(entity)] ?? []
  }

  /// The property that a key stands for in an entity, its own or an inherited one.
  func property(_ key: String, of entity: EntityDescription) -> (any PropertyDescription)? {
    for ancestor in self[entity].reversed() {
      if let property = properties[ObjectIdentifier(ancestor)]?[key] { return property }
    }
    return nil
  }

  /// Climbs until a line is known, then gives each entity passed a line of its own on the way back.
  private mutating func follow(_ entity: EntityDescription, _ byName: [String: EntityDescription]) {
    var path: [EntityDescription] = []
    var positions: [ObjectIdentifier: Int] = [:]
    var line: [EntityDescription]? = []
    var next: EntityDescription? = entity
    while let current = next {
      if let known = lines[ObjectIdentifier(current)] {
        line = known.isEmpty ? nil : known
        break
      }
      if let start = positions[ObjectIdentifier(current)] {
        circular += path[start...]
        line = nil
        break
      }
      positions[ObjectIdentifier(current)] = path.count
      path.append(current)
      next = current.superentityName.flatMap { byName[$0] }
      if next == nil, current.superentityName != nil { line = nil }
    }
    for member in path.reversed() {
      line?.append(member)
      if let length = line?.count, length > Self.limit {
        overlong.append(member)
        line = nil
      }
      lines[ObjectIdentifier(member)] = line ?? []
    }
  }
}

extension Sequence {
  /// The elements by key; of two with the same key the first counts.
  func firstByKey(_ key: (Element) -> String) -> [String: Element] {
    Dictionary(map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
