// What a context has made for callers, and what keeps its objects alive as long as they have it.

/// The results and containers that may still be in use; none of them is held.
struct IssuedContainers {
  private var results = LooseList<BatchedResults>()
  private var containers = LooseList<ObjectContainer>()

  /// Notes results that are handed out.
  mutating func add(_ link: LooseLink<BatchedResults>) { results.add(link) }

  /// Notes a container that was made.
  mutating func add(_ link: LooseLink<ObjectContainer>) { containers.add(link) }

  /// Visits the containers, results of fetches apart.
  func forEachContainer(_ body: (ObjectContainer) -> Void) { containers.forEach(body) }

  /// Visits every place at which one of them holds an object, with the words for the place.
  func forEachHeld(_ body: (_ path: String, _ object: ManagedObject) -> Void) {
    results.forEach { $0.forEachHeld { body(Self.resultsPath, $0) } }
    containers.forEach { $0.forEachHeld(body) }
  }

  /// The words for every place at which one of them holds an object.
  func paths(to object: ManagedObject) -> [String] {
    var paths: [String] = []
    results.forEach {
      paths += repeatElement(Self.resultsPath, count: $0.holds(object))
    }
    containers.forEach { paths += $0.paths(to: object) }
    return paths
  }

  private static let resultsPath = "the results of a fetch"

  /// Shows the lists, and what is still there.
  func showBlocks(to visitor: BlockVisitor) {
    results.showBlocks(to: visitor) { $0.showBlocks(to: visitor) }
    containers.showBlocks(to: visitor) { $0.showBlocks(to: visitor) }
  }
}
