// Captured graphs become a film: objects that are alike in every graph become one node.

import Faultline
import FaultlineKnowledge
package import FaultlineReplay
import Foundation
import Synchronization

/// Puts captured graphs together so that at most so many nodes are drawn.
package struct ReplayBuilder {
  /// The most nodes, roots and objects together, unless there are more roots than that.
  package static let usualLimit = 40

  private let graphs: [CapturedGraph]
  private let names: ObjectNames
  private let groups: NodeGroups
  private let roots: [CapturedGraph.Root]

  /// The nodes of the film: roots, then objects.
  package private(set) var nodes: [Replay.Node] = []
  /// The edges of the film, in the order in which they are first seen.
  package private(set) var edges: [Replay.Edge] = []
  private var edgeNumbers: [Replay.Edge: Int] = [:]

  /// Groups the objects of all graphs.
  package init(_ graphs: [CapturedGraph], records: SavedRecords, limit: Int = usualLimit) {
    self.graphs = graphs
    names = ObjectNames(graphs, records)
    roots = Self.roots(of: graphs)
    groups = NodeGroups(graphs, limit: max(limit - roots.count, 8))
    nodes = roots.map { Replay.Node($0.kind, $0.title) }
    appendObjects()
  }

  /// The states and the ties of the graph that was captured there.
  package mutating func graph(at place: Int) -> (states: [Replay.State], ties: [Replay.Tie]) {
    let graph = graphs[place]
    var states: [Int: Replay.State] = [:]
    var cycles: [UInt64: Int] = [:]
    for object in graph.objects { cycles[object.number] = object.cycle }
    var counts: [Int: (count: Int, isInCycle: Bool)] = [:]
    func count(_ edge: Replay.Edge, isInCycle: Bool = false) {
      let number = edgeNumbers[edge] ?? edges.count
      if number == edges.count {
        edgeNumbers[edge] = number
        edges.append(edge)
      }
      let former = counts[number] ?? (0, false)
      counts[number] = (former.count + 1, former.isInCycle || isInCycle)
    }
    for root in graph.roots {
      if let node = roots.firstIndex(of: root) { states[node] = Replay.State(node: node) }
    }
    for link in graph.parents {
      guard let child = roots.firstIndex(of: link.child),
        let parent = roots.firstIndex(of: link.parent)
      else { continue }
      count(Replay.Edge(from: child, to: parent, reason: .parent))
    }
    for object in graph.objects {
      guard let node = node(of: object.number) else { continue }
      states[node] = (states[node] ?? Replay.State(node: node, count: 0)).adding(object)
      for hold in object.condition.holds {
        guard let root = roots.firstIndex(of: hold.root) else { continue }
        states[root] = states[root] ?? Replay.State(node: root)
        count(Replay.Edge(from: root, to: node, reason: hold.reason))
      }
      for reference in object.references {
        guard let target = self.node(of: reference.target) else { continue }
        let cycle = cycles[object.number]
        count(
          Replay.Edge(from: node, to: target, reason: reference.reason, name: reference.name),
          isInCycle: cycle != nil && cycle == cycles[reference.target])
      }
    }
    return (
      states.values.sorted { $0.node < $1.node },
      counts.map { Replay.Tie(edge: $0, count: $1.count, isInCycle: $1.isInCycle) }
        .sorted { $0.edge < $1.edge }
    )
  }

  private func node(of number: UInt64) -> Int? {
    groups.node(of: number).map { $0 + roots.count }
  }

  private mutating func appendObjects() {
    var taken: Set<String> = []
    for members in groups.members {
      var node = names.node(of: members)
      if groups.isRest(members) {
        node = Replay.Node(
          .objects, "others × \(members.count)", entity: node.entity, count: members.count)
      }
      let bare = node.title
      var letter = UInt8(ascii: "b")
      while !taken.insert(node.title).inserted, letter <= UInt8(ascii: "z") {
        node.title = "\(bare) \(Character(Unicode.Scalar(letter)))"
        letter += 1
      }
      nodes.append(node)
    }
  }

  /// Contexts and what belongs to them first, then names and containers as they come.
  private static func roots(of graphs: [CapturedGraph]) -> [CapturedGraph.Root] {
    var found: [CapturedGraph.Root] = []
    var seen: Set<CapturedGraph.Root> = []
    for graph in graphs {
      let holding = graph.objects.lazy.flatMap(\.condition.holds).map(\.root)
      for root in graph.roots where seen.insert(root).inserted { found.append(root) }
      for root in holding where seen.insert(root).inserted { found.append(root) }
    }
    let order = Replay.Node.Kind.allCases
    return found.enumerated().sorted { one, other in
      let places = (
        order.firstIndex(of: one.element.kind) ?? 0, order.firstIndex(of: other.element.kind) ?? 0
      )
      return (places.0, one.offset) < (places.1, other.offset)
    }.map(\.element)
  }
}

extension Replay.State {
  /// The state with one more object.
  fileprivate func adding(_ object: CapturedGraph.Object) -> Replay.State {
    var state = self
    let condition = object.condition
    state.retains = count == 0 || retains == object.retains ? object.retains : nil
    state.count += 1
    state.faults += condition.isFault ? 1 : 0
    state.inserted += condition.isInserted ? 1 : 0
    state.updated += condition.isUpdated ? 1 : 0
    state.deleted += condition.isDeleted ? 1 : 0
    state.inCycles += condition.isInCycle ? 1 : 0
    return state
  }
}

/// Listens to saves and remembers what became of the objects that they inserted.
package final class SavedRecords {
  /// The records by registration number.
  private final class Ledger: Sendable {
    let records = Mutex<[UInt64: ManagedObjectID]>([:])
  }

  private let ledger = Ledger()
  private let observer: any NSObjectProtocol

  /// Begins to listen.
  package init() {
    observer = NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.didSaveNotification, object: nil, queue: nil
    ) { [ledger] notification in
      let key = ManagedObjectContext.NotificationKey.insertedObjects.rawValue
      guard let inserted = notification.userInfo?[key] as? [ManagedObject] else { return }
      // Saves of other contexts are heard as well; no number of theirs is one of ours.
      ledger.records.withLock { records in
        for object in inserted { records[object.registrationNumber] = object.objectID }
      }
    }
  }

  deinit { NotificationCenter.default.removeObserver(observer) }

  /// The record of an object that was saved.
  subscript(number: UInt64) -> ManagedObjectID? { ledger.records.withLock { $0[number] } }
}
