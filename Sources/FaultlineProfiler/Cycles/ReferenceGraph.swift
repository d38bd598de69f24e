// What refers to what, in four flat arrays: small enough for millions of references.

/// Objects and the strong references between them, as numbers.
///
/// References of a node stand together, sorted by relationship and target, so that what is found in
/// the graph does not depend on the order in which it was built.
public struct ReferenceGraph: Sendable {
  /// A name for references: a relationship, and the one that leads back.
  public struct Relationship: Hashable, Sendable {
    /// The name without its entity.
    public let name: String

    /// The index of the inverse among the graph's relationships, which may be its own.
    public let inverse: Int?

    /// Makes a relationship.
    public init(_ name: String, inverse: Int? = nil) {
      self.name = name
      self.inverse = inverse
    }
  }

  /// The names of the nodes' kinds: entities.
  public let kindNames: [String]

  /// What the references are called.
  public let relationships: [Relationship]

  /// The kind of each node.
  let kinds: [UInt32]

  /// Where the references of each node begin; one more entry says where the last ones end.
  let starts: [UInt32]

  let targets: [UInt32]
  let labels: [UInt32]

  /// How many nodes there are.
  public var nodeCount: Int { kinds.count }

  /// How many references there are.
  public var edgeCount: Int { targets.count }

  /// The places in `targets` and `labels` where a node's references stand.
  func edges(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }

  /// How many references lead to each node.
  var referenceCounts: ContiguousArray<Int32> {
    var counts = ContiguousArray<Int32>(repeating: 0, count: nodeCount)
    for target in targets { counts[Int(target)] += 1 }
    return counts
  }

  /// The inverse of each relationship, where both name each other.
  var inverses: [UInt32?] {
    relationships.indices.map { label in
      guard
        let inverse = relationships[label].inverse, relationships.indices.contains(inverse),
        relationships[inverse].inverse == label
      else { return nil }
      return UInt32(inverse)
    }
  }
}

extension ReferenceGraph {
  /// Collects nodes and references, and sorts them in linear time.
  public struct Builder: Sendable {
    private let kindNames: [String]
    private let relationships: [Relationship]
    private var kinds: [UInt32] = []
    private var sources: [UInt32] = []
    private var targets: [UInt32] = []
    private var labels: [UInt32] = []

    /// Starts an empty graph over the names of kinds and relationships.
    public init(kinds: [String], relationships: [Relationship]) {
      kindNames = kinds
      self.relationships = relationships
    }

    /// Makes room, so that appending need not move what is there.
    public mutating func reserve(nodes: Int, edges: Int) {
      kinds.reserveCapacity(nodes)
      sources.reserveCapacity(edges)
      targets.reserveCapacity(edges)
      labels.reserveCapacity(edges)
    }

    /// Adds a node and returns its number; they count from zero.
    @discardableResult
    public mutating func appendNode(kind: Int) -> Int {
      precondition(kindNames.indices.contains(kind), "A node's kind is one of the graph's kinds.")
      kinds.append(UInt32(kind))
      return kinds.count - 1
    }

    /// Adds a reference between two nodes that are there.
    public mutating func appendEdge(from source: Int, to target: Int, relationship: Int) {
      precondition(
        kinds.indices.contains(source) && kinds.indices.contains(target)
          && relationships.indices.contains(relationship),
        "A reference joins two nodes of the graph by one of its relationships.")
      sources.append(UInt32(source))
      targets.append(UInt32(target))
      labels.append(UInt32(relationship))
    }

    /// Sorts what was collected into a graph.
    public func build() -> ReferenceGraph {
      var order = sources.indices.map { UInt32($0) }
      order = sorted(order, by: targets, below: kinds.count)
      order = sorted(order, by: labels, below: relationships.count)
      order = sorted(order, by: sources, below: kinds.count)
      return ReferenceGraph(
        kindNames: kindNames, relationships: relationships, kinds: kinds,
        starts: beginnings(of: sources, below: kinds.count),
        targets: order.map { targets[Int($0)] }, labels: order.map { labels[Int($0)] })
    }
  }
}

/// Sorts places by their keys and leaves equal ones in order: one step of a radix sort.
func sorted(_ places: [UInt32], by keys: [UInt32], below limit: Int) -> [UInt32] {
  var next = beginnings(of: keys, below: limit)
  var result = [UInt32](repeating: 0, count: places.count)
  for place in places {
    let key = Int(keys[Int(place)])
    result[Int(next[key])] = place
    next[key] += 1
  }
  return result
}

/// Where each key's entries begin when all are sorted, and where the last ones end.
func beginnings(of keys: [UInt32], below limit: Int) -> [UInt32] {
  var result = [UInt32](repeating: 0, count: limit + 1)
  for key in keys { result[Int(key) + 1] += 1 }
  for key in 0..<limit { result[key + 1] += result[key] }
  return result
}
