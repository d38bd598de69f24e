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
