// Which nodes can reach each other: Tarjan's algorithm with a stack of its own, so that a chain of
// a million objects needs no more of the thread's stack than a pair.

/// The strongly connected components that are retain cycles.
struct Components {
  /// The retain cycle of each node, or `RetainCycles.none`.
  private(set) var membership: [UInt32]

  /// The nodes of all retain cycles, one after the other, ascending in each.
  private(set) var nodes: [UInt32] = []

  /// Where each retain cycle's nodes begin, and where the last ones end.
  private(set) var starts: [UInt32] = [0]

  /// How many retain cycles there are.
  var count: Int { starts.count - 1 }

  /// The nodes of a retain cycle, ascending.
  func nodes(of cycle: Int) -> ArraySlice<UInt32> {
    nodes[Int(starts[cycle])..<Int(starts[cycle + 1])]
  }

  init(of graph: ReferenceGraph) {
    membership = Components.tarjan(graph)
    keepCycles(of: graph)
    sortNodes()
  }

  /// Returns the component of each node, numbered as they are closed.
  private static func tarjan(_ graph: ReferenceGraph) -> [UInt32] {
    let count = graph.nodeCount
    var component = [UInt32](repeating: RetainCycles.none, count: count)
    var closed: UInt32 = 0
    var visited: UInt32 = 0
    var number = [UInt32](repeating: 0, count: count)  // 0: not yet visited.
    var lowest = [UInt32](repeating: 0, count: count)
    var next = graph.starts  // The edge to follow next, for each node.
    var open: [UInt32] = []  // Visited, and not yet in a component.
    var path: [UInt32] = []  // From the root to the node at hand.

    func visit(_ node: Int) {
      visited += 1
      number[node] = visited
      lowest[node] = visited
      open.append(UInt32(node))
      path.append(UInt32(node))
    }

    for root in 0..<count where number[root] == 0 {
      visit(root)
      while let last = path.last {
        let node = Int(last)
        if next[node] < graph.starts[node + 1] {
          let target = Int(graph.targets[Int(next[node])])
          next[node] += 1
          if number[target] == 0 {
            visit(target)
          } else if component[target] == RetainCycles.none {
            lowest[node] = min(lowest[node], number[target])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last {
          lowest[Int(parent)] = min(lowest[Int(parent)], lowest[node])
        }
        guard lowest[node] == number[node] else { continue }
        while let member = open.popLast() {
          component[Int(member)] = closed
          if Int(member) == node { break }
        }
        closed += 1
      }
    }
    return component
  }

  /// Forgets components that are no retain cycles, and numbers the others by their lowest node.
  private mutating func keepCycles(of graph: ReferenceGraph) {
    var sizes = [UInt32](repeating: 0, count: membership.count)
    for component in membership { sizes[Int(component)] += 1 }
    var cycles = [UInt32](repeating: RetainCycles.none, count: membership.count)
    var count: UInt32 = 0
    for node in membership.indices {
      let component = Int(membership[node])
      if cycles[component] == RetainCycles.none {
        let refersToItself = { graph.edges(of: node).contains { graph.targets[$0] == node } }
        guard sizes[component] > 1 || refersToItself() else {
          membership[node] = RetainCycles.none
          continue
        }
        cycles[component] = count
        count += 1
      }
      membership[node] = cycles[component]
    }
    starts = [UInt32](repeating: 0, count: Int(count) + 1)
  }

  private mutating func sortNodes() {
    let inCycles = membership.indices.filter { membership[$0] != RetainCycles.none }
    for node in inCycles { starts[Int(membership[node]) + 1] += 1 }
    for cycle in 1..<max(starts.count, 1) { starts[cycle] += starts[cycle - 1] }
    var next = starts
    nodes = [UInt32](repeating: 0, count: inCycles.count)
    for node in inCycles {
      let cycle = Int(membership[node])
      nodes[Int(next[cycle])] = UInt32(node)
      next[cycle] += 1
    }
  }
}
