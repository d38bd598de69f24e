// The part of UIKit's application that data layers use: names of notifications, and background tasks.

enum ApplicationShim {
  static let text = """
    // Written by `faultline port`: an application that nobody suspends.

    import Foundation

    struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
      let rawValue: Int
      static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
    }

    final class UIApplication: @unchecked Sendable {
      enum State: Int { case active, inactive, background }

      static let shared = UIApplication()
      static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")
      static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")
      static let didReceiveMemoryWarningNotification = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
      static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
      static let willResignActiveNotification = Notification.Name(
        "UIApplicationWillResignActiveNotification")
      static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")

      private let lock = NSLock()
      private var lastTask = 0

      let applicationState = State.active
      let backgroundTimeRemaining = TimeInterval.greatestFiniteMagnitude
      let isProtectedDataAvailable = true

      func beginBackgroundTask(
        withName name: String? = nil, expirationHandler: (() -> Void)? = nil
      ) -> UIBackgroundTaskIdentifier {
        lock.lock()
        defer { lock.unlock() }
        lastTask += 1
        return UIBackgroundTaskIdentifier(rawValue: lastTask)
      }

      func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
    }

    """
}
