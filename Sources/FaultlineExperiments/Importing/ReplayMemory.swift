// What a replay holds at a point of its course, as far as it can be said before it runs.

package import Faultline
package import FaultlineRecordings

/// Which records a replay knows, and whether it may forget them.
package struct ReplayMemory {
  private struct Known: Hashable {
    package var root: String
    package var key: Int
    package var member: String?
  }

  /// The place in the course.
  package var place = 0
  private var known: Set<Known> = []
  private var inserted: Set<Known> = []
  /// Entities of which rows were fetched: any record of them may be known.
  private var fetchedRoots: Set<String> = []
  /// Relationships that were prefetched for any owner.
  private var prefetchedPaths: Set<String> = []
  /// Entities of which rows were written since the last time that everything was forgotten.
  private var settled: Set<String> = []
  private let words: ModelWords
  /// The next places where rows of an entity are asked for, and where they are changed.
  private var nextReads: [String: [Int]] = [:]
  private var nextWrites: [String: [Int]] = [:]

  package init(_ course: Course, _ words: ModelWords) {
    self.words = words
    for (place, step) in course.steps.enumerated() {
      switch step.event {
      case .request(let request):
        guard let entity = words.entity(request.entity) else { continue }
        switch request.kind {
        case .fetch, .list, .batch, .fault, .prefetch:
          nextReads[words.root(entity).name, default: []].append(place)
        default: break
        }
      case .save(let save):
        for line in save.lines where line.statement.verb != .insert {
          guard let entity = words.entity(EntityName(name: nil, table: line.statement.table)) else {
            continue
          }
          let root = words.root(entity).name
          if nextWrites[root]?.last != place { nextWrites[root, default: []].append(place) }
        }
      case .batch: break
      }
    }
  }

  package var isEmpty: Bool {
    known.isEmpty && fetchedRoots.isEmpty && settled.isEmpty && inserted.isEmpty
      && prefetchedPaths.isEmpty
  }

  /// Whether nothing that is held is changed later without being read before.
  package var mayForget: Bool {
    nextWrites.allSatisfy { root, places in
      guard let write = Self.next(places, place) else { return true }
      return Self.next(nextReads[root] ?? [], place).map { $0 <= write } ?? false
    }
  }

  private static func next(_ places: [Int], _ place: Int) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low < places.count ? places[low] : nil
  }

  private func root(_ entity: EntityDescription) -> String { words.root(entity).name }

  package func knows(_ entity: EntityDescription, _ key: Int, _ member: String?) -> Bool {
    let root = root(entity)
    if let member {
      return known.contains(Known(root: root, key: key, member: member))
        || inserted.contains(Known(root: root, key: key))
        || prefetchedPaths.contains("\(root).\(member)")
    }
    return known.contains(Known(root: root, key: key)) || fetchedRoots.contains(root)
      || inserted.contains(Known(root: root, key: key))
  }

  package func mayHaveRow(_ entity: EntityDescription, _ key: Int) -> Bool {
    knows(entity, key, nil)
  }
  /// Whether rows of the entity were written, so that a fetch would meet objects which the app may have let go of.
  package func isSettled(_ entity: EntityDescription) -> Bool { settled.contains(root(entity)) }

  package mutating func learn(_ entity: EntityDescription, _ key: Int, _ member: String?) {
    known.insert(Known(root: root(entity), key: key, member: member))
  }

  package mutating func fetched(_ entity: EntityDescription) { fetchedRoots.insert(root(entity)) }

  package mutating func prefetched(_ entity: EntityDescription, _ path: String) {
    prefetchedPaths.insert("\(root(entity)).\(path)")
    if let destination = entity.relationshipsByName[path]?.destinationEntity {
      fetchedRoots.insert(root(destination))
    }
  }

  package mutating func entered(_ entity: EntityDescription, _ keys: [Int]) {
    let root = root(entity)
    for key in keys { inserted.insert(Known(root: root, key: key)) }
    settled.insert(root)
  }

  package mutating func forget() {
    known = []
    inserted = []
    fetchedRoots = []
    prefetchedPaths = []
    settled = []
  }
}
