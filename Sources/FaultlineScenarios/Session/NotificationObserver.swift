// Listening to notifications, as an app does, until the listener is let go.

import Faultline
import Foundation
import Synchronization

/// Hears one kind of notification of Foundation's center.
final class NotificationObserver {
  private let token: any NSObjectProtocol

  init(_ name: Notification.Name, _ hear: @escaping @Sendable (Notification) -> Void) {
    // Of no object: the center would hold it. The handler decides whose notifications count.
    token = NotificationCenter.default.addObserver(
      forName: name, object: nil, queue: nil, using: hear)
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}

extension Notification {
  /// Whether an object posts it.
  func isOf(_ identifier: ObjectIdentifier) -> Bool {
    (object as AnyObject?).map(ObjectIdentifier.init) == identifier
  }
}
