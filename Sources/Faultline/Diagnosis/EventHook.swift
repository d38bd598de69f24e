// What the engine is doing, reported to a listener: fetches, faults, the stages of a save, and how long each took.

/// A listener that receives the engine's events, and a trail that they leave; there is neither by default, and
/// then an event costs a load.
///
/// Events nest: a fetch within a turn ends before it. The engine reads a clock and makes texts only while a
/// listener is installed; on a trail it writes a few words in memory that is not its own. Measurements without a
/// listener pay for neither.
package enum EventHook {
  /// The sorts of events.
  package enum Kind: UInt8, Sendable, CaseIterable {
    case turn, fetch, count, fault, relationship, batch, prefetch, save, stage, refresh, reset
    case merge, undo, redo, collect, statement

    /// The kind's own word.
    package var word: String { "\(self)" }
  }

  /// The beginning of an event, kept until it ends.
  package struct Beginning {
    /// When it began; 0 without a listener.
    fileprivate let time: UInt64
    /// Which event of the trail it is; 0 where it leaves none.
    fileprivate let serial: Int
  }

  /// Something that has happened.
  package struct Event {
    package let kind: Kind
    /// What it was done to: an entity, a stage, the text of a statement.
    package let subject: String
    /// How many objects or rows it was about; nil where that is not counted.
    package let count: Int?
    /// A statement with its values in it, where that was asked for.
    package let bound: String?
    /// The file in which a statement ran.
    package let file: String?
    /// When it began and ended, in nanoseconds of a clock that never goes back.
    package let start: UInt64
    package let end: UInt64
  }

  /// Receives events.
  package final class Listener {
    /// Whether statements are reported with their values.
    package let wantsValues: Bool
    private let handle: (Event) -> Void

    /// Makes a listener; its function is called on the thread that does the work.
    package init(wantsValues: Bool = false, _ handle: @escaping (Event) -> Void) {
      self.wantsValues = wantsValues
      self.handle = handle
    }

    fileprivate func receive(_ event: Event) { handle(event) }
  }

  /// Hears where events begin and end, and nothing else of them; it takes note without allocating.
  package protocol Follower: AnyObject {
    func began(_ kind: Kind, _ subject: String)
    func ended()
  }

  // All are set before the first context is made and read on the contexts' threads: plain loads on the hot path.
  nonisolated(unsafe) package private(set) static var listener: Listener?
  nonisolated(unsafe) private static var trail: EventTrail?
  nonisolated(unsafe) private static var follower: (any Follower)?
  /// Whether there is any of them.
  nonisolated(unsafe) private static var isHeard = false

  /// Installs a listener; nil removes it.
  package static func install(_ listener: Listener?) {
    self.listener = listener
    isHeard = listener != nil || trail != nil || follower != nil
  }

  /// Lets events leave a trail, or none.
  package static func leave(_ trail: EventTrail?) {
    self.trail = trail
    isHeard = listener != nil || trail != nil || follower != nil
  }

  /// Lets a follower hear where events begin and end, while a body runs.
  package static func following<Value, Failure: Error>(
    by follower: any Follower, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let former = self.follower
    self.follower = follower
    isHeard = true
    defer {
      self.follower = former
      isHeard = listener != nil || trail != nil || former != nil
    }
    return try body()
  }

  /// Begins what leaves no trail, since others begin and end within it all the time.
  @inline(__always) package static func began() -> Beginning {
    Beginning(time: listener == nil ? 0 : now(), serial: 0)
  }

  /// Begins an event; a relationship is a member of its entity.
  @inline(__always) package static func began(
    _ kind: Kind, _ subject: @autoclosure () -> String = "",
    member: @autoclosure () -> String = "", count: Int? = nil
  ) -> Beginning {
    guard isHeard else { return Beginning(time: 0, serial: 0) }
    return noted(kind, subject(), member(), count)
  }

  @inline(never) private static func noted(
    _ kind: Kind, _ subject: String, _ member: String, _ count: Int?
  ) -> Beginning {
    follower?.began(kind, subject)
    let serial = trail?.begin(kind, subject, member, count ?? -1) ?? (follower == nil ? 0 : 1)
    return Beginning(time: listener == nil ? 0 : now(), serial: serial)
  }

  /// Reports what has ended, if there was a listener when it began.
  @inline(__always) package static func ended(
    _ start: Beginning, _ kind: Kind, _ subject: @autoclosure () -> String = "",
    count: Int? = nil
  ) {
    if start.serial > 0 { left(start.serial, count) }
    if start.time > 0 { report(start.time, kind, subject(), count: count) }
  }

  @inline(never) private static func left(_ serial: Int, _ count: Int?) {
    trail?.end(serial, count ?? -1)
    follower?.ended()
  }

  /// Reports a piece of work with a beginning and an end.
  @inline(__always) static func during<Value, Failure: Error>(
    _ kind: Kind, _ subject: StaticString, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = began(kind, "\(subject)")
    defer { ended(start, kind, "\(subject)") }
    return try body()
  }

  /// Reports an event with all that is known of it.
  @inline(never) package static func report(
    _ start: UInt64, _ kind: Kind, _ subject: String, count: Int? = nil, bound: String? = nil,
    file: String? = nil
  ) {
    listener?.receive(
      Event(
        kind: kind, subject: subject, count: count, bound: bound, file: file, start: start,
        end: now()))
  }

  /// The clock.
  @inline(never) package static func now() -> UInt64 { Platform.nanoseconds }
}
