// What the engine is doing, told to whoever listens: fetches, faults, the stages of a save, and how long each took.

import Glibc

/// Somebody who hears of the engine's events; nil by default, and then an event costs one load.
///
/// Events nest: a fetch within a turn ends before it. The engine reads a clock only while somebody listens, so
/// nothing that is measured without a listener knows of this.
package enum EventHook {
  /// The sorts of events.
  package enum Kind: String, Sendable, CaseIterable {
    case turn, fetch, count, fault, relationship, batch, prefetch, save, stage, refresh, reset
    case merge, undo, redo, collect, statement
  }

  /// Something that has happened.
  package struct Event {
    package let kind: Kind
    /// What it was done to: an entity, a stage, the text of a statement.
    package let subject: String
    /// How many objects or rows it was about; nil where nobody counts.
    package let count: Int?
    /// A statement with its values in it, where that was asked for.
    package let bound: String?
    /// The file in which a statement ran.
    package let file: String?
    /// When it began and ended, in nanoseconds of a clock that never goes back.
    package let start: UInt64
    package let end: UInt64
  }

  /// Who listens.
  package final class Listener {
    /// Whether statements are told with their values.
    package let wantsValues: Bool
    private let hear: (Event) -> Void

    /// Listens; the function is called on the thread that does the work.
    package init(wantsValues: Bool = false, _ hear: @escaping (Event) -> Void) {
      self.wantsValues = wantsValues
      self.hear = hear
    }

    fileprivate func tell(_ event: Event) { hear(event) }
  }

  // Set before the first context is made and read on the contexts' threads: a plain load on the hot path.
  nonisolated(unsafe) package private(set) static var listener: Listener?

  /// Lets somebody listen, or nobody.
  package static func install(_ listener: Listener?) { self.listener = listener }

  /// The moment, or 0 where nobody listens.
  @inline(__always) package static func began() -> UInt64 { listener == nil ? 0 : now() }

  /// Tells what has ended, unless nobody listened when it began.
  @inline(__always) package static func ended(
    _ start: UInt64, _ kind: Kind, _ subject: @autoclosure () -> String, count: Int? = nil
  ) {
    if start > 0 { tell(start, kind, subject(), count: count) }
  }

  /// Tells of a piece of work with a beginning and an end.
  @inline(__always) static func during<Value, Failure: Error>(
    _ kind: Kind, _ subject: StaticString, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = began()
    defer { ended(start, kind, "\(subject)") }
    return try body()
  }

  /// Tells of something with all that is known of it.
  @inline(never) package static func tell(
    _ start: UInt64, _ kind: Kind, _ subject: String, count: Int? = nil, bound: String? = nil,
    file: String? = nil
  ) {
    listener?.tell(
      Event(
        kind: kind, subject: subject, count: count, bound: bound, file: file, start: start,
        end: now()))
  }

  /// The clock.
  @inline(never) package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
