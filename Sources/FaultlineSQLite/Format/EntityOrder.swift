// The numbers of entities.

internal import Faultline

/// The numbers of entities: roots in alphabetical order, each followed by its subentities, from 1 on.
///
/// A store of a configuration knows its entities and their ancestors only; others have the number 0.
struct EntityOrder {
  /// By their numbers.
  private(set) var entities: [EntityDescription] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  init(_ model: ManagedObjectModel, configuration: String? = nil) {
    let kept = configuration.flatMap { model.entities(forConfigurationName: $0) } ?? model.entities
    var known: Set<ObjectIdentifier> = []
    for entity in kept {
      var ancestor: EntityDescription? = entity
      while let next = ancestor, known.insert(ObjectIdentifier(next)).inserted {
        ancestor = next.superentity
      }
    }
    func visit(_ siblings: [EntityDescription]) {
      for entity in Self.alphabetical(siblings, \.name)
      where known.contains(ObjectIdentifier(entity)) {
        entities.append(entity)
        numbers[ObjectIdentifier(entity)] = entities.count
        visit(entity.subentities)
      }
    }
    visit(model.entities.filter { $0.superentity == nil })
  }

  /// The order of a file that has numbered its entities otherwise; those without a number are not in it.
  init(_ order: EntityOrder, numbers: [String: Int]) {
    entities = order.entities.filter { numbers[$0.name] != nil }
      .sorted { numbers[$0.name] ?? 0 < numbers[$1.name] ?? 0 }
    for entity in entities { self.numbers[ObjectIdentifier(entity)] = numbers[entity.name] }
  }

  /// The number of an entity; 0 for one that is not kept.
  func number(of entity: EntityDescription) -> Int { numbers[ObjectIdentifier(entity)] ?? 0 }

  /// A root and all beneath it that are kept, by their numbers.
  func family(of root: EntityDescription) -> [EntityDescription] {
    var family: [EntityDescription] = []
    var waiting = [root]
    while let entity = waiting.popLast() {
      if number(of: entity) > 0 { family.append(entity) }
      waiting += entity.subentities
    }
    return family.sorted { number(of: $0) < number(of: $1) }
  }

  /// Alphabetical, whatever the case.
  static func alphabetical<Element>(
    _ elements: [Element], _ name: (Element) -> String
  ) -> [Element] {
    elements.map { (name($0).uppercased(), name($0), $0) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

extension EntityDescription {
  /// The relationships that it adds to those of its parent.
  var addedRelationships: [RelationshipDescription] {
    layout.ties.dropFirst(superentity?.layout.ties.count ?? 0).map(\.relationship)
  }
}

/// Gives out names; one that is taken gets a number behind it.
struct NamePool {
  private var taken: Set<String>
  /// The last number behind a name, so that the next one is not searched for.
  private var suffixes: [String: Int] = [:]

  init(_ taken: Set<String> = []) { self.taken = taken }

  mutating func take(_ wanted: String) -> String {
    var name = wanted
    while !taken.insert(name).inserted {
      suffixes[wanted, default: 0] += 1
      name = "\(wanted)\(suffixes[wanted] ?? 0)"
    }
    return name
  }
}
