// What a cycle is called: the words for people, the fingerprint for machines.

internal import FaultlineMeasures

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
