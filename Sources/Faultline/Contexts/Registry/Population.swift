// Every managed object of the process, also those whose context is gone.

import Synchronization

/// The identity tables of all objects that exist, in the order of their making.
///
/// A list linked through the tables themselves: counting living objects must not allocate, and a table
/// that is kept only by leaked objects is still on the list.
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

    fileprivate func means(_ identityTable: IdentityTable) -> Bool {
      let place = identityTable.populationPlace
      return place.ordinal > ordinal && (thread == nil || thread == place.thread)
        && (tally == nil || tally === identityTable.link.tally)
    }
  }

  private static let list = Mutex(List())

  static func add(_ identityTable: IdentityTable) {
    list.withLock { list in
      list.ordinal += 1
      identityTable.populationPlace = Place(
        ordinal: list.ordinal, thread: Caller.thread, former: list.last)
      let entry = Address(of: identityTable)
      list.last.identityTable?._withUnsafeGuaranteedRef { $0.populationPlace.next = entry }
      list.last = entry
      if list.first.identityTable == nil { list.first = entry }
    }
  }

  static func remove(_ identityTable: IdentityTable) {
    list.withLock { list in
      let place = identityTable.populationPlace
      if let former = place.former.identityTable {
        former._withUnsafeGuaranteedRef { $0.populationPlace.next = place.next }
      } else {
        list.first = place.next
      }
      if let next = place.next.identityTable {
        next._withUnsafeGuaranteedRef { $0.populationPlace.former = place.former }
      } else {
        list.last = place.former
      }
    }
  }

  /// The current moment: tables made later can be distinguished from those that exist already.
  package static var now: Moment { list.withLock { Moment(ordinal: $0.ordinal) } }

  /// The number of objects that exist in identity tables made after a moment.
  package static func liveCount(since moment: Moment = .first) -> Int {
    list.withLock { list in
      var sum = 0
      list.forEach(since: moment) { sum += $0.liveCount }
      return sum
    }
  }

  /// Every registered object that exists in identity tables made after a moment, held, in a stable order.
  package static func objects(since moment: Moment = .first) -> ContiguousArray<ManagedObject> {
    alive(since: moment).handOver()
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
    let alive = list.withLock { list in
      var alive: [Address] = []
      list.forEach(since: moment) { identityTable in
        let address = Address(of: identityTable)
        if address.retainIfAlive() { alive.append(address) }
      }
      return alive
    }
    return alive.compactMap { $0.taken(as: IdentityTable.self) }
  }
}

extension Address {
  fileprivate var identityTable: Unmanaged<IdentityTable>? { unretained(as: IdentityTable.self) }
}

extension Population.List {
  /// Visits the identity tables made after a moment, from the oldest on.
  fileprivate func forEach(since moment: Population.Moment, _ body: (IdentityTable) -> Void) {
    var entry = first
    while let current = entry.identityTable {
      entry = current._withUnsafeGuaranteedRef { identityTable in
        if moment.means(identityTable) { body(identityTable) }
        return identityTable.populationPlace.next
      }
    }
  }
}
