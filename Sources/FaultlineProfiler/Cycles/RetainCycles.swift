// What a search for cycles finds: retain cycles, how many, of what kinds, and which objects are in them.

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
