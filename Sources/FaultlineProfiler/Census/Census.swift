// One look at every object: its state, its holders, its references and its bytes.

package import Faultline

/// What a checkpoint wants to know of every object, found by visiting each once.
///
/// What a checkpoint costs is what this costs: each probe that went through the objects by itself would cost as
/// much once more. Nothing fires; objects that may refer to others are held as long as the census is.
package struct Census {
  /// The objects, for what else is asked about them.
  package let objects: ObjectGraph
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
  /// Those with a holder that the engine does not know (C3).
  package private(set) var outside = 0

  /// Looks at the objects made after a moment.
  ///
  /// - Parameters:
  ///   - contexts: The contexts whose objects are counted as registered.
  ///   - moment: Contexts made after this are searched for retain cycles and for blocks, those that leaked as well.
  ///   - heap: Where bytes are counted; nil for nowhere.
  ///   - show: Shows all blocks but those of the objects themselves.
  package init(
    of contexts: [ManagedObjectContext], since moment: Population.Moment, in heap: Heap?,
    showing show: (BlockVisitor) -> Void = { _ in }
  ) {
    var shown: ObjectSnapshot?
    owned =
      heap.map { heap in
        OwnedBytes(in: heap) { visitor in
          // The snapshot first, for it goes through memory in order: a second showing of an object is seen at once.
          shown = ObjectSnapshot(since: moment, showing: visitor)
          Population.showHomes(since: moment, to: visitor)
          show(visitor)
        }
      } ?? OwnedBytes()
    objects = ObjectGraph(of: shown ?? ObjectSnapshot(since: moment))
    count(in: contexts)
  }

  /// Which objects refer to each other in a circle.
  package var cycles: RetainCycles { objects.cycles }

  private mutating func count(in contexts: [ManagedObjectContext]) {
    let holds = KnownHolds(of: objects, contexts)
    let open = Set(contexts.map(\.registrationSpace))
    var last = (context: UInt64.max, isOpen: false)
    for (place, entry) in objects.snapshot.entries.enumerated() {
      let context = entry.number >> 32
      if context != last.context { last = (context, open.contains(context)) }
      guard last.isOpen else { continue }
      registered += 1
      if !entry.isFault { realized += 1 }
      if holds.related(at: place) > 0 { related += 1 }
      if holds.isContained[place] { contained += 1 }
      if holds.strangers(at: place, entry, isOpen: true) > 0 { outside += 1 }
    }
  }
}
