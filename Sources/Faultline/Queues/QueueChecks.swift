// Use of a context where it may not be used stops the program, before anything is spoilt.

import Foundation

extension ManagedObject {
  /// Stops the program if the object's context may not be used here.
  @inline(__always) final func checkQueue(_ key: @autoclosure () -> String) {
    if identityTable.link.checksQueue {
      identityTable.link.context?.queue.check("'\(entity.name).\(key())'")
    }
  }
}

extension ManagedObject {
  /// Says why the object may not be used here, whether or not its context looks for that by itself.
  package final func checkUse(of key: String) throws(GraphError) {
    guard let queue = identityTable.link.context?.queue, !queue.isOpen else { return }
    throw queue.trespass("'\(entity.name).\(key)'")
  }
}

/// What a process has decided about checks.
enum QueueChecks {
  static let areDefault = isDebugBuild || isWanted

  private static var isWanted: Bool {
    ProcessInfo.processInfo.environment["FAULTLINE_CHECK_QUEUES"] == "1"
  }

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

extension ContextQueue {
  /// Stops a caller that may not use the context now.
  func check(_ member: @autoclosure () -> String) {
    if !isOpen { misuse(trespass(member())) }
  }

  fileprivate func trespass(_ member: String) -> GraphError {
    GraphError(
      .coreData,
      "\(member) of context \(title) was used on \(Self.place), and the context belongs to "
        + "\(owner); \(remedy).")
  }

  private var owner: String {
    switch kind {
    case .confined: "the thread that made it"
    case .shared: "its private queue"
    case .main: "the main thread"
    }
  }

  private var remedy: String {
    switch kind {
    case .confined: "make it with .privateQueue to use it from several threads"
    case .shared, .main: "call perform or performAndWait, and pass IDs instead of objects"
    }
  }

  /// Where the caller is, in words.
  private static var place: String {
    if let current { return "the queue of context \(current.title)" }
    return Caller.isMain ? "the main thread" : "a thread outside of any context's queue"
  }
}
