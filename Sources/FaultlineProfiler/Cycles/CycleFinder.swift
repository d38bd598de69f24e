// The search for cycles: components, pairs and representatives, each linear, none recursive.

/// Finds the retain cycles of a reference graph in time linear in its nodes and references.
public enum CycleFinder {
  /// Searches the whole graph.
  public static func search(_ graph: ReferenceGraph) -> RetainCycles {
    // An object without references is part of no retain cycle.
    guard graph.edgeCount > 0 else { return .nowhere }
    let components = Components(of: graph)
    var representatives = Representatives(graph, components)
    let pairs = InversePairs.count(in: graph, components) { source, label, inverse, target in
      representatives.offerPair(source, label, target, inverse)
    }
    let kinds = representatives.kinds()
    return RetainCycles(
      count: components.count, objects: components.nodes.count, pairs: pairs, kinds: kinds.kinds,
      membership: components.membership, kindOf: kinds.kindOf)
  }
}
