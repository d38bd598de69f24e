// What holds what: the objects of the process as a graph that the cycle finder can read.

package import Faultline

/// Objects and their strong references to each other; nothing fires.
package struct GraphCensus {
  /// The references, nodes numbered in the order of the objects.
  package let graph: ReferenceGraph
  /// What distinguishes the node's object from all others, also later.
  package let numbers: ContiguousArray<UInt64>

  /// Looks at the objects of all contexts made after a moment.
  package init(since moment: Population.Moment) { self.init(of: ObjectSnapshot(since: moment)) }

  /// Looks at these objects, and at no others.
  package init(of objects: ContiguousArray<ManagedObject>) {
    self.init(of: ObjectSnapshot(of: objects))
  }

  private init(of snapshot: ObjectSnapshot) { self.init(of: snapshot, ObjectPlaces(snapshot)) }

  /// Looks at objects whose places are known.
  init(of snapshot: ObjectSnapshot, _ places: ObjectPlaces) {
    let names = GraphNames(snapshot.entities)
    var builder = ReferenceGraph.Builder(
      kinds: snapshot.entities.map(\.name), relationships: names.relationships)
    builder.reserve(nodes: snapshot.entries.count, edges: 0)
    for entry in snapshot.entries { builder.appendNode(kind: Int(entry.entity)) }
    snapshot.forEachReference { place, tie, object in
      guard let target = places[object] else { return }
      let label = names.labels[Int(snapshot.entries[place].entity)][tie]
      builder.appendEdge(from: place, to: target, relationship: label)
    }
    graph = builder.build()
    numbers = ContiguousArray(snapshot.entries.map(\.number))
  }
}

/// The names of a graph's references: each relationship where it is declared.
private struct GraphNames {
  let relationships: [ReferenceGraph.Relationship]
  /// For each entity the numbers of its relationships, in the order of its ties.
  let labels: [[Int]]

  init(_ entities: [EntityDescription]) {
    let ties = entities.map(\.layout.ties)
    var numbers: [ObjectIdentifier: Int] = [:]
    var declared: [EntityLayout.Tie] = []
    for tie in ties.joined() where numbers[ObjectIdentifier(tie.relationship)] == nil {
      numbers[ObjectIdentifier(tie.relationship)] = declared.count
      declared.append(tie)
    }
    relationships = declared.map { tie in
      .init(tie.relationship.name, inverse: tie.inverseIdentity.flatMap { numbers[$0] })
    }
    labels = ties.map { $0.map { numbers[ObjectIdentifier($0.relationship)] ?? 0 } }
  }
}
