// What a context has made for callers, and what keeps its objects alive as long as they have it.

import Synchronization

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

/// Things that are not held, in the order in which they came.
struct LooseList<Target: AnyObject> {
  private var links: [LooseLink<Target>] = []

  /// Takes one in, and forgets those that have gone.
  mutating func add(_ link: LooseLink<Target>) {
    links.removeAll(where: \.isCut)
    links.append(link)
  }

  /// A Boolean value that indicates whether no target is alive.
  var isEmpty: Bool { links.isEmpty || links.allSatisfy(\.isCut) }

  /// Visits those that are still there, each held meanwhile.
  func forEach(_ body: (Target) -> Void) {
    for link in links {
      if let target = link.target { body(target) }
    }
  }

  /// Shows the list, and what is still there by a function.
  func showBlocks(to visitor: BlockVisitor, _ show: (Target) -> Void) {
    visitor.show(elementsOf: links, .registry)
    for link in links {
      visitor.show(link, .registry)
      link.target.map(show)
    }
  }
}

/// The way to something that is not held, and that may go at any time and on any thread.
///
/// It is a weak reference without a side table: what is linked cuts the link before it goes.
final class LooseLink<Target: AnyObject>: Sendable {
  private let address = Mutex<Address?>(nil)

  func join(_ target: Target) {
    let address = Address(of: target)
    self.address.withLock { $0 = address }
  }

  func cut() { address.withLock { $0 = nil } }

  var isCut: Bool { address.withLock { $0 == nil } }

  /// The target, retained for the caller; nil if it is being deallocated.
  var target: Target? {
    address.withLock { address -> Address? in
      guard let address, address.retainIfAlive() else { return nil }
      return address
    }?.taken(as: Target.self)
  }
}
