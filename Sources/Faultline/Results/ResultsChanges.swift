// What has become of a list: a pure function of the list before, the list after, and the objects that have changed.

import Foundation

/// The changes from one list of results to another, in the order in which a delegate is notified of them.
///
/// Old paths refer to the list before all changes, new ones to the list after all of them, as tables take them:
/// removing everything that left its old path, from the end, and then inserting everything that came to a new path,
/// from the front, gives the new list.
struct ResultsChanges: Equatable {
  struct Object: Equatable {
    let kind: FetchedResultsChangeType
    let id: ManagedObjectID
    let old: IndexPath?
    let new: IndexPath?
  }

  /// Sections that are gone, by their old numbers, the last one first.
  private(set) var deletedSections: [Int] = []
  /// Sections that have come, by their new numbers.
  private(set) var insertedSections: [Int] = []
  /// Deletions from behind, then insertions, moves and updates from the front.
  private(set) var objects: [Object] = []

  var isEmpty: Bool { deletedSections.isEmpty && insertedSections.isEmpty && objects.isEmpty }

  /// Compares two lists; `updated` are those objects that have changed, wherever they stand.
  init(from old: ResultsList, to new: ResultsList, updated: Set<ManagedObjectID>) {
    let staying = stayingSections(old.sections, new.sections)
    var comparison = RowComparison(old, new, updated)
    var (oldNumber, newNumber) = (0, 0)
    for (oldEnd, newEnd) in staying + [(old.sections.count, new.sections.count)] {
      for number in oldNumber..<oldEnd { comparison.leaveSection(number) }
      for number in newNumber..<newEnd { comparison.enterSection(number) }
      deletedSections += oldNumber..<oldEnd
      insertedSections += newNumber..<newEnd
      if oldEnd < old.sections.count { comparison.compareSections(oldEnd, newEnd) }
      (oldNumber, newNumber) = (oldEnd + 1, newEnd + 1)
    }
    deletedSections.reverse()
    objects = comparison.objects()
  }

  /// Those sections that are in both lists in the same order; as many rows as possible stay with them.
  private func stayingSections(
    _ old: [ResultsList.Section], _ new: [ResultsList.Section]
  ) -> [(Int, Int)] {
    var numbers: [String: Int] = [:]
    for (number, section) in old.enumerated() { numbers[section.name] = number }
    let pairs = new.enumerated().compactMap { number, section in
      numbers[section.name].map { ($0, number) }
    }
    let stays = HeaviestRun.members(
      of: pairs.map(\.0), weights: pairs.map { new[$0.1].rows.count + 1 })
    return zip(pairs, stays).filter(\.1).map(\.0)
  }
}

/// The comparison of the rows of two lists, section by section.
private struct RowComparison {
  private let old: ResultsList
  private let new: ResultsList
  private let updated: Set<ManagedObjectID>
  /// The objects that have left a place, and those that have come to one: an object in both has moved.
  private var left: [ManagedObjectID: IndexPath] = [:]
  private var came: [ManagedObjectID: IndexPath] = [:]
  private var leftOrder: [ManagedObjectID] = []
  private var cameOrder: [ManagedObjectID] = []
  private var updates: [ResultsChanges.Object] = []

  init(_ old: ResultsList, _ new: ResultsList, _ updated: Set<ManagedObjectID>) {
    self.old = old
    self.new = new
    self.updated = updated
  }

  mutating func leaveSection(_ number: Int) {
    for place in old.sections[number].rows { leave(place, number) }
  }

  mutating func enterSection(_ number: Int) {
    for place in new.sections[number].rows { come(place, number) }
  }

  /// Compares a section that stays: what is alike at both of its ends needs no second look.
  mutating func compareSections(_ oldNumber: Int, _ newNumber: Int) {
    var (oldRows, newRows) = (old.sections[oldNumber].rows, new.sections[newNumber].rows)
    while let one = oldRows.first, let two = newRows.first, isSame(one, two) {
      stay(one, oldNumber, two, newNumber)
      (oldRows, newRows) = (oldRows.dropFirst(), newRows.dropFirst())
    }
    var tail: [(Int, Int)] = []
    while let one = oldRows.last, let two = newRows.last, isSame(one, two) {
      tail.append((one, two))
      (oldRows, newRows) = (oldRows.dropLast(), newRows.dropLast())
    }
    if !oldRows.isEmpty || !newRows.isEmpty {
      compare(oldRows, oldNumber, newRows, newNumber)
    }
    for (one, two) in tail.reversed() { stay(one, oldNumber, two, newNumber) }
  }

  private mutating func compare(
    _ oldRows: Range<Int>, _ oldNumber: Int, _ newRows: Range<Int>, _ newNumber: Int
  ) {
    var places: [ManagedObjectID: Int] = [:]
    for place in oldRows { places[old.rows[place].id] = place }
    let pairs = newRows.compactMap { place in places[new.rows[place].id].map { ($0, place) } }
    // An object without changes is reported as moved only if nothing else explains the new order.
    let stays = HeaviestRun.members(
      of: pairs.map(\.0),
      weights: pairs.map { updated.contains(old.rows[$0.0].id) ? 1 : pairs.count + 1 })
    var stayers: Set<Int> = []
    var nextStayer = zip(pairs, stays).filter(\.1).map(\.0)[...]
    for (place, _) in nextStayer { stayers.insert(place) }
    for place in oldRows where !stayers.contains(place) { leave(place, oldNumber) }
    for place in newRows {
      if let pair = nextStayer.first, pair.1 == place {
        stay(pair.0, oldNumber, place, newNumber)
        nextStayer = nextStayer.dropFirst()
      } else {
        come(place, newNumber)
      }
    }
  }

  private func isSame(_ one: Int, _ two: Int) -> Bool {
    let (one, two) = (old.rows[one].id, new.rows[two].id)
    return one.key == two.key && one.entity === two.entity && one.space === two.space
  }

  private func path(_ place: Int, _ number: Int, in list: ResultsList) -> IndexPath {
    IndexPath(item: place - list.sections[number].rows.lowerBound, section: number)
  }

  private mutating func leave(_ place: Int, _ number: Int) {
    left[old.rows[place].id] = path(place, number, in: old)
    leftOrder.append(old.rows[place].id)
  }

  private mutating func come(_ place: Int, _ number: Int) {
    came[new.rows[place].id] = path(place, number, in: new)
    cameOrder.append(new.rows[place].id)
  }

  private mutating func stay(_ one: Int, _ oldNumber: Int, _ two: Int, _ newNumber: Int) {
    guard !updated.isEmpty, updated.contains(new.rows[two].id) else { return }
    updates.append(
      ResultsChanges.Object(
        kind: .update, id: new.rows[two].id, old: path(one, oldNumber, in: old),
        new: path(two, newNumber, in: new)))
  }

  func objects() -> [ResultsChanges.Object] {
    var changes: [ResultsChanges.Object] = []
    for id in leftOrder.reversed() where came[id] == nil {
      changes.append(ResultsChanges.Object(kind: .delete, id: id, old: left[id], new: nil))
    }
    for id in cameOrder where left[id] == nil {
      changes.append(ResultsChanges.Object(kind: .insert, id: id, old: nil, new: came[id]))
    }
    for id in cameOrder {
      guard let path = left[id] else { continue }
      changes.append(ResultsChanges.Object(kind: .move, id: id, old: path, new: came[id]))
    }
    return changes + updates
  }
}

/// The heaviest rising run of numbers: what stays where it is while everything else moves around it.
enum HeaviestRun {
  /// Whether each of some numbers, all different, belongs to the run.
  static func members(of numbers: [Int], weights: [Int]) -> [Bool] {
    if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) {
      return numbers.map { _ in true }
    }
    // By rank, since the numbers themselves may lie far apart.
    var ranks = [Int](repeating: 0, count: numbers.count)
    for (rank, place) in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }).enumerated() {
      ranks[place] = rank
    }
    // For each stretch of ranks the heaviest run that ends in it: a Fenwick tree of maxima.
    var tree = [(weight: Int, end: Int)](repeating: (0, -1), count: numbers.count + 1)
    var before = [Int](repeating: -1, count: numbers.count)
    for place in numbers.indices {
      var best = (weight: 0, end: -1)
      var node = ranks[place]
      while node > 0 {
        if tree[node].weight > best.weight { best = tree[node] }
        node -= node & -node
      }
      before[place] = best.end
      let run = (weight: best.weight + weights[place], end: place)
      node = ranks[place] + 1
      while node < tree.count {
        if run.weight > tree[node].weight { tree[node] = run }
        node += node & -node
      }
    }
    var best = (weight: 0, end: -1)
    var node = numbers.count
    while node > 0 {
      if tree[node].weight > best.weight { best = tree[node] }
      node -= node & -node
    }
    var belongs = [Bool](repeating: false, count: numbers.count)
    var place = best.end
    while place >= 0 {
      belongs[place] = true
      place = before[place]
    }
    return belongs
  }
}
