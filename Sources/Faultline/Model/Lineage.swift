// The ways from the roots of the inheritance trees down to each entity.

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
