// The lock of the row cache: one thread at a time, and none is left waiting.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct LockTests {
  /// What threads share; the lock is what makes it safe.
  private final class Shared: @unchecked Sendable {
    let lock = Lock()
    var count = 0

    func count(up times: Int) {
      for _ in 0..<times { lock.withLock { count += 1 } }
    }
  }

  private struct Refusal: Error {}

  @Test func `eight threads lose no step`() {
    let shared = Shared()
    let threads = (0..<8).map { _ in onThread { shared.count(up: 20_000) } }
    for thread in threads { thread.wait() }
    #expect(shared.lock.withLock { shared.count } == 160_000)
  }

  @Test func `every thread that waits is woken`() {
    let shared = Shared()
    for round in 1...20 {
      var threads: [RunningThread] = []
      shared.lock.withLock {
        threads = (0..<8).map { _ in onThread { shared.count(up: 10) } }
        // So long that they have given up looking, and wait.
        Thread.sleep(forTimeInterval: 0.005)
        #expect(shared.count == 80 * (round - 1), "No other thread comes in meanwhile.")
      }
      for thread in threads { thread.wait() }
      #expect(shared.lock.withLock { shared.count } == 80 * round)
    }
  }

  @Test func `an error leaves the lock free`() {
    let shared = Shared()
    #expect(throws: Refusal.self) {
      try shared.lock.withLock { () throws(Refusal) in throw Refusal() }
    }
    shared.count(up: 1)
    #expect(shared.count == 1)
  }
}
