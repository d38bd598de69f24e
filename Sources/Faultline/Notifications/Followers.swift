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

extension ManagedObjectContext {
  /// Whether the context merges by itself what others save to its coordinator or its parent (semantics 173).
  ///
  /// It does so on its own queue, so a context that is confined to a thread cannot: that stops with a sentence.
  public var automaticallyMergesChangesFromParent: Bool {
    get { settings.automaticallyMergesChangesFromParent }
    set {
      do throws(GraphError) { try setMergesAutomatically(newValue) } catch { misuse(error) }
    }
  }

  /// Follows saves or ceases to, or says why that cannot be.
  package func setMergesAutomatically(_ merges: Bool) throws(GraphError) {
    try settling { () throws(GraphError) in
      guard merges != settings.automaticallyMergesChangesFromParent else { return }
      guard concurrencyType != .confinement else {
        throw GraphError(
          .coreData,
          "Context \(queue.title) is confined to a thread and cannot merge by itself; make it with "
            + ".privateQueue or .mainQueue.")
      }
      let coordinator = try coordinator()
      let followers = parent?.followers ?? coordinator.followers
      if merges { followers.add(self) } else { followers.remove(self) }
      settings.automaticallyMergesChangesFromParent = merges
    }
  }
}
