// Working in a context: on the caller's own thread, or on the main thread.

import CFaultline
import Dispatch

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
