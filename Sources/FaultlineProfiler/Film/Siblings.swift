// Which objects are alike in every shot: found by splitting, and by looking less closely until few are left.

/// The objects of a film in groups of equals.
///
/// First objects are told apart by what they were and what held them in each shot, and then, again and again, by
/// the groups of those that they hold and that hold them. Where that leaves too many groups, references
/// count no more, then only the entity does, and at last the small groups become one.
struct Siblings {
  /// The registration numbers of each group, in the order of the first of each.
  private(set) var members: [[UInt64]] = []
  private var groups: [UInt64: Int] = [:]
  private var restIsLast = false

  private static let mostRounds = 24

  init(_ shots: [FilmShot], limit: Int) {
    let crowd = Crowd(shots)
    var parts = crowd.byHistory()
    let coarse = parts
    for _ in 0..<Self.mostRounds where parts.count <= limit {
      let finer = crowd.split(parts)
      if finer.count == parts.count { break }
      parts = finer
    }
    if parts.count > limit { parts = coarse }
    if parts.count > limit { parts = crowd.byEntity() }
    members = crowd.members(of: parts)
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
private struct Parts {
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

/// All objects of all shots with all that happened to them.
private struct Crowd {
  private struct Link: Hashable {
    let name: String
    let isOutward: Bool
    let shot: Int
    let other: Int
  }

  private var numbers: [UInt64] = []
  private var entities: [String] = []
  /// In each shot, the condition as a number; 0 for not there.
  private var histories: [[Int]] = []
  private var links: [[Link]] = []

  init(_ shots: [FilmShot]) {
    var places: [UInt64: Int] = [:]
    var conditions: [FilmShot.Condition: Int] = [:]
    for (place, shot) in shots.enumerated() {
      for figure in shot.figures {
        let object = places[figure.number] ?? numbers.count
        if object == numbers.count {
          places[figure.number] = object
          numbers.append(figure.number)
          entities.append(figure.entity)
          histories.append(Array(repeating: 0, count: shots.count))
          links.append([])
        }
        let known = conditions[figure.condition] ?? conditions.count + 1
        conditions[figure.condition] = known
        histories[object][place] = known
      }
    }
    for (place, shot) in shots.enumerated() {
      for figure in shot.figures {
        guard let object = places[figure.number] else { continue }
        for reference in figure.references {
          guard let other = places[reference.target] else { continue }
          links[object].append(
            Link(name: reference.name, isOutward: true, shot: place, other: other))
          links[other].append(
            Link(name: reference.name, isOutward: false, shot: place, other: object))
        }
      }
    }
  }

  func byHistory() -> Parts {
    struct Key: Hashable {
      let entity: String
      let history: [Int]
    }
    return Parts(numbers.indices.map { Key(entity: entities[$0], history: histories[$0]) })
  }

  func byEntity() -> Parts { Parts(entities) }

  /// Tells apart who has links with different groups.
  func split(_ parts: Parts) -> Parts {
    struct Key: Hashable {
      let part: Int
      let links: [Link: Int]
    }
    return Parts(
      numbers.indices.map { object in
        var counts: [Link: Int] = [:]
        for link in links[object] {
          let seen = Link(
            name: link.name, isOutward: link.isOutward, shot: link.shot,
            other: parts.of[link.other])
          counts[seen, default: 0] += 1
        }
        return Key(part: parts.of[object], links: counts)
      })
  }

  func members(of parts: Parts) -> [[UInt64]] {
    var members = Array(repeating: [UInt64](), count: parts.count)
    for (object, part) in parts.of.enumerated() { members[part].append(numbers[object]) }
    return members
  }
}
