// Retain cycles: groups of objects that hold each other, found by asking who reaches whom.

/// A strong reference of one object to another, by a realized relationship.
package struct Reference: Sendable, Hashable {
  package let source: Int
  package let end: Schema.End
  package let target: Int

  package init(_ source: Int, _ end: Schema.End, _ target: Int) {
    self.source = source
    self.end = end
    self.target = target
  }
}

/// The retain cycles among some references.
package struct Circles: Sendable {
  /// The strongly connected components of more than one object, or of one that refers to itself.
  package private(set) var groups: [Set<Int>] = []
  /// How many inverse pairs are strong from both ends.
  package private(set) var pairs = 0
  /// What the groups read like.
  package private(set) var kinds: Set<Set<String>> = []
  /// The references inside of groups.
  private var inner: [Reference] = []

  /// Finds them.
  package init(of references: Set<Reference>, in schema: Schema) {
    inner = Self.trimmed(references)
    guard !inner.isEmpty else { return }
    findGroups()
    let groupOf = Dictionary(
      uniqueKeysWithValues: groups.enumerated().flatMap { place, group in
        group.map { ($0, place) }
      })
    inner = inner.filter { groupOf[$0.source] != nil && groupOf[$0.source] == groupOf[$0.target] }
    let present = Set(inner)
    var words = [Words](repeating: Words(), count: groups.count)
    for reference in inner {
      let group = groupOf[reference.source] ?? 0
      let name = schema.name(of: reference.end)
      words[group].references.insert(name)
      if reference.source == reference.target { words[group].selfReferences.insert(name) }
      guard let inverse = schema.inverse(of: reference.end),
        present.contains(Reference(reference.target, inverse, reference.source))
      else { continue }
      // Each pair is met from both ends; the lower end counts it.
      let isLower =
        inverse == reference.end
        ? reference.source <= reference.target
        : (reference.end.entity, reference.end.relationship)
          < (inverse.entity, inverse.relationship)
      if isLower { pairs += 1 }
      guard reference.source != reference.target else { continue }
      words[group].pairs.insert([name, schema.name(of: inverse)].sorted().joined(separator: " "))
    }
    kinds = Set(words.map(\.kind))
  }

  /// What the references of a group read like.
  private struct Words {
    var selfReferences: Set<String> = []
    var pairs: Set<String> = []
    var references: Set<String> = []

    /// All self-references, or where there is none all pairs, or where there are neither all references.
    var kind: Set<String> {
      selfReferences.isEmpty ? (pairs.isEmpty ? references : pairs) : selfReferences
    }
  }

  /// The objects that are in some cycle.
  package var objects: Set<Int> { groups.reduce(into: []) { $0.formUnion($1) } }

  /// Leaves out references that cannot be in a circle, since nothing leads on or back.
  private static func trimmed(_ references: Set<Reference>) -> [Reference] {
    var left = Array(references)
    while true {
      let sources = Set(left.map(\.source))
      let targets = Set(left.map(\.target))
      let kept = left.filter { sources.contains($0.target) && targets.contains($0.source) }
      if kept.count == left.count { return kept }
      left = kept
    }
  }

  private mutating func findGroups() {
    var next: [Int: Set<Int>] = [:]
    for reference in inner { next[reference.source, default: []].insert(reference.target) }
    var reached: [Int: Set<Int>] = [:]
    for node in next.keys {
      var found: Set<Int> = []
      var waiting = Array(next[node] ?? [])
      while let one = waiting.popLast() {
        if found.insert(one).inserted { waiting += next[one] ?? [] }
      }
      reached[node] = found
    }
    var done: Set<Int> = []
    for node in next.keys.sorted() where !done.contains(node) {
      guard let found = reached[node], found.contains(node) else { continue }
      let group = found.filter { reached[$0]?.contains(node) == true }
      groups.append(group)
      done.formUnion(group)
    }
  }
}

extension Schema {
  /// The entity's name and the relationship's.
  func name(of end: End) -> String { "\(entities[end.entity].name).\(self[end].name)" }
}
