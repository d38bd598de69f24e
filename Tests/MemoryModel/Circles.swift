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
  /// What the shortest circle of each group reads like.
  package private(set) var kinds: Set<[String]> = []
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
    let backward = Set(inner)
    var chosen = [[String]?](repeating: nil, count: groups.count)
    func offer(_ words: [String], to group: Int) {
      if let best = chosen[group],
        (best.count, best.joined(separator: " "))
          <= (words.count, words.joined(separator: " "))
      {
        return
      }
      chosen[group] = words
    }
    for reference in inner {
      let group = groupOf[reference.source] ?? 0
      if reference.source == reference.target { offer([schema.name(of: reference.end)], to: group) }
      guard let inverse = schema.inverse(of: reference.end),
        backward.contains(Reference(reference.target, inverse, reference.source))
      else { continue }
      // Each pair is met from both ends; the lower end counts it.
      let isLower =
        inverse == reference.end
        ? reference.source <= reference.target
        : (reference.end.entity, reference.end.relationship)
          < (inverse.entity, inverse.relationship)
      if isLower { pairs += 1 }
      guard reference.source != reference.target else { continue }
      offer([schema.name(of: reference.end), schema.name(of: inverse)].sorted(), to: group)
    }
    for (place, group) in groups.enumerated() {
      kinds.insert(chosen[place] ?? shortestCircle(in: group, schema))
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

  /// The least of the shortest circles, turned to where it reads least.
  private func shortestCircle(in group: Set<Int>, _ schema: Schema) -> [String] {
    let references = inner.filter { group.contains($0.source) }
    var best: [String]?
    for start in group {
      // Every path of the shortest length from the start back to it.
      var paths: [(at: Int, words: [String])] = [(start, [])]
      var passed: Set<Int> = []
      while best.map({ $0.count > paths[0].words.count }) ?? true, !paths.isEmpty {
        var longer: [(at: Int, words: [String])] = []
        for path in paths {
          for reference in references where reference.source == path.at {
            let words = path.words + [schema.name(of: reference.end)]
            if reference.target == start {
              let turned = Self.leastTurn(of: words)
              if let known = best,
                (known.count, known.joined(separator: " "))
                  <= (turned.count, turned.joined(separator: " "))
              {
                continue
              }
              best = turned
            } else if !passed.contains(reference.target) {
              longer.append((reference.target, words))
            }
          }
        }
        passed.formUnion(longer.map(\.at))
        paths = longer
        if paths.isEmpty { break }
      }
    }
    return best ?? []
  }

  private static func leastTurn(of words: [String]) -> [String] {
    words.indices.map { Array(words[$0...] + words[..<$0]) }
      .min { $0.joined(separator: " ") < $1.joined(separator: " ") } ?? words
  }
}

extension Schema {
  /// The entity's name and the relationship's.
  func name(of end: End) -> String { "\(entities[end.entity].name).\(self[end].name)" }
}
