// Inverse pairs that are strong from both ends: manager and report, each holding the other.

/// Counts inverse pairs in linear time, without hashing.
///
/// A pair lies inside a retain cycle, so only those references are looked at. For a relationship and its
/// inverse, the references of the one and the turned-around references of the other are sorted
/// alike; then the groups with equal node and relationship are compared by marking targets.
enum InversePairs {
  /// Counts the pairs and hands over each: source, relationship, inverse, target.
  static func count(
    in graph: ReferenceGraph, _ components: Components,
    each: (_ source: Int, _ label: Int, _ inverse: Int, _ target: Int) -> Void
  ) -> Int {
    let back = TurnedEdges(graph, components)
    let inverses = graph.inverses
    var marks = [UInt32](repeating: 0, count: graph.nodeCount)
    var mark: UInt32 = 0
    var count = 0
    for nodeOfCycle in components.nodes {
      let source = Int(nodeOfCycle)
      var forth = graph.edges(of: source)
      var candidates = back.edges(of: source)
      while let first = candidates.first {
        let label = back.labels[first]
        let group = candidates.prefix { back.labels[$0] == label }
        candidates = candidates.dropFirst(group.count)
        forth = forth.drop { graph.labels[$0] < label }
        let same = forth.prefix { graph.labels[$0] == label }
        guard !same.isEmpty, let inverse = inverses[Int(label)] else { continue }
        mark += 1
        for edge in same { marks[Int(graph.targets[edge])] = mark }
        for edge in group {
          let target = Int(back.origins[edge])
          guard marks[target] == mark else { continue }
          // Unmarked at once: a doubled reference is no second pair. And where a relationship is
          // its own inverse, both ends see the pair; the lower one counts it.
          marks[target] = 0
          guard inverse != label || source <= target else { continue }
          count += 1
          each(source, Int(label), Int(inverse), target)
        }
      }
    }
    return count
  }
}

/// The references inside retain cycles that may be the second half of a pair, turned around: sorted by
/// where they lead and by the relationship they answer.
private struct TurnedEdges {
  private(set) var origins: [UInt32] = []
  private(set) var labels: [UInt32] = []
  private let starts: [UInt32]

  init(_ graph: ReferenceGraph, _ components: Components) {
    let inverses = graph.inverses
    var nodes: [UInt32] = []
    var sources: [UInt32] = []
    var answered: [UInt32] = []
    for source in components.nodes {
      let cycle = components.membership[Int(source)]
      for edge in graph.edges(of: Int(source)) {
        let label = graph.labels[edge]
        let target = graph.targets[edge]
        // Of a relationship and its inverse, the one with the higher number is turned around.
        guard
          let inverse = inverses[Int(label)], inverse <= label,
          components.membership[Int(target)] == cycle
        else { continue }
        nodes.append(target)
        sources.append(source)
        answered.append(inverse)
      }
    }
    var order = nodes.indices.map { UInt32($0) }
    order = sorted(order, by: answered, below: graph.relationships.count)
    order = sorted(order, by: nodes, below: graph.nodeCount)
    origins = order.map { sources[Int($0)] }
    labels = order.map { answered[Int($0)] }
    starts = beginnings(of: nodes, below: graph.nodeCount)
  }

  func edges(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }
}
