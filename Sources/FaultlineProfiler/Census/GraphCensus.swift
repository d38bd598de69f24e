// Who holds whom: the objects of the process as a graph that the cycle finder can read.

package import Faultline

/// Objects and their strong references to each other; nothing fires.
package struct GraphCensus {
  /// The references, nodes numbered in the order of the objects.
  package let graph: ReferenceGraph
  /// What tells the node's object apart from all others, also later.
  package let numbers: [UInt64]

  /// Looks at the objects of all contexts made after a moment.
  package init(since moment: Int) {
    self.init(of: Population.objects(since: moment))
  }

  /// Looks at these objects, and at no others.
  package init(of objects: ContiguousArray<ManagedObject>) {
    let numbers = objects.map(\.registrationNumber)
    var nodes: [UInt64: Int] = Dictionary(minimumCapacity: numbers.count)
    for (node, number) in numbers.enumerated() { nodes[number] = node }
    let names = GraphNames(objects)
    var builder = ReferenceGraph.Builder(kinds: names.kinds, relationships: names.relationships)
    for object in objects { _ = builder.appendNode(kind: names.kind(of: object)) }
    for (node, object) in objects.enumerated() {
      object.forEachReference { tie, other in
        guard let target = nodes[other.registrationNumber] else { return }
        builder.appendEdge(
          from: node, to: target, relationship: names.relationship(of: object, tie))
      }
    }
    graph = builder.build()
    self.numbers = numbers
  }
}

/// The names that a graph's numbers stand for: entities, and each relationship where it is declared.
private struct GraphNames {
  private(set) var kinds: [String] = []
  private(set) var relationships: [ReferenceGraph.Relationship] = []
  private var kindOf: [ObjectIdentifier: Int] = [:]
  private var relationshipOf: [ObjectIdentifier: Int] = [:]

  init(_ objects: ContiguousArray<ManagedObject>) {
    var entities: [EntityDescription] = []
    for object in objects where kindOf[ObjectIdentifier(object.entity)] == nil {
      kindOf[ObjectIdentifier(object.entity)] = kinds.count
      kinds.append(object.entity.name)
      entities.append(object.entity)
    }
    let ties = entities.flatMap { $0.layout.ties.map(\.relationship) }
    for tie in ties where relationshipOf[ObjectIdentifier(tie)] == nil {
      relationshipOf[ObjectIdentifier(tie)] = relationshipOf.count
    }
    var seen: Set<ObjectIdentifier> = []
    for tie in ties where seen.insert(ObjectIdentifier(tie)).inserted {
      let inverse = tie.inverseRelationship.flatMap { relationshipOf[ObjectIdentifier($0)] }
      relationships.append(.init(tie.name, inverse: inverse))
    }
  }

  func kind(of object: ManagedObject) -> Int { kindOf[ObjectIdentifier(object.entity)] ?? 0 }

  func relationship(of object: ManagedObject, _ tie: Int) -> Int {
    relationshipOf[ObjectIdentifier(object.entity.layout.ties[tie].relationship)] ?? 0
  }
}
