// One shortest circle for each retain cycle, and the retain cycles grouped by what it reads like.

/// Chooses a circle of references that stands for each retain cycle.
///
/// It is a reference of a node to itself if there is one, else an inverse pair if there is one (the
/// first by name, each time), else the shortest cycle that a `ShortestCycle` search finds.
///
/// Retain cycles are of one kind if all their self-references or pairs read the same, or, where they have neither, all
/// their references. So the number of kinds does not depend on which name comes first.
struct Representatives {
  private let graph: ReferenceGraph
  private let components: Components
  private let names: CycleNames

  /// A circle of one or two references.
  private struct Short: Hashable, Comparable {
    var first = Representatives.unknown
    var second = Representatives.unknown

    /// The steps with the first at the end again, so that circles in a row are told apart.
    var closed: [UInt64] { [first, second, first].filter { $0 != Representatives.unknown } }

    static func < (one: Short, other: Short) -> Bool {
      (one.first, one.second) < (other.first, other.second)
    }
  }

  /// The first by name in each retain cycle, unknown where there is none.
  private var short: [Short]
  /// All of them, in retain cycles that have several which read differently.
  private var several: [Int: Set<Short>] = [:]

  private static let unknown = UInt64.max

  init(_ graph: ReferenceGraph, _ components: Components) {
    self.graph = graph
    self.components = components
    names = CycleNames(of: graph)
    short = Array(repeating: Short(), count: components.count)
    findSelfReferences()
  }

  private mutating func findSelfReferences() {
    for nodeOfCycle in components.nodes {
      let node = Int(nodeOfCycle)
      for edge in graph.edges(of: node) where graph.targets[edge] == nodeOfCycle {
        let cycle = Int(components.membership[node])
        offer(Short(first: names.step(from: node, by: Int(graph.labels[edge]))), for: cycle)
      }
    }
  }

  /// Considers a pair of references that lead back and forth.
  mutating func offerPair(_ source: Int, _ label: Int, _ target: Int, _ inverse: Int) {
    let cycle = Int(components.membership[source])
    let known = short[cycle]
    let hasSelfReference = known.first != Self.unknown && known.second == Self.unknown
    guard source != target, !hasSelfReference else { return }
    let forth = names.step(from: source, by: label)
    let back = names.step(from: target, by: inverse)
    offer(Short(first: min(forth, back), second: max(forth, back)), for: cycle)
  }

  private mutating func offer(_ circle: Short, for cycle: Int) {
    let known = short[cycle]
    guard circle != known else { return }
    if known != Short() { several[cycle, default: [known]].insert(circle) }
    short[cycle] = min(circle, known)
  }

  /// The steps of a retain cycle's circle, and all by which its kind is known.
  private func reading(
    of cycle: Int, _ search: inout ShortestCycle
  ) -> (circle: [UInt64], all: [UInt64]) {
    let best = short[cycle]
    guard best == Short() else {
      let circle = [best.first, best.second].filter { $0 != Self.unknown }
      guard let several = several[cycle] else { return (circle, circle) }
      return (circle, several.sorted().flatMap(\.closed))
    }
    let circle = leastRotation(of: search.find(in: cycle))
    var steps: Set<UInt64> = []
    for node in components.nodes(of: cycle) {
      for edge in graph.edges(of: Int(node))
      where components.membership[Int(graph.targets[edge])] == UInt32(cycle) {
        steps.insert(names.step(from: Int(node), by: Int(graph.labels[edge])))
      }
    }
    return (circle, steps == Set(circle) ? circle : circle + steps.sorted())
  }

  /// Groups the retain cycles, the largest group first, then by text; and says in which group each is.
  func kinds() -> (kinds: [CycleKind], kindOf: [UInt32]) {
    var search = ShortestCycle(graph, components, names)
    var places: [[UInt64]: Int] = [:]
    var found: [(circle: [UInt64], all: [UInt64], count: Int, objects: Int)] = []
    var foundFor: [UInt32] = []
    for cycle in 0..<components.count {
      let (circle, all) = reading(of: cycle, &search)
      let place = places[all] ?? found.count
      if place == found.count {
        places[all] = place
        found.append((circle, all, 0, 0))
      }
      found[place].count += 1
      foundFor.append(UInt32(place))
      found[place].objects += components.nodes(of: cycle).count
    }
    let kinds = found.map { circle, all, count, objects in
      CycleKind(
        steps: names.shown(circle), fingerprint: names.fingerprint(of: all),
        length: circle.count, count: count, objects: objects)
    }
    let order = kinds.indices.sorted {
      let (one, other) = (kinds[$0], kinds[$1])
      return (other.count, one.text, one.fingerprint) < (one.count, other.text, other.fingerprint)
    }
    var ranks = [UInt32](repeating: 0, count: kinds.count)
    for (rank, place) in order.enumerated() { ranks[place] = UInt32(rank) }
    return (order.map { kinds[$0] }, foundFor.map { ranks[Int($0)] })
  }
}

/// Turns a cycle to begin where it reads smallest, in linear time: wherever the search happened to
/// enter it, it has one name.
func leastRotation(of steps: [UInt64]) -> [UInt64] {
  let count = steps.count
  var best = 0
  var rival = 1
  var equal = 0
  while best < count, rival < count, equal < count {
    let left = steps[(best + equal) % count]
    let right = steps[(rival + equal) % count]
    if left == right {
      equal += 1
      continue
    }
    // None of the rotations that begin inside the losing run can win.
    if left > right { best += equal + 1 } else { rival += equal + 1 }
    if best == rival { rival += 1 }
    equal = 0
  }
  let start = min(best, rival)
  return Array(steps[start...] + steps[..<start])
}
