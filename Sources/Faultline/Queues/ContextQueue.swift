// The right to use one context: one caller has it and works, all others wait in line.

import CFaultline
import Dispatch
import Foundation
import Synchronization

/// The line before a context.
///
/// A private queue belongs to one caller at a time, which may come back as often as it likes: blocks that
/// were sent run one after the other on a worker, and a caller that waits works on its own thread. All
/// are admitted in the order in which they came. The main queue belongs to the main thread for good, and
/// a confined context to the thread that made it.
final class ContextQueue: Sendable {
  /// What a context belongs to.
  enum Kind: Sendable {
    /// The thread that made it, by its number.
    case confined(to: UInt)
    /// Any caller that is admitted.
    case shared
    /// The main thread.
    case main
  }

  /// An entry of the line.
  enum Visitor: Sendable {
    /// A block that a worker will run.
    case block(@Sendable () -> Void)
    /// A caller that sleeps until it is admitted.
    case caller(Caller, thread: UInt, DispatchSemaphore)
  }

  struct State: Sendable {
    var holder = Caller.absent
    /// How often the holder has come in.
    var depth = 0
    var line = Line()
    /// Whether a worker was called that has not come yet.
    var awaitsWorker = false
    var worker: DispatchQueue?

    var isFree: Bool { holder == .absent && line.isEmpty }
  }

  /// Visitors in the order in which they came.
  struct Line: Sendable {
    private var visitors: [Visitor?] = []
    private var start = 0

    var isEmpty: Bool { start == visitors.count }

    var first: Visitor? { isEmpty ? nil : visitors[start] }

    mutating func append(_ visitor: Visitor) { visitors.append(visitor) }

    mutating func removeFirst() {
      visitors[start] = nil
      start += 1
      guard start > 32, 2 * start > visitors.count else { return }
      visitors.removeFirst(start)
      start = 0
    }
  }

  let kind: Kind
  /// How messages name the context.
  private let name = Mutex<String?>(nil)
  /// The context's number in the process, for those without a name.
  private let number: UInt32
  /// Whether blocks run on the thread that sends them; here, where there is a gap for it.
  let isDriven = Atomic<Bool>(false)
  let state = Mutex(State())
  /// The thread of the holder, for a check that takes no lock.
  let holdingThread = Atomic<UInt>(0)

  init(_ type: ManagedObjectContext.ConcurrencyType, number: UInt32) {
    kind =
      switch type {
      case .confinement: .confined(to: Caller.thread)
      case .privateQueue: .shared
      case .mainQueue: .main
      }
    self.number = number
  }

  /// The context in a message.
  var title: String { name.withLock { $0.map { "'\($0)'" } } ?? "number \(number)" }

  /// Lets messages know a context by its name.
  func rename(_ name: String?) { self.name.withLock { $0 = name } }

  /// The caller that uses the context now.
  var holder: Caller {
    switch kind {
    case .confined: .absent
    case .shared: state.withLock { $0.holder }
    case .main: .main
    }
  }

  /// Whether the caller may use the context now.
  var isOpen: Bool {
    switch kind {
    case .confined(let thread): thread == Caller.thread
    case .shared: holdingThread.load(ordering: .relaxed) == Caller.thread
    case .main: Caller.isMain
    }
  }

  // MARK: - Coming and going

  /// Waits until the context is free, or says that it never will be.
  func enter() throws(GraphError) {
    // A caller that is in already enters again without a check.
    guard !isOpen else { return state.withLock { $0.depth += 1 } }
    let caller = Caller.current
    let isIn = state.withLock { state in
      guard state.isFree else { return false }
      state.holder = caller
      state.depth = 1
      return true
    }
    if isIn {
      holdingThread.store(Caller.thread, ordering: .relaxed)
    } else {
      try WaitGraph.wait(for: self, as: caller)
    }
  }

  /// Leaves the context; once the last visit of the holder ends, the next in line is let in.
  func leave() {
    let isOver = state.withLock { state in
      guard state.depth == 1 else {
        state.depth -= 1
        return true
      }
      guard state.line.isEmpty else { return false }
      holdingThread.store(0, ordering: .relaxed)
      state.holder = .absent
      state.depth = 0
      return true
    }
    if !isOver { WaitGraph.letNextIn(to: self) }
  }

  /// Puts a block in the line, and returns; where the sender drives the context, the block has run by then.
  func send(_ block: @escaping @Sendable () -> Void) {
    if isDriven.load(ordering: .relaxed) {
      do throws(GraphError) { return try work(block) } catch { misuse(error) }
    }
    if case .main = kind { return DispatchQueue.main.async(execute: block) }
    state.withLock { state in
      state.line.append(.block(block))
      if state.holder == .absent { callWorker(&state) }
    }
  }

  // MARK: - Workers

  /// Admits the next in line, now that the holder has left; returns the caller that sleeps no longer.
  func admitNext(_ state: inout State) -> Caller? {
    holdingThread.store(0, ordering: .relaxed)
    state.holder = .absent
    state.depth = 0
    switch state.line.first {
    case nil: return nil
    case .block:
      callWorker(&state)
      return nil
    case .caller(let caller, let thread, let semaphore):
      state.line.removeFirst()
      state.holder = caller
      state.depth = 1
      holdingThread.store(thread, ordering: .relaxed)
      semaphore.signal()
      return caller
    }
  }

  private func callWorker(_ state: inout State) {
    guard !state.awaitsWorker else { return }
    state.awaitsWorker = true
    let worker = state.worker ?? DispatchQueue(label: "faultline.context.\(number)")
    state.worker = worker
    worker.async { self.runBlock() }
  }

  /// Runs the block that is next in line; what comes after it is admitted when it ends.
  private func runBlock() {
    let block = state.withLock { state -> (@Sendable () -> Void)? in
      state.awaitsWorker = false
      guard state.holder == .absent, case .block(let block)? = state.line.first else { return nil }
      state.line.removeFirst()
      state.holder = .current
      state.depth = 1
      return block
    }
    guard let block else { return }
    holdingThread.store(Caller.thread, ordering: .relaxed)
    block()
    leave()
  }
}

// Working in a context: on the caller's own thread, or on the main thread.
extension ContextQueue {
  /// Does something in the context as soon as it is free, and returns when it is done; or says why that cannot be.
  ///
  /// A private queue lets the caller work on its own thread; a main queue takes the work to the main thread.
  func work(_ body: () -> Void) throws(GraphError) {
    switch kind {
    case .confined: body()
    case .main where Caller.isMain: asCurrent(body)
    case .main: try workOnMain(body)
    case .shared:
      try enter()
      defer { leave() }
      asCurrent(body)
    }
  }

  /// The context that this thread works in, for messages.
  static var current: ContextQueue? {
    faultline_current_work().map {
      Unmanaged<ContextQueue>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Lets this thread be known to work in the context.
  func asCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    let former = faultline_current_work()
    faultline_set_current_work(Unmanaged.passUnretained(self).toOpaque())
    defer { faultline_set_current_work(former) }
    return try body()
  }

  private func workOnMain(_ body: () -> Void) throws(GraphError) {
    var refusal: GraphError?
    // The caller sleeps until the body has run: it does not outlive the call.
    withoutActuallyEscaping(body) { body in
      let work = SentWork(body)
      do throws(GraphError) {
        try WaitGraph.waitForMain(self, as: .current) { self.asCurrent(work.run) }
      } catch {
        refusal = error
      }
    }
    if let refusal { throw refusal }
  }
}

/// Work that another thread does while its sender sleeps: unchecked, since only one of the two is awake.
private final class SentWork: @unchecked Sendable {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { self.body = body }

  /// Does the work, and keeps nothing of it: the sender wakes before this object is gone.
  func run() {
    body?()
    body = nil
  }
}

/// A user of contexts: every thread is one, and the main queue is another.
///
/// Where the main queue is drained by a pool, as under an asynchronous `main`, its blocks come on changing
/// threads: they are one caller all the same.
package struct Caller: Hashable, Sendable {
  private let bits: UInt

  /// No caller.
  static let absent = Caller(bits: 0)
  /// The main thread, or a block of the main queue.
  static let main = Caller(bits: 1)

  /// The caller that runs now.
  static var current: Caller { isMain ? main : Caller(bits: thread) }

  /// A number of the thread, which no other has as long as this one lives.
  package static var thread: UInt { Platform.thread }

  /// Whether this is the main thread, or a block of the main queue.
  static var isMain: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mark.key) == true
  }

  private static let mark = MainQueueMark()
}

/// A mark by which blocks of the main queue are known, whatever thread they are on.
private struct MainQueueMark: Sendable {
  let key = DispatchSpecificKey<Bool>()

  init() { DispatchQueue.main.setSpecific(key: key, value: true) }
}
