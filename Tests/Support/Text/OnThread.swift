// A thread of its own for a test, with a stack as small as the test likes.

import Foundation

/// A running thread that can be waited for.
///
/// Unchecked: the semaphore is all that two threads touch.
public final class RunningThread: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)

  fileprivate init() {}

  fileprivate func finish() { isDone.signal() }

  /// Waits until the thread's body has returned.
  public func wait() { isDone.wait() }
}

/// Runs a body on a thread of its own.
public func onThread(
  stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Void
) -> RunningThread {
  let running = RunningThread()
  let thread = Thread {
    body()
    running.finish()
  }
  thread.stackSize = stackSize
  thread.start()
  return running
}
