// Threads for as long as something is to be done on each.

import Foundation

/// Does several things at the same time, and waits for all.
enum WorkingThreads {
  /// As much as the main thread has: steps in steps need it.
  private static let stackSize = 8 << 20

  /// Runs each body on a thread of its own and returns when all have ended.
  static func run(_ bodies: [@Sendable () -> Void]) {
    let ended = DispatchSemaphore(value: 0)
    for body in bodies {
      let thread = Thread {
        body()
        ended.signal()
      }
      thread.stackSize = stackSize
      thread.start()
    }
    for _ in bodies { ended.wait() }
  }
}
