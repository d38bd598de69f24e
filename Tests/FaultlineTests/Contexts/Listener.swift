// An observer of notifications, for tests of what is posted and when.

import Faultline
import Foundation
import Synchronization

/// Writes down notifications, a line each, until it is let go.
final class Listener: Sendable {
  private let lines = Mutex<[String]>([])
  private let tokens = Mutex<[Token]>([])

  /// What an observation is ended by; unchecked, since only its end uses it.
  private struct Token: @unchecked Sendable {
    let observer: any NSObjectProtocol
  }

  /// Listens to one kind of notification, of one object or of all.
  init(_ name: Notification.Name, of object: AnyObject?) { listen(to: name, of: object) }

  init() {}

  /// Listens to one more kind; the description says what is written down.
  func listen(
    to name: Notification.Name, of object: AnyObject?,
    _ describe: @escaping @Sendable (Notification) -> String = { $0.name.rawValue }
  ) {
    let observer = NotificationCenter.default.addObserver(
      forName: name, object: object, queue: nil
    ) { [weak self] note in
      let line = describe(note)
      self?.lines.withLock { $0.append(line) }
    }
    let token = Token(observer: observer)
    tokens.withLock { $0.append(token) }
  }

  deinit {
    for token in tokens.withLock({ $0 }) {
      NotificationCenter.default.removeObserver(token.observer)
    }
  }

  /// What was received so far.
  var received: [String] { lines.withLock { $0 } }

  var count: Int { received.count }
}

extension Notification {
  /// The lists of the notification, in the order of their keys, by the names of the objects.
  var summary: String {
    let lists = ManagedObjectContext.NotificationKey.allCases.compactMap { key -> String? in
      switch userInfo?[key.rawValue] {
      case let objects as [ManagedObject] where !objects.isEmpty:
        "\(key.rawValue): " + objects.map(\.title).sorted().joined(separator: ", ")
      case let ids as [ManagedObjectID] where !ids.isEmpty: "\(key.rawValue): \(ids.count) IDs"
      default: nil
      }
    }
    return lists.isEmpty ? "nothing" : lists.joined(separator: " · ")
  }
}

extension ManagedObject {
  /// The name, or that there is none to see.
  fileprivate final var title: String {
    isFault ? "(fault)" : value(forKey: "name") as? String ?? "(no name)"
  }
}
