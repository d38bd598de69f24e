// Which caller waits for which context: a wait that would close a circle is refused, and does not hang.

import Dispatch
import Synchronization

/// The waits of all callers of the process.
///
/// A caller is listed before it sleeps, and removed by the thread that admits it. So the last of several that
/// would wait for each other finds all the others listed.
enum WaitGraph {
  private static let waits = Mutex<[Caller: ContextQueue]>([:])

  /// Sleeps until a context is free, or throws if its holder waits for the caller.
  static func wait(for queue: ContextQueue, as caller: Caller) throws(GraphError) {
    let semaphore = DispatchSemaphore(value: 0)
    let thread = Caller.thread
    let circle = waits.withLock { waits -> ContextQueue? in
      if let circle = self.circle(from: queue, to: caller, waits) { return circle }
      let isIn = queue.state.withLock { state in
        guard state.isFree else {
          state.line.append(.caller(caller, thread: thread, semaphore))
          return false
        }
        state.holder = caller
        state.depth = 1
        return true
      }
      if isIn {
        queue.holdingThread.store(thread, ordering: .relaxed)
        semaphore.signal()
      } else {
        waits[caller] = queue
      }
      return nil
    }
    if let circle { throw error(queue, circle) }
    semaphore.wait()
  }

  /// Runs a block of the main queue and sleeps until it has run, or says that the main thread waits for the caller.
  static func waitForMain(
    _ queue: ContextQueue, as caller: Caller, _ block: @escaping @Sendable () -> Void
  ) throws(GraphError) {
    let semaphore = DispatchSemaphore(value: 0)
    let circle = waits.withLock { waits -> ContextQueue? in
      if let circle = self.circle(from: queue, to: caller, waits) { return circle }
      waits[caller] = queue
      return nil
    }
    if let circle { throw error(queue, circle) }
    queue.send {
      // The main thread does the caller's work now; the caller's wait is removed when that is done.
      block()
      waits.withLock { $0[caller] = nil }
      semaphore.signal()
    }
    semaphore.wait()
  }

  /// Admits the next in line, if there is one.
  static func letNextIn(to queue: ContextQueue) {
    waits.withLock { waits in
      let admitted = queue.state.withLock { queue.admitNext(&$0) }
      if let admitted { waits[admitted] = nil }
    }
  }

  /// The context by which a chain of waits comes back to the caller.
  private static func circle(
    from queue: ContextQueue, to caller: Caller, _ waits: [Caller: ContextQueue]
  ) -> ContextQueue? {
    var queue = queue
    // No chain is longer than there are waits.
    for _ in 0...waits.count {
      let holder = queue.holder
      guard holder != .absent, holder != caller, let next = waits[holder] else { return nil }
      if next.holder == caller { return next }
      queue = next
    }
    return nil
  }

  private static func error(_ queue: ContextQueue, _ circle: ContextQueue) -> GraphError {
    GraphError(
      .coreData,
      "Waiting for context \(queue.title) would never end: the thread that uses it waits for context "
        + "\(circle.title), which is in use here. Send one of the two a block without waiting for it."
    )
  }
}
