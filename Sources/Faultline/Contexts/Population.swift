// Every managed object of the process, also those whose context is gone.

import Glibc
import Synchronization

/// The homes of all objects that exist, in the order of their making.
///
/// A list through the homes themselves: counting who is alive must not allocate, and a home that is kept
/// only by leaked objects is still on it.
package enum Population {
  /// Where a home stands in the list.
  struct Place: Sendable {
    fileprivate var ordinal = 0
    /// The thread on which the home was made.
    fileprivate var thread: UInt = 0
    fileprivate var former = Address(bits: 0)
    fileprivate var next = Address(bits: 0)
  }

  fileprivate struct List: Sendable {
    var first = Address(bits: 0)
    var last = Address(bits: 0)
    var ordinal = 0
  }

  /// A moment, and whose homes of later are meant.
  package struct Moment: Sendable {
    fileprivate let ordinal: Int
    /// The thread that makes them; nil for any.
    fileprivate var thread: UInt?

    /// Before everything.
    package static let first = Moment(ordinal: 0)

    /// The same for homes that the current thread makes: what others do meanwhile is not meant.
    package var onThisThread: Moment { Moment(ordinal: ordinal, thread: Population.thisThread) }

    fileprivate func means(_ place: Place) -> Bool {
      place.ordinal > ordinal && (thread == nil || thread == place.thread)
    }
  }

  /// A number of the current thread, which no other thread that runs has.
  private static var thisThread: UInt { UInt(pthread_self()) }

  private static let list = Mutex(List())

  static func add(_ home: IdentityTable) {
    list.withLock { list in
      list.ordinal += 1
      home.populationPlace = Place(
        ordinal: list.ordinal, thread: thisThread, former: list.last)
      let entry = Address(of: home)
      list.last.home?._withUnsafeGuaranteedRef { $0.populationPlace.next = entry }
      list.last = entry
      if list.first.home == nil { list.first = entry }
    }
  }

  static func remove(_ home: IdentityTable) {
    list.withLock { list in
      let place = home.populationPlace
      if let former = place.former.home {
        former._withUnsafeGuaranteedRef { $0.populationPlace.next = place.next }
      } else {
        list.first = place.next
      }
      if let next = place.next.home {
        next._withUnsafeGuaranteedRef { $0.populationPlace.former = place.former }
      } else {
        list.last = place.former
      }
    }
  }

  /// A moment: homes made later can be told from those that were there.
  package static var now: Moment { list.withLock { Moment(ordinal: $0.ordinal) } }

  /// Objects that exist in homes made after a moment.
  package static func liveCount(since moment: Moment = .first) -> Int {
    list.withLock { list in
      var sum = 0
      list.forEach(since: moment) { sum += $0.liveCount }
      return sum
    }
  }

  /// Every registered object that exists in homes made after a moment, held, in a stable order.
  package static func objects(since moment: Moment = .first) -> ContiguousArray<ManagedObject> {
    alive(since: moment).handOver()
  }

  /// The same objects, taken hold of for whoever wants to let most of them go at once.
  static func alive(since moment: Moment) -> AliveObjects {
    var alive = AliveObjects()
    for home in homes(since: moment) { alive.append(home) }
    return alive
  }

  /// The homes made after a moment, held, from the oldest on.
  static func homes(since moment: Moment) -> [IdentityTable] {
    let alive = list.withLock { list in
      var alive: [Address] = []
      list.forEach(since: moment) { home in
        let address = Address(of: home)
        if address.retainIfAlive() { alive.append(address) }
      }
      return alive
    }
    return alive.compactMap { $0.taken(as: IdentityTable.self) }
  }
}

extension Address {
  fileprivate var home: Unmanaged<IdentityTable>? { unretained(as: IdentityTable.self) }
}

extension Population.List {
  /// Visits the homes made after a moment, from the oldest on.
  fileprivate func forEach(since moment: Population.Moment, _ body: (IdentityTable) -> Void) {
    var entry = first
    while let current = entry.home {
      entry = current._withUnsafeGuaranteedRef { home in
        if moment.means(home.populationPlace) { body(home) }
        return home.populationPlace.next
      }
    }
  }
}
