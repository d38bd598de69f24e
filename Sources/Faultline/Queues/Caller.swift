// The current caller: a thread, or whatever thread runs the main queue's block at the moment.

import Dispatch
import Foundation

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
