// Why objects are alive: from a holder, along references, to each of them.

internal import FaultlineMeasures

/// The ways along which objects are kept, those that read the same taken together.
///
/// Every object is reached once, by a shortest way from a holder outside of the graph: the search is linear,
/// and needs no recursion however long a chain is. What no holder reaches is kept by a retain cycle, or by a retain cycle's
/// references; what is left then has a holder that the engine does not know.
package struct Retention: Sendable {
  /// Objects of one entity that are kept in the same way.
  package struct Way: Hashable, Sendable {
    /// The entity of the objects.
    package let entity: String
    /// How many there are.
    package let count: Int
    /// What holds the first of them, in words.
    package let holder: String
    /// The circle in which the first of them stand, where nothing else holds them.
    package let cycle: CycleKind?
    /// The references from there on.
    package let path: [ReferenceStep]

    /// Words a way.
    init(
      entity: String, count: Int, holder: String, cycle: CycleKind? = nil,
      path: [ReferenceStep] = []
    ) {
      self.entity = entity
      self.count = count
      self.holder = holder
      self.cycle = cycle
      self.path = path
    }

    /// The way in one line: `20 × Room: the variable 'staff' → Employee.department → Department.rooms`.
    package var text: String { "\(count) × \(entity): \(way)" }

    /// The same name for the same way in every run, however many objects it keeps.
    package var fingerprint: String {
      Fingerprint.of([entity, holder] + (cycle.map { [$0.text] } ?? []) + path.map(\.description))
    }

    private var way: String { ([holder] + path.map(\.description)).joined(separator: " → ") }
  }

  /// The ways: those that keep the most objects first, then by what they say.
  package let ways: [Way]

  /// Searches a graph.
  ///
  /// - Parameters:
  ///   - graph: The objects and their references.
  ///   - roots: Nodes that are held from outside of the graph, with the holder in words; the first mention counts.
  ///   - cycles: The retain cycles of the same graph.
  package init(
    of graph: ReferenceGraph, from roots: some Sequence<(node: Int, holder: String)>,
    cycles: RetainCycles
  ) {
    var search = Search(graph)
    for root in roots { search.begin(at: root.node, search.path(from: root.holder)) }
    search.spread()
    let pathsOfKinds = cycles.kinds.map { search.path(from: NamedHolder.cycle.words, $0) }
    for node in 0..<graph.nodeCount {
      if let kind = cycles.kindPlace(of: node) { search.begin(at: node, pathsOfKinds[kind]) }
    }
    search.spread()
    // No retain cycle is left, so what is left is held by a node that nothing in the graph holds.
    let last = search.path(from: NamedHolder.stranger.words)
    for node in search.unreachedSources() { search.begin(at: node, last) }
    search.spread()
    ways = search.ways()
  }
}

/// A search in breadth from several nodes.
private struct Search {
  private struct Step: Hashable {
    let path: UInt32
    let kind: UInt32
    let label: UInt32
  }

  private struct Beginning: Hashable {
    let holder: String
    let cycle: CycleKind?
  }

  private struct Path {
    let beginning: Beginning
    var steps: [ReferenceStep] = []
    var counts: [Int]
  }

  /// A longer way is cut: what lies beyond counts to the last path that is shown in full.
  private static let longest = 8
  private static let none = UInt32.max

  private let graph: ReferenceGraph
  private var pathOf: [UInt32]
  private var queue: [UInt32] = []
  private var paths: [Path] = []
  private var beginnings: [Beginning: UInt32] = [:]
  /// The holder that was asked about last, for most objects have the holder of the one before.
  private var latest: (holder: String, path: UInt32)?
  private var continuations: [Step: UInt32] = [:]

  init(_ graph: ReferenceGraph) {
    self.graph = graph
    pathOf = Array(repeating: Self.none, count: graph.nodeCount)
  }

  /// The path without a step, of what a holder holds itself.
  mutating func path(from holder: String, _ cycle: CycleKind? = nil) -> UInt32 {
    if cycle == nil, let latest, latest.holder == holder { return latest.path }
    let beginning = Beginning(holder: holder, cycle: cycle)
    let path = beginnings[beginning] ?? UInt32(paths.count)
    if path == paths.count {
      beginnings[beginning] = path
      paths.append(Path(beginning: beginning, counts: noCounts))
    }
    if cycle == nil { latest = (holder, path) }
    return path
  }

  /// Reaches a node from outside, unless it was reached before.
  mutating func begin(at node: Int, _ path: UInt32) {
    if pathOf[node] == Self.none { enter(node, path) }
  }

  /// Follows references from all that was reached.
  mutating func spread() {
    var next = 0
    while next < queue.count {
      let node = Int(queue[next])
      next += 1
      for edge in graph.edges(of: node) where pathOf[Int(graph.targets[edge])] == Self.none {
        enter(Int(graph.targets[edge]), path(along: edge, from: node))
      }
    }
    queue.removeAll(keepingCapacity: true)
  }

  /// The nodes not reached so far that none of those refers to.
  func unreachedSources() -> [Int] {
    var isTarget = [Bool](repeating: false, count: graph.nodeCount)
    for node in 0..<graph.nodeCount where pathOf[node] == Self.none {
      for edge in graph.edges(of: node) { isTarget[Int(graph.targets[edge])] = true }
    }
    return (0..<graph.nodeCount).filter { pathOf[$0] == Self.none && !isTarget[$0] }
  }

  private mutating func enter(_ node: Int, _ path: UInt32) {
    pathOf[node] = path
    paths[Int(path)].counts[Int(graph.kinds[node])] += 1
    queue.append(UInt32(node))
  }

  private mutating func path(along edge: Int, from node: Int) -> UInt32 {
    let former = pathOf[node]
    let step = Step(path: former, kind: graph.kinds[node], label: graph.labels[edge])
    if let known = continuations[step] { return known }
    let named = ReferenceStep(
      entity: graph.kindNames[Int(step.kind)],
      relationship: graph.relationships[Int(step.label)].name)
    var path = Path(
      beginning: paths[Int(former)].beginning, steps: paths[Int(former)].steps, counts: noCounts)
    // A chain of a million is one way: a step like the one before adds nothing to it.
    if path.steps.last == named || path.steps.count == Self.longest {
      continuations[step] = former
      return former
    }
    path.steps.append(named)
    let number = UInt32(paths.count)
    continuations[step] = number
    paths.append(path)
    return number
  }

  private var noCounts: [Int] { Array(repeating: 0, count: graph.kindNames.count) }

  /// What was found, the most objects first.
  func ways() -> [Retention.Way] {
    var ways: [Retention.Way] = []
    for path in paths {
      for (kind, count) in path.counts.enumerated() where count > 0 {
        ways.append(
          Retention.Way(
            entity: graph.kindNames[kind], count: count, holder: path.beginning.holder,
            cycle: path.beginning.cycle, path: path.steps))
      }
    }
    return ways.sorted { ($1.count, $0.text, $0.fingerprint) < ($0.count, $1.text, $1.fingerprint) }
  }
}
