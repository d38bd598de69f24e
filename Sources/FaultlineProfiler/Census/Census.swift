// One look at everybody: who there is, in what state, held by whom, referring to whom, in how many bytes.

package import Faultline

/// What a checkpoint wants to know of every object, found by calling the roll once.
///
/// What a checkpoint costs is what this costs: each probe that went through the objects by itself would cost as
/// much once more. Nothing fires, and nothing is held any longer than this takes.
package struct Census {
  /// Who refers to whom in a circle.
  package let knots: Knots
  /// Whose the workload's bytes are.
  package let owned: OwnedBytes
  /// The registered objects of the contexts.
  package private(set) var registered = 0
  /// Those of them that have their values.
  package private(set) var realized = 0
  /// Those that a relationship holds.
  package private(set) var related = 0
  /// Those that a container holds.
  package private(set) var contained = 0
  /// Those that somebody holds whom the engine does not know (C3).
  package private(set) var outside = 0

  /// Looks at the objects made after a moment.
  ///
  /// - Parameters:
  ///   - contexts: The contexts whose objects are counted as registered.
  ///   - moment: Contexts made after this are searched for knots and for blocks, those that leaked as well.
  ///   - heap: Where bytes are counted; nil for nowhere.
  ///   - show: Shows the blocks of everybody but the objects themselves.
  package init(
    of contexts: [ManagedObjectContext], since moment: Population.Moment, in heap: Heap?,
    showing show: (BlockVisitor) -> Void = { _ in }
  ) {
    var called: RollCall?
    owned =
      heap.map { heap in
        OwnedBytes(in: heap) { visitor in
          // The roll first, for it goes through memory in order: whoever shows an object again is told so at once.
          called = RollCall(since: moment, showing: visitor)
          Population.showHomes(since: moment, to: visitor)
          show(visitor)
        }
      } ?? OwnedBytes()
    let roll = called ?? RollCall(since: moment)
    // Where nobody can refer to anybody, nobody's place is asked for.
    let places = roll.hasHolders ? ObjectPlaces(roll) : nil
    let graph = places.map { GraphCensus(of: roll, $0).graph }
    knots = graph.map(CycleFinder.search) ?? .nowhere
    count(
      roll, related: graph?.referenceCounts ?? [], holds: Holds(of: roll, contexts, places),
      in: contexts)
  }

  /// Counts those of open contexts; nobody is related where nothing says how often.
  private mutating func count(
    _ roll: RollCall, related: ContiguousArray<Int32>, holds: Holds,
    in contexts: [ManagedObjectContext]
  ) {
    let open = Set(contexts.map(\.registrationSpace))
    var last = (context: UInt64.max, isOpen: false)
    for (place, entry) in roll.entries.enumerated() {
      let context = entry.number >> 32
      if context != last.context { last = (context, open.contains(context)) }
      guard last.isOpen else { continue }
      registered += 1
      if !entry.isFault { realized += 1 }
      let related = related.isEmpty ? 0 : related[place]
      if related > 0 { self.related += 1 }
      if holds.isContained[place] { contained += 1 }
      let known = related + Int32(entry.contextHolds) + holds.further[place]
      if entry.references > known { outside += 1 }
    }
  }
}

/// Who is held by somebody of whom neither the graph nor the roll tells.
private struct Holds {
  /// Whether a container holds it.
  private(set) var isContained: ContiguousArray<Bool>
  /// How many references to it are known besides.
  private(set) var further: ContiguousArray<Int32>

  init(of roll: RollCall, _ contexts: [ManagedObjectContext], _ known: ObjectPlaces?) {
    isContained = ContiguousArray(repeating: false, count: roll.objects.count)
    further = ContiguousArray(repeating: 0, count: roll.objects.count)
    var known = known
    func place(of object: ManagedObject) -> Int? {
      if known == nil { known = ObjectPlaces(roll) }
      return known?[object]
    }
    for context in contexts {
      context.onItsQueue { context in
        context.forEachHoldOfItsOwn { if let place = place(of: $1) { further[place] += 1 } }
        context.forEachContained { if let place = place(of: $0) { isContained[place] = true } }
      }
    }
    roll.forEachFurtherHold { if let place = place(of: $0) { further[place] += 1 } }
  }
}
