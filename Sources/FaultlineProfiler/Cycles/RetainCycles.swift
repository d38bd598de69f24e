// The search for cycles and what it finds: retain cycles, how many, of what kinds, and which objects are in them.

internal import FaultlineMeasures

/// The retain cycles of a reference graph: groups of objects that keep each other alive.
///
/// A retain cycle is a strongly connected component of more than one node, or one node that refers to
/// itself. Retain cycles are numbered by their lowest node.
public struct RetainCycles: Sendable {
  /// How many retain cycles there are.
  public let count: Int

  /// How many nodes are in a retain cycle.
  public let objects: Int

  /// How many inverse pairs are strong from both ends.
  public let pairs: Int

  /// The retain cycles grouped by their representative cycle: most retain cycles first, then by text.
  public let kinds: [CycleKind]

  /// The retain cycle of each node, `RetainCycles.none` where there is none.
  let membership: [UInt32]

  /// The place among the kinds, of each retain cycle.
  let kindOf: [UInt32]

  static let none = UInt32.max

  /// What a search finds where there are no references.
  static let nowhere = RetainCycles(
    count: 0, objects: 0, pairs: 0, kinds: [], membership: [], kindOf: [])

  /// The number of the retain cycle that a node is in.
  public func cycle(of node: Int) -> Int? {
    guard membership.indices.contains(node), membership[node] != RetainCycles.none else {
      return nil
    }
    return Int(membership[node])
  }

  /// The place among the kinds, of the retain cycle that a node is in.
  func kindPlace(of node: Int) -> Int? { cycle(of: node).map { Int(kindOf[$0]) } }
}

/// Retain cycles that look alike: their representative cycles read the same.
public struct CycleKind: Hashable, Sendable {
  /// The steps of the representative cycle; a long one is cut.
  public let steps: [ReferenceStep]

  /// The same name for the same cycle in every run and every program.
  public let fingerprint: String

  /// How many references the representative cycle has.
  public let length: Int

  /// How many retain cycles look like this.
  public let count: Int

  /// How many objects are in those retain cycles.
  public let objects: Int

  /// The cycle in words: `Employee.manager → Employee.reports → Employee`.
  public var text: String {
    guard let first = steps.first else { return "" }
    return (steps.map(\.description) + [cut].compactMap(\.self) + [first.entity])
      .joined(separator: " → ")
  }

  /// What stands for the steps that are not shown.
  var cut: String? { length > steps.count ? "… \(length - steps.count) more steps …" : nil }
}

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

/// The names of a graph's steps, as numbers that sort like the names.
///
/// A step is a kind and a relationship. Names are ranked once, so that millions of cycles are
/// compared as numbers, and a model that lists its entities in another order gives the same words.
struct CycleNames {
  private let nodeKinds: [UInt32]
  private let kindRanks: [UInt32]
  private let labelRanks: [UInt32]
  private let kindNames: [String]
  private let labelNames: [String]

  /// A longer cycle is cut in the middle when it is shown, not when it is fingerprinted.
  private static let shownSteps = 12

  init(of graph: ReferenceGraph) {
    nodeKinds = graph.kinds
    (kindRanks, kindNames) = Self.ranks(of: graph.kindNames)
    (labelRanks, labelNames) = Self.ranks(of: graph.relationships.map(\.name))
  }

  private static func ranks(of names: [String]) -> (ranks: [UInt32], sorted: [String]) {
    var ranks = [UInt32](repeating: 0, count: names.count)
    var sorted: [String] = []
    for index in names.indices.sorted(by: { (names[$0], $0) < (names[$1], $1) }) {
      if sorted.last != names[index] { sorted.append(names[index]) }
      ranks[index] = UInt32(sorted.count - 1)
    }
    return (ranks, sorted)
  }

  /// The step that leaves a node by a relationship.
  func step(from node: Int, by label: Int) -> UInt64 {
    UInt64(kindRanks[Int(nodeKinds[node])]) << 32 | UInt64(labelRanks[label])
  }

  /// The steps by their names, as many as are shown.
  func shown(_ steps: [UInt64]) -> [ReferenceStep] {
    steps.prefix(Self.shownSteps).map {
      ReferenceStep(entity: kind(of: $0), relationship: relationship(of: $0))
    }
  }

  /// The cycle's words in full as a short name, also of one that is cut when it is shown.
  func fingerprint(of steps: [UInt64]) -> String {
    Fingerprint.of(steps.flatMap { [kind(of: $0), relationship(of: $0)] })
  }

  private func kind(of step: UInt64) -> String { kindNames[Int(step >> 32)] }
  private func relationship(of step: UInt64) -> String { labelNames[Int(step & 0xffff_ffff)] }
}

/// A relationship of an entity, as a step of a cycle or of a way: `Employee.department`.
public struct ReferenceStep: Hashable, Sendable, CustomStringConvertible {
  /// The entity of the object that refers.
  public let entity: String
  /// The relationship.
  public let relationship: String

  /// Both names: `Employee.department`.
  public var description: String { "\(entity).\(relationship)" }
}
