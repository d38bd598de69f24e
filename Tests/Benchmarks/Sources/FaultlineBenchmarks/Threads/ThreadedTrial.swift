// One work on so many threads, as a process of its own does it.

import Dispatch
import Foundation
import Synchronization

/// What came of it: the time of all threads together, and the sum that shows that the work was done.
struct ThreadedTrial {
  let nanoseconds: Double
  let sum: Double

  init(nanoseconds: Double, sum: Double) {
    self.nanoseconds = nanoseconds
    self.sum = sum
  }

  /// Reads what a trial's process has printed.
  init?(_ words: String) {
    let numbers = words.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2 else { return nil }
    (nanoseconds, sum) = (numbers[0], numbers[1])
  }

  /// What a trial's process prints.
  var words: String { "\(nanoseconds) \(sum)" }

  /// Runs a work on files that are there.
  static func run(
    _ work: ThreadedWork, on kind: DiskSideKind, threads: Int, _ staff: Staff, at urls: [URL]
  ) throws -> ThreadedTrial {
    switch kind {
    case .engine: try run(work, EngineThreads(at: urls), threads, staff)
    case .floor: try run(work, FloorThreads(staff, at: urls, .plain), threads, staff)
    case .format: try run(work, FloorThreads(staff, at: urls, .store), threads, staff)
    case .mappedEngine, .mappedFloor:
      throw FloorError(description: "Threads are not measured on mapped files.")
    }
  }

  private static func run(
    _ work: ThreadedWork, _ side: some ThreadedSide, _ threads: Int, _ staff: Staff
  ) throws -> ThreadedTrial {
    let isOver = Atomic(false)
    let start = StartLine(threads)
    let share = staff.count / threads
    let outcomes = Mutex<[Result<Double, any Error>]>([])
    let group = DispatchGroup()
    for number in 0..<threads {
      Thread.begin(in: group) {
        let outcome = Result {
          let range = work == .readers ? 0..<0 : number * share..<(number + 1) * share
          let own = try side.share(range, ofFile: work == .apart ? number : 0)
          try own.prepare()
          start.wait()
          guard work == .readers else {
            try own.raise(batch: ThreadedWork.batch)
            return 0.0
          }
          return try (0..<ThreadedWork.passes).reduce(0.0) { sum, _ in sum + (try own.readAll()) }
        }
        outcomes.withLock { $0.append(outcome) }
      }
    }
    let disturber = DispatchGroup()
    if work == .readers {
      Thread.begin(in: disturber) {
        do {
          let own = try side.share(0..<ThreadedWork.disturbance.count, ofFile: 0)
          try own.prepare()
          while !isOver.load(ordering: .acquiring) {
            try own.disturb()
            Thread.sleep(forTimeInterval: Double(ThreadedWork.disturbance.pause) / 1_000)
          }
        } catch {
          outcomes.withLock { $0.append(.failure(error)) }
        }
      }
    }
    let time = Clock.time {
      start.open()
      group.wait()
    }
    isOver.store(true, ordering: .releasing)
    disturber.wait()
    var sum = try outcomes.withLock { try $0.reduce(0.0) { $0 + (try $1.get()) } }
    if work != .readers {
      for file in 0..<work.files(threads: threads) {
        sum += try side.share(0..<0, ofFile: file).readAll()
      }
    }
    return ThreadedTrial(nanoseconds: time, sum: sum)
  }
}

/// Where threads wait until all of them are ready.
private final class StartLine: Sendable {
  private let ready = DispatchSemaphore(value: 0)
  private let go = DispatchSemaphore(value: 0)
  private let threads: Int

  init(_ threads: Int) { self.threads = threads }

  func wait() {
    ready.signal()
    go.wait()
  }

  /// Waits for all, and lets them go.
  func open() {
    for _ in 0..<threads { ready.wait() }
    for _ in 0..<threads { go.signal() }
  }
}

extension Thread {
  /// Starts a thread that a group waits for.
  fileprivate static func begin(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
    group.enter()
    let thread = Thread {
      body()
      group.leave()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
}
