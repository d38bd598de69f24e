// Which nodes can reach each other: Tarjan's algorithm with a stack of its own, so that a chain of
// a million objects needs no more of the thread's stack than a pair.

/// The strongly connected components that are knots.
struct Components {
  /// The knot of each node, or `Knots.none`.
  private(set) var membership: [UInt32]

  /// The nodes of all knots, knot by knot, ascending in each.
  private(set) var nodes: [UInt32] = []

  /// Where each knot's nodes begin, and where the last ones end.
  private(set) var starts: [UInt32] = [0]

  /// How many knots there are.
  var count: Int { starts.count - 1 }

  /// The nodes of a knot, ascending.
  func nodes(of knot: Int) -> ArraySlice<UInt32> {
    nodes[Int(starts[knot])..<Int(starts[knot + 1])]
  }

  init(of graph: ReferenceGraph) {
    membership = Components.tarjan(graph)
    keepKnots(of: graph)
    sortNodes()
  }

  /// Returns the component of each node, numbered as they are closed.
  private static func tarjan(_ graph: ReferenceGraph) -> [UInt32] {
    let count = graph.nodeCount
    var component = [UInt32](repeating: Knots.none, count: count)
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
          } else if component[target] == Knots.none {
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

  /// Forgets components that are no knots, and numbers the others by their lowest node.
  private mutating func keepKnots(of graph: ReferenceGraph) {
    var sizes = [UInt32](repeating: 0, count: membership.count)
    for component in membership { sizes[Int(component)] += 1 }
    var knots = [UInt32](repeating: Knots.none, count: membership.count)
    var count: UInt32 = 0
    for node in membership.indices {
      let component = Int(membership[node])
      if knots[component] == Knots.none {
        let refersToItself = { graph.edges(of: node).contains { graph.targets[$0] == node } }
        guard sizes[component] > 1 || refersToItself() else {
          membership[node] = Knots.none
          continue
        }
        knots[component] = count
        count += 1
      }
      membership[node] = knots[component]
    }
    starts = [UInt32](repeating: 0, count: Int(count) + 1)
  }

  private mutating func sortNodes() {
    let knotted = membership.indices.filter { membership[$0] != Knots.none }
    for node in knotted { starts[Int(membership[node]) + 1] += 1 }
    for knot in 1..<max(starts.count, 1) { starts[knot] += starts[knot - 1] }
    var next = starts
    nodes = [UInt32](repeating: 0, count: knotted.count)
    for node in knotted {
      let knot = Int(membership[node])
      nodes[Int(next[knot])] = UInt32(node)
      next[knot] += 1
    }
  }
}
