// Which objects are alike in every graph: found by splitting, and by looking less closely until few are left.

/// The objects of a film in groups of equals.
///
/// First objects are distinguished by what they were and what held them in each graph, and then, again and again, by
/// the groups of those that they hold and that hold them. Where that leaves too many groups, references
/// count no more, then only the entity does, and at last the small groups become one.
struct NodeGroups {
  /// The registration numbers of each group, in the order of the first of each.
  private(set) var members: [[UInt64]] = []
  private var groups: [UInt64: Int] = [:]
  private var restIsLast = false

  private static let mostRounds = 24

  init(_ graphs: [CapturedGraph], limit: Int) {
    let histories = ObjectHistories(graphs)
    var parts = histories.byHistory()
    let coarse = parts
    for _ in 0..<Self.mostRounds where parts.count <= limit {
      let finer = histories.split(parts)
      if finer.count == parts.count { break }
      parts = finer
    }
    if parts.count > limit { parts = coarse }
    if parts.count > limit { parts = histories.byEntity() }
    members = histories.members(of: parts)
    if members.count > limit {
      members = Array(members.prefix(limit - 1)) + [members.dropFirst(limit - 1).flatMap(\.self)]
      restIsLast = true
    }
    for (group, numbers) in members.enumerated() {
      for number in numbers { groups[number] = group }
    }
  }

  /// The group of an object.
  func node(of number: UInt64) -> Int? { groups[number] }

  /// Whether a group is what is left of many.
  func isRest(_ group: [UInt64]) -> Bool { restIsLast && group == members.last }
}

/// A group for each object, and how many groups there are.
private struct Partition {
  var of: [Int]
  var count: Int

  /// Numbers keys as they come.
  init<Key: Hashable>(_ keys: [Key]) {
    var numbers: [Key: Int] = [:]
    of = keys.map { key in
      if let known = numbers[key] { return known }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
    count = numbers.count
  }
}

/// All objects of all graphs with all that happened to them.
private struct ObjectHistories {
  private struct Link: Hashable {
    let name: String
    let isOutward: Bool
    let graph: Int
    let other: Int
  }

  private var numbers: [UInt64] = []
  private var entities: [String] = []
  /// In each graph, the condition as a number; 0 for not there.
  private var histories: [[Int]] = []
  private var links: [[Link]] = []

  init(_ graphs: [CapturedGraph]) {
    var places: [UInt64: Int] = [:]
    var conditions: [CapturedGraph.Condition: Int] = [:]
    for (place, graph) in graphs.enumerated() {
      for seen in graph.objects {
        let object = places[seen.number] ?? numbers.count
        if object == numbers.count {
          places[seen.number] = object
          numbers.append(seen.number)
          entities.append(seen.entity)
          histories.append(Array(repeating: 0, count: graphs.count))
          links.append([])
        }
        let known = conditions[seen.condition] ?? conditions.count + 1
        conditions[seen.condition] = known
        histories[object][place] = known
      }
    }
    for (place, graph) in graphs.enumerated() {
      for seen in graph.objects {
        guard let object = places[seen.number] else { continue }
        for reference in seen.references {
          guard let other = places[reference.target] else { continue }
          links[object].append(
            Link(name: reference.name, isOutward: true, graph: place, other: other))
          links[other].append(
            Link(name: reference.name, isOutward: false, graph: place, other: object))
        }
      }
    }
  }

  func byHistory() -> Partition {
    struct Key: Hashable {
      let entity: String
      let history: [Int]
    }
    return Partition(numbers.indices.map { Key(entity: entities[$0], history: histories[$0]) })
  }

  func byEntity() -> Partition { Partition(entities) }

  /// Separates objects that have links with different groups.
  func split(_ parts: Partition) -> Partition {
    struct Key: Hashable {
      let part: Int
      let links: [Link: Int]
    }
    return Partition(
      numbers.indices.map { object in
        var counts: [Link: Int] = [:]
        for link in links[object] {
          let seen = Link(
            name: link.name, isOutward: link.isOutward, graph: link.graph,
            other: parts.of[link.other])
          counts[seen, default: 0] += 1
        }
        return Key(part: parts.of[object], links: counts)
      })
  }

  func members(of parts: Partition) -> [[UInt64]] {
    var members = Array(repeating: [UInt64](), count: parts.count)
    for (object, part) in parts.of.enumerated() { members[part].append(numbers[object]) }
    return members
  }
}
