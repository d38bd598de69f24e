// A thread on which one test's body runs and nothing else, and which knows whether the body has left it.

internal import Foundation
internal import Synchronization

/// Runs the jobs of one task, in the order in which they come.
///
/// A task that goes on without a pause is one job. Each suspension brings one more when it ends, so their number says
/// whether there was any.
final class OwnThread: TaskExecutor {
  /// As much as the main thread has.
  private static let stackSize = 8 << 20

  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let count = Atomic<Int>(0)

  init() {
    let thread = Thread { [self] in run() }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  /// How many jobs have come.
  var jobCount: Int { count.load(ordering: .acquiring) }

  /// Takes a job.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    count.add(1, ordering: .acquiringAndReleasing)
    state.withLock { $0.jobs.append(job) }
    work.signal()
  }

  /// Lets the thread go when its jobs are done.
  func end() {
    state.withLock { $0.hasEnded = true }
    work.signal()
  }

  private func run() {
    while true {
      work.wait()
      let (job, hasEnded) = state.withLock { state in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.hasEnded)
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if hasEnded {
        return
      }
    }
  }
}
