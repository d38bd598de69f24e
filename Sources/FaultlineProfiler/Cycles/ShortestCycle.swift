// The shortest circle of a retain cycle, by breadth-first searches that share a budget.

/// Searches retain cycles for a short circle; its arrays serve all retain cycles of a graph.
///
/// The shortest cycle through a node is found by one breadth-first search. Trying every node would
/// be quadratic, so a retain cycle has a budget of eight times its references, and 4,096 in any case: small
/// retain cycles are searched through and the answer is the shortest; in a huge one it is the shortest
/// through the lowest nodes, and later searches stop where they cannot be shorter any more.
struct ShortestCycle {
  private let graph: ReferenceGraph
  private let components: Components
  private let names: CycleNames
  private var seen: [UInt32]
  private var parent: [UInt32]
  private var step: [UInt64]
  private var search: UInt32 = 0
  private var queue: [UInt32] = []

  init(_ graph: ReferenceGraph, _ components: Components, _ names: CycleNames) {
    self.graph = graph
    self.components = components
    self.names = names
    seen = Array(repeating: 0, count: graph.nodeCount)
    parent = seen
    step = Array(repeating: 0, count: graph.nodeCount)
  }

  /// Returns the steps of the cycle, beginning anywhere on it.
  mutating func find(in component: Int) -> [UInt64] {
    let nodes = components.nodes(of: component)
    let references = nodes.reduce(0) { $0 + graph.edges(of: Int($1)).count }
    var budget = 8 * references + 4_096
    var best: [UInt64] = []
    for node in nodes where budget > 0 {
      let limit = best.isEmpty ? Int.max : best.count
      if let shorter = cycle(through: node, shorterThan: limit, budget: &budget) { best = shorter }
      if best.count == 2 { break }  // Nothing is shorter: a self-reference would not come here.
    }
    return best
  }

  private mutating func cycle(
    through start: UInt32, shorterThan limit: Int, budget: inout Int
  ) -> [UInt64]? {
    search += 1
    seen[Int(start)] = search
    queue.removeAll(keepingCapacity: true)
    queue.append(start)
    var head = 0
    var length = 1  // Of a cycle that closes with a reference of the nodes at hand.
    var levelEnd = 1
    while head < queue.count, length < limit {
      let node = queue[head]
      head += 1
      for edge in graph.edges(of: Int(node)) {
        budget -= 1
        let target = graph.targets[edge]
        let label = Int(graph.labels[edge])
        if target == start { return path(from: start, to: node, closedBy: label) }
        guard
          seen[Int(target)] != search,
          components.membership[Int(target)] == components.membership[Int(start)]
        else { continue }
        seen[Int(target)] = search
        parent[Int(target)] = node
        step[Int(target)] = names.step(from: Int(node), by: label)
        queue.append(target)
      }
      if head == levelEnd {
        levelEnd = queue.count
        length += 1
      }
    }
    return nil
  }

  private func path(from start: UInt32, to last: UInt32, closedBy label: Int) -> [UInt64] {
    var steps = [names.step(from: Int(last), by: label)]
    var node = last
    while node != start {
      steps.append(step[Int(node)])
      node = parent[Int(node)]
    }
    steps.reverse()
    return steps
  }
}
