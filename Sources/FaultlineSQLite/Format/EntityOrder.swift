// The numbers of entities.

internal import Faultline

/// The numbers of entities: roots in alphabetical order, each followed by its subentities, from 1 on.
///
/// A store of a configuration knows its entities and their ancestors only; others have the number 0.
struct EntityOrder {
  private(set) var entities: [EntityDescription] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  init(_ model: ManagedObjectModel, configuration: String? = nil) {
    let kept = configuration.flatMap { model.entities(forConfigurationName: $0) } ?? model.entities
    let sorted = Self.alphabetical(
      model.entities.filter { entity in kept.contains { $0.isKindOf(entity: entity) } }, \.name)
    func visit(_ entity: EntityDescription) {
      entities.append(entity)
      numbers[ObjectIdentifier(entity)] = entities.count
      for child in sorted where child.superentity === entity { visit(child) }
    }
    for entity in sorted where entity.superentity == nil { visit(entity) }
  }

  func number(of entity: EntityDescription) -> Int { numbers[ObjectIdentifier(entity)] ?? 0 }

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

  /// The slots that it adds to those of its parent.
  var addedSlots: Range<Int> { (superentity?.layout.slots.count ?? 0)..<layout.slots.count }
}

/// Gives out names; one that is taken gets a number behind it.
struct NamePool {
  private var taken: Set<String>

  init(_ taken: Set<String> = []) { self.taken = taken }

  mutating func take(_ wanted: String) -> String {
    var name = wanted
    var suffix = 0
    while !taken.insert(name).inserted {
      suffix += 1
      name = "\(wanted)\(suffix)"
    }
    return name
  }
}
