// Several trials at once: each is watched by a thread of its own, and reported by the one that asked for them.

import FaultlineMeasures
import Foundation
import Synchronization

/// The trials of one plan, handed out to as many threads as there are jobs.
///
/// A child is tied to the thread that started it, so a thread stays until its child has ended.
final class TrialCrew: Sendable {
  fileprivate struct State {
    var next = 0
    var working = 0
    var boards: [Int: ProgressBoard] = [:]
    var reports: [TrialReport] = []
    var isStopped = false
  }

  private let plan: Plan
  private let executor: any Executor
  private let state = Mutex(State())

  init(_ plan: Plan, _ executor: any Executor) {
    self.plan = plan
    self.executor = executor
  }

  /// Runs every trial; what has ended, and how far the others are, is reported on this thread.
  func run(jobs: Int, telling notify: (RunEvent) -> ChildProcess.Continuation) -> [TrialReport] {
    for _ in 0..<min(jobs, plan.trials.count) {
      state.withLock { $0.working += 1 }
      let thread = Thread { self.work() }
      thread.stackSize = 8 << 20
      thread.start()
    }
    var reported: [TrialReport] = []
    var begun: Set<Int> = []
    while true {
      let news = state.withLock { state in
        (
          reports: Array(state.reports.dropFirst(reported.count)),
          boards: state.boards.sorted { $0.key < $1.key }, isOver: state.working == 0
        )
      }
      for report in news.reports {
        reported.append(report)
        guard !report.outcome.wasCancelled else { continue }
        if notify(.finished(report)) == .stop { stop() }
      }
      if news.isOver { return reported }
      // The first is shown all the time, and every other one when it begins.
      let shown = news.boards.filter { begun.insert($0.key).inserted } + news.boards.prefix(1)
      for (index, board) in shown
      where notify(.running(number: index + 1, plan.trials[index], board)) == .stop {
        stop()
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  private func stop() { state.withLock { $0.isStopped = true } }

  /// What one thread does: trial after trial, until there are none or the run is stopped.
  private func work() {
    while let index = state.withLock({ $0.take(atMost: plan.trials.count) }) {
      let report = executor.report(onTrialAt: index, of: plan) { board in
        state.withLock { state in
          state.boards[index] = board
          return state.isStopped ? .stop : .proceed
        }
      }
      state.withLock { state in
        state.boards[index] = nil
        state.reports.append(report)
      }
    }
    state.withLock { $0.working -= 1 }
  }
}

extension TrialCrew.State {
  /// The next trial to run.
  fileprivate mutating func take(atMost count: Int) -> Int? {
    guard !isStopped, next < count else { return nil }
    next += 1
    return next - 1
  }
}
