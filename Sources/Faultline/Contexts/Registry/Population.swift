// Every managed object of the process, also those whose context is gone.

import Synchronization

/// The identity tables of all objects that exist, in the order of their making.
///
/// A list linked through the tables themselves: counting living objects must not allocate, and a table
/// that is kept only by leaked objects is still on the list.
///
/// A table takes itself out when it goes, which needs the list's lock. So a table that is touched under the lock is held
/// until after it: other threads may let go of it meanwhile, and then that reference is its last.
package enum Population {
  /// The place of an identity table in the list.
  struct Place: Sendable {
    fileprivate var ordinal = 0
    /// The thread on which the table was made.
    fileprivate var thread: UInt = 0
    fileprivate var former = Address(bits: 0)
    fileprivate var next = Address(bits: 0)
  }

  fileprivate struct List: Sendable {
    var first = Address(bits: 0)
    var last = Address(bits: 0)
    var ordinal = 0
  }

  /// A moment, and which of the tables made later are meant.
  package struct Moment: Sendable {
    fileprivate let ordinal: Int
    /// The thread that makes them; nil for any.
    fileprivate var thread: UInt?
    /// The work whose tables are meant, whichever thread makes them; nil for any.
    fileprivate var tally: ObjectTally?

    /// Before everything.
    package static let first = Moment(ordinal: 0)

    /// The same for tables that the current thread makes: those of other threads are left out.
    package var onThisThread: Moment { Moment(ordinal: ordinal, thread: Caller.thread) }

    /// All tables of one piece of work.
    static func all(of tally: ObjectTally) -> Moment { Moment(ordinal: 0, tally: tally) }

    fileprivate func means(_ identityTable: IdentityTable, at place: Place) -> Bool {
      place.ordinal > ordinal && (thread == nil || thread == place.thread)
        && (tally == nil || tally === identityTable.link.tally)
    }
  }

  private static let list = Mutex(List())

  static func add(_ identityTable: IdentityTable) {
    let entry = Address(of: identityTable)
    let neighbour = list.withLock { list in
      list.ordinal += 1
      identityTable.populationPlace = Place(
        ordinal: list.ordinal, thread: Caller.thread, former: list.last)
      let neighbour = list.last.change { $0.next = entry }
      list.last = entry
      if list.first.bits == 0 { list.first = entry }
      return neighbour
    }
    withExtendedLifetime(neighbour) {}
  }

  static func remove(_ identityTable: IdentityTable) {
    let neighbours = list.withLock { list in
      let place = identityTable.populationPlace
      if place.former.bits == 0 { list.first = place.next }
      if place.next.bits == 0 { list.last = place.former }
      return (
        place.former.change { $0.next = place.next }, place.next.change { $0.former = place.former }
      )
    }
    withExtendedLifetime(neighbours) {}
  }

  /// The current moment: tables made later can be distinguished from those that exist already.
  package static var now: Moment { list.withLock { Moment(ordinal: $0.ordinal) } }

  /// The number of objects that exist in identity tables made after a moment.
  package static func liveCount(since moment: Moment = .first) -> Int {
    var sum = 0
    forEach(since: moment) { sum += $0.liveCount }
    return sum
  }

  /// Visits how many objects exist, and how many of them a context can find, by entity and the context's number.
  package static func forEachCount(
    since moment: Moment,
    _ body: (_ entity: EntityDescription, _ context: UInt64, _ live: Int, _ registered: Int) -> Void
  ) {
    forEach(since: moment) {
      body($0.entity, UInt64($0.link.number), $0.liveCount, $0.registeredCount)
    }
  }

  /// Every registered object that exists in identity tables made after a moment, held, in a stable order.
  package static func objects(since moment: Moment = .first) -> ContiguousArray<ManagedObject> {
    alive(since: moment).handOver()
  }

  /// Lets objects that have outlived their contexts drop what they refer to, so that retain cycles among them end.
  ///
  /// An instrument that is done with what has leaked gets its memory back. What is held otherwise stays, and has its
  /// values, but no relationships.
  package static func breakCyclesOfLeaked(since moment: Moment) {
    for object in objects(since: moment) where object.identityTable.link.isOver {
      object.forgetTies()
    }
  }

  /// The same objects, retained, for callers that release most of them at once.
  static func alive(since moment: Moment) -> AliveObjects {
    var alive = AliveObjects()
    for identityTable in identityTables(since: moment) { alive.append(identityTable) }
    return alive
  }

  /// Shows the identity tables made after a moment, without the objects that can be found in them.
  ///
  /// An object that was reset, and that is still held, can be found in no table: its holder has to show it.
  package static func showHomes(since moment: Population.Moment, to visitor: BlockVisitor) {
    for identityTable in identityTables(since: moment) { identityTable.showBlocks(to: visitor) }
  }

  /// The identity tables made after a moment, held, from the oldest on.
  static func identityTables(since moment: Moment) -> [IdentityTable] {
    var all: [IdentityTable] = []
    forEach(since: moment) { all.append($0) }
    return all
  }

  /// Visits the identity tables made after a moment, from the oldest on, each held by the visit.
  fileprivate static func forEach(since moment: Moment, _ body: (IdentityTable) -> Void) {
    // Those that are made meanwhile are left out: each object is counted once, and the visit ends.
    var (stop, last) = list.withLock { ($0.first.firstStop, $0.ordinal) }
    while let (identityTable, place) = stop, place.ordinal <= last {
      if moment.means(identityTable, at: place) { body(identityTable) }
      // A table that is held stays on the list, so the list goes on from it.
      stop = list.withLock { _ in identityTable.populationPlace.next.firstStop }
    }
  }
}

extension Address {
  private var identityTable: Unmanaged<IdentityTable>? { unretained(as: IdentityTable.self) }

  /// Changes the place of the table that lies here, if one does; only under the list's lock.
  ///
  /// - Returns: The table, for the caller to hold until after the lock; nil for one that goes.
  fileprivate func change(_ body: (inout Population.Place) -> Void) -> IdentityTable? {
    let held = retainIfAlive() ? taken(as: IdentityTable.self) : nil
    // One that goes waits for the lock, and cannot be released for the last time once more.
    identityTable?._withUnsafeGuaranteedRef { body(&$0.populationPlace) }
    return held
  }

  /// The first table from here on that does not go, held, and its place; only under the list's lock.
  fileprivate var firstStop: (identityTable: IdentityTable, place: Population.Place)? {
    var entry = self
    while let here = entry.identityTable {
      if entry.retainIfAlive() {
        let identityTable = here.takeRetainedValue()
        return (identityTable, identityTable.populationPlace)
      }
      entry = here._withUnsafeGuaranteedRef { $0.populationPlace.next }
    }
    return nil
  }
}
