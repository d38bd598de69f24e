// Listening to notifications, as an app does, until the listener is let go.

import Faultline
import Foundation
import Synchronization

/// Hears one kind of notification of Foundation's center.
final class NotificationEar {
  private let token: any NSObjectProtocol

  init(_ name: Notification.Name, _ hear: @escaping @Sendable (Notification) -> Void) {
    // Of no object: the center would hold it. Whoever hears says whose notifications count.
    token = NotificationCenter.default.addObserver(
      forName: name, object: nil, queue: nil, using: hear)
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}

/// Remembers what a context has saved last (N2).
final class SaveEar {
  private let memory = Memory()
  private let ear: NotificationEar

  private final class Memory: Sendable {
    let latest = Mutex<SavedChanges?>(nil)
  }

  init(_ context: ManagedObjectContext) {
    let saver = ObjectIdentifier(context)
    ear = NotificationEar(ManagedObjectContext.didSaveNotification) { [memory] notification in
      guard notification.isOf(saver) else { return }
      memory.latest.withLock { $0 = SavedChanges(notification) }
    }
  }

  /// The IDs of what was saved last; nil before the first save.
  var latest: SavedChanges? { memory.latest.withLock { $0 } }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .script)
    visitor.show(ear, .script)
    visitor.show(memory, .script)
    guard let latest else { return }
    for ids in [latest.inserted, latest.updated, latest.deleted] {
      visitor.show(elementsOf: ids, .script)
    }
  }
}

extension Notification {
  /// Whether an object posts it.
  func isOf(_ identifier: ObjectIdentifier) -> Bool {
    (object as AnyObject?).map(ObjectIdentifier.init) == identifier
  }
}
