// Working on a context's queue.

import Faultline
import Foundation

extension NSManagedObjectContext {
  /// When an awaited block runs.
  public enum ScheduledTaskType: Sendable {
    /// At once, where the caller is on the context's queue already.
    case immediate
    /// After what was sent to the queue before.
    case enqueued
  }

  /// Runs a block on the context's queue and returns what it made.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try waiting(block) { throw $0 }
  }

  private func waiting<T>(
    _ block: () throws -> T, _ rethrow: (any Error) throws -> T
  ) rethrows -> T {
    var result: Result<T, any Error>?
    engine.performAndWait { result = Result(catching: block) }
    switch result {
    case .success(let value): return value
    case .failure(let error): return try rethrow(error)
    case nil: misuse("The context did not run the block.")
    }
  }

  /// Runs a block on the context's queue and returns what it made.
  public func perform<T>(
    schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws -> T
  ) async rethrows -> T {
    try await awaiting(schedule, block) { throw $0 }
  }

  private func awaiting<T>(
    _ schedule: ScheduledTaskType, _ block: @escaping () throws -> T,
    _ rethrow: (any Error) throws -> T
  ) async rethrows -> T {
    let carried = Carried(value: block)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Carried<Result<T, any Error>>, Never>) in
      self.perform {
        continuation.resume(returning: Carried(value: Result(catching: carried.value)))
      }
    }
    switch result.value {
    case .success(let value): return value
    case .failure(let error): return try rethrow(error)
    }
  }
}

/// A value that crosses to a context's queue while its owner waits.
struct Carried<Value>: @unchecked Sendable {
  let value: Value
}
