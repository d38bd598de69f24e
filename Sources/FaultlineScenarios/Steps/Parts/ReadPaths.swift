// What an observer's handler reads of an object that has changed.

import Faultline

/// Attributes, or paths along relationships to some; whatever lies on the way fires.
struct ReadPaths: Sendable {
  static let kind = Kind.either([.name, .list(.name)])

  /// Relationships, and the attribute at the end; none where the path ends with a relationship.
  private struct Path: Sendable {
    let ties: [Int]
    let slot: Int?
  }

  /// By the index of an entity.
  private let paths: [Int: [Path]]

  /// Nothing is read.
  var isEmpty: Bool { paths.isEmpty }

  /// Resolves paths from one entity, or from every entity that has them.
  init(
    _ node: Node?, from entity: EntityDescription? = nil, in model: ManagedObjectModel
  ) throws(Diagnostic) {
    var paths: [Int: [Path]] = [:]
    for node in node?.items ?? [] {
      let keys = try node.identifier().split(separator: ".").map(String.init)
      let starts = entity.map { start in model.entities.filter { $0.isKindOf(entity: start) } }
      var isFound = false
      for start in starts ?? model.entities {
        guard let path = Self.path(keys, from: start) else { continue }
        isFound = true
        paths[start.index, default: []].append(path)
      }
      guard isFound else {
        let owner = entity.map { $0.name.inQuotes + " has no" } ?? "no entity has the"
        throw node.diagnostic(
          "\(owner) property \(node.inWords)",
          notes: ["a property is an attribute, or a path along relationships: manager.name"])
      }
    }
    self.paths = paths
  }

  private static func path(_ keys: [String], from start: EntityDescription) -> Path? {
    var ties: [Int] = []
    var entity = start
    for (place, key) in keys.enumerated() {
      switch entity.layout.property(named: key) {
      case .attribute(let slot):
        return place == keys.count - 1 ? Path(ties: ties, slot: slot) : nil
      case .relationship(let tie):
        ties.append(tie)
        guard let next = entity.layout.ties[tie].relationship.destinationEntity else { return nil }
        entity = next
      case nil: return nil
      }
    }
    return Path(ties: ties, slot: nil)
  }

  /// Reads an object; what fires on the way is realized.
  func read(_ object: ManagedObject) throws(GraphError) {
    for path in paths[object.entity.index] ?? [] { try read(object, path.ties[...], path.slot) }
  }

  private func read(
    _ object: ManagedObject, _ ties: ArraySlice<Int>, _ slot: Int?
  ) throws(GraphError) {
    guard let tie = ties.first else {
      if let slot { _ = try object.value(at: slot) }
      return
    }
    if object.entity.layout.ties[tie].isToMany {
      for member in try object.members(tie).objects { try read(member, ties.dropFirst(), slot) }
    } else if let destination = try object.destination(tie) {
      try read(destination, ties.dropFirst(), slot)
    }
  }
}
