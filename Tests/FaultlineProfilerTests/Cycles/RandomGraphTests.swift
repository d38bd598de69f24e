// The finder against a search too simple to be wrong, on thousands of seeded random graphs.

import FaultlineProfiler
import Foundation
import Testing

@Suite struct RandomGraphTests {
  private static let graphs =
    ProcessInfo.processInfo.environment["FAULTLINE_EFFORT"] == "full" ? 10_000 : 2_000

  @Test func `retain cycles, pairs and shortest cycles are those of a brute search`() {
    for seed in 0..<Self.graphs {
      let graph = SmallGraph(seed: UInt64(seed))
      let cycles = CycleFinder.search(graph.referenceGraph(shuffled: false))
      let truth = graph.truth()
      guard
        (0..<graph.count).map({ cycles.cycle(of: $0) }) == truth.membership,
        cycles.count == truth.lengths.count,
        cycles.objects == truth.membership.count(where: { $0 != nil }),
        cycles.pairs == truth.pairs
      else {
        Issue.record("seed \(seed): \(cycles), expected \(truth)")
        return
      }
      // Each node is a kind of its own, so the words say which way the cycle goes.
      var lengths = [Int?](repeating: nil, count: cycles.count)
      for kind in cycles.kinds {
        guard let cycle = graph.cycle(walking: kind.text, in: truth.membership) else {
          Issue.record("seed \(seed): '\(kind.text)' is no cycle of the graph")
          return
        }
        lengths[cycle] = kind.length
      }
      #expect(lengths == truth.lengths.map(Optional.some), "seed \(seed)")
      let shuffled = CycleFinder.search(graph.referenceGraph(shuffled: true))
      #expect(shuffled.kinds == cycles.kinds, "seed \(seed), built in another order")
    }
  }
}

/// A random graph of at most nine nodes, and what is true of it.
private struct SmallGraph {
  struct Edge: Hashable { let source, label, target: Int }
  struct Truth { var membership: [Int?] = []; var lengths: [Int] = []; var pairs = 0 }

  let count: Int
  private let edges: [Edge]
  private static let inverses = [1, 0, 2, nil]
  private static let names = ["reports", "manager", "spouse", "mentor"]

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = 1 + random.next(below: 9)
    self.count = count
    edges = (0..<random.next(below: 2 * count + 1)).map { _ in
      Edge(
        source: random.next(below: count), label: random.next(below: 4),
        target: random.next(below: count))
    }
  }

  func referenceGraph(shuffled: Bool) -> ReferenceGraph {
    var builder = ReferenceGraph.Builder(
      kinds: (0..<count).map { "N\($0)" },
      relationships: zip(Self.names, Self.inverses).map { .init($0, inverse: $1) })
    for node in 0..<count { builder.appendNode(kind: node) }
    for edge in shuffled ? edges.reversed() : edges {
      builder.appendEdge(from: edge.source, to: edge.target, relationship: edge.label)
    }
    return builder.build()
  }

  /// Distances by relaxation, everything else by its definition.
  func truth() -> Truth {
    let far = 1_000
    var distance = Array(repeating: Array(repeating: far, count: count), count: count)
    for edge in edges { distance[edge.source][edge.target] = 1 }
    for middle in 0..<count {
      for from in 0..<count {
        for to in 0..<count {
          let detour = distance[from][middle] + distance[middle][to]
          distance[from][to] = min(distance[from][to], detour)
        }
      }
    }
    var truth = Truth(membership: Array(repeating: nil, count: count))
    for node in 0..<count where distance[node][node] < far && truth.membership[node] == nil {
      let together = (0..<count).filter { distance[node][$0] + distance[$0][node] < far }
      for member in together { truth.membership[member] = truth.lengths.count }
      truth.lengths.append(together.map { distance[$0][$0] }.min() ?? far)
    }
    let known = Set(edges)
    let halves = known.count { edge in
      guard let inverse = Self.inverses[edge.label] else { return false }
      let back = Edge(source: edge.target, label: inverse, target: edge.source)
      return known.contains(back) && back != edge
    }
    let selves = known.count { Self.inverses[$0.label] == $0.label && $0.source == $0.target }
    truth.pairs = halves / 2 + selves
    return truth
  }

  /// Walks `N1.reports → N2.manager → N1` and returns the retain cycle, if every step is there.
  func cycle(walking text: String, in membership: [Int?]) -> Int? {
    let places = text.components(separatedBy: " → ").map { $0.components(separatedBy: ".") }
    let nodes = places.compactMap { Int($0[0].dropFirst()) }
    guard nodes.count == places.count, nodes.count > 1, nodes.first == nodes.last else {
      return nil
    }
    for (index, place) in places.dropLast().enumerated() {
      guard let label = Self.names.firstIndex(of: place[1]) else { return nil }
      let edge = Edge(source: nodes[index], label: label, target: nodes[index + 1])
      guard edges.contains(edge) else { return nil }
    }
    return membership[nodes[0]]
  }
}
