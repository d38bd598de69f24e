// Contexts that merge what is saved beneath them by themselves.

import Synchronization

/// The contexts that follow the saves of a coordinator or of a parent; none of them is held.
final class Followers: Sendable {
  private struct Follower: Sendable {
    weak var context: ManagedObjectContext?
  }

  private let all = Mutex<[Follower]>([])

  func add(_ context: ManagedObjectContext) {
    let follower = Follower(context: context)
    all.withLock { all in
      all.removeAll { $0.context == nil }
      all.append(follower)
    }
  }

  func remove(_ context: ManagedObjectContext) {
    all.withLock { all in all.removeAll { $0.context == nil || $0.context === context } }
  }

  /// Merges changes into every follower, except the context that made them.
  func merge(_ changes: SavedChanges, from author: ManagedObjectContext?) {
    let contexts = all.withLock { $0.compactMap(\.context) }
    for context in contexts where context !== author { context.mergeChanges(changes) }
  }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    visitor.show(elementsOf: all.withLock { $0 }, .registry)
  }
}
