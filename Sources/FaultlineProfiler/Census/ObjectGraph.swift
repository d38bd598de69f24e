// The objects of one moment and what they hold of each other, for all that is asked about them.

package import Faultline

/// Objects, their strong references to each other, and the retain cycles among them; nothing fires.
///
/// A checkpoint and the search for leaks ask about the same objects, so these are visited once. The rest is found
/// when it is first asked for.
package final class ObjectGraph {
  let snapshot: ObjectSnapshot
  /// Where the objects stand in the snapshot.
  private(set) lazy var places = ObjectPlaces(snapshot)
  /// The references, nodes numbered in the order of the objects.
  package private(set) lazy var references = ReferenceGraph(of: snapshot, places)
  /// Which objects refer to each other in a circle.
  package private(set) lazy var cycles =
    snapshot.hasHolders ? CycleFinder.search(references) : .nowhere

  /// Looks at the objects of all contexts made after a moment.
  package convenience init(since moment: Population.Moment) {
    self.init(of: ObjectSnapshot(since: moment))
  }

  /// Looks at these objects, and at no others.
  package convenience init(of objects: ContiguousArray<ManagedObject>) {
    self.init(of: ObjectSnapshot(of: objects))
  }

  /// Looks at objects that were visited.
  init(of snapshot: ObjectSnapshot) { self.snapshot = snapshot }
}

extension ReferenceGraph {
  fileprivate init(of snapshot: ObjectSnapshot, _ places: ObjectPlaces) {
    let names = GraphNames(snapshot.entities)
    var builder = Builder(
      kinds: snapshot.entities.map(\.name), relationships: names.relationships)
    builder.reserve(nodes: snapshot.entries.count, edges: 0)
    for entry in snapshot.entries { builder.appendNode(kind: Int(entry.entity)) }
    snapshot.forEachReference { place, tie, object in
      guard let target = places[object] else { return }
      let label = names.labels[Int(snapshot.entries[place].entity)][tie]
      builder.appendEdge(from: place, to: target, relationship: label)
    }
    self = builder.build()
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
