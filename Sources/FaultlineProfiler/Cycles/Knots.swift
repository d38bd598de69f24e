// What a search for cycles finds: knots, how many, of what kinds, and who is in them.

/// The knots of a reference graph: groups of objects that keep each other alive.
///
/// A knot is a strongly connected component of more than one node, or one node that refers to
/// itself. Knots are numbered by their lowest node.
public struct Knots: Sendable {
  /// How many knots there are.
  public let count: Int

  /// How many nodes are in a knot.
  public let objects: Int

  /// How many inverse pairs are strong from both ends.
  public let pairs: Int

  /// The knots grouped by their representative cycle: most knots first, then by text.
  public let kinds: [KnotKind]

  /// The knot of each node, `Knots.none` where there is none.
  let membership: [UInt32]

  /// The place among the kinds, of each knot.
  let kindOf: [UInt32]

  static let none = UInt32.max

  /// What a search finds where nobody refers to anybody.
  static let nowhere = Knots(count: 0, objects: 0, pairs: 0, kinds: [], membership: [], kindOf: [])

  /// The number of the knot that a node is in.
  public func knot(of node: Int) -> Int? {
    guard membership.indices.contains(node), membership[node] != Knots.none else { return nil }
    return Int(membership[node])
  }

  /// What the knot that a node is in looks like.
  func kind(of node: Int) -> KnotKind? { knot(of: node).map { kinds[Int(kindOf[$0])] } }
}

/// Knots that look alike: their representative cycles read the same.
public struct KnotKind: Hashable, Sendable {
  /// The steps of the representative cycle; a long one is cut.
  public let steps: [ReferenceStep]

  /// The same name for the same cycle in every run and every program.
  public let fingerprint: String

  /// How many references the representative cycle has.
  public let length: Int

  /// How many knots look like this.
  public let count: Int

  /// How many objects are in those knots.
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
