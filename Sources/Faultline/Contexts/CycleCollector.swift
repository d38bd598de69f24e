// A garbage-collected environment, for comparison: what only a retain cycle keeps alive goes at the
// end of a turn.

/// Collects what is not reached, in a context that it has no longer than that takes.
struct CycleCollector {
  let context: ManagedObjectContext

  /// Releases the objects that cannot be reached from outside of the graph.
  ///
  /// Mark and sweep over the relationships, linear and without recursion. Objects that go do not become faults
  /// first, and observers are not notified, since nothing that could notice refers to them.
  func collect() {
    let start = EventHook.began(.collect)
    let objects = context.registry.objects()
    let unreached = Reach(objects).unreached()
    for place in unreached { objects[place].forgetTies() }
    context.statistics.objectsCollected += unreached.count
    EventHook.ended(start, .collect, count: unreached.count)
  }

  /// Lets every object go of what it refers to, for good: the context ends.
  ///
  /// All of them are held meanwhile, so that none goes within another's end.
  func releaseReferences() {
    let objects = context.registry.objects()
    for object in objects { object.forgetTies() }
    withExtendedLifetime(objects) {}
  }

  /// The last collection: with the context, the objects go that it has held for its own reasons.
  func collectAtEnd() {
    context.settings.undoManager = nil
    context.changes.forgetDeletions()
    context.agenda.rollBack()
    _ = context.notifier.takeEvent()
    collect()
  }
}

/// Objects of one context, and which of them are reached from outside of the graph.
private struct Reach: ~Copyable {
  private let objects: ContiguousArray<ManagedObject>
  /// Where each object stands in the list, counted from one, by its serial.
  private var places = WordTable()

  /// Looks at objects; the list must be the caller's only hold on them.
  init(_ objects: ContiguousArray<ManagedObject>) {
    self.objects = objects
    places.reserve(objects.count)
    for (place, object) in objects.enumerated() {
      places.insert(UInt(place) + 1, for: Int64(object.serial))
    }
  }

  /// The places of the objects that are not reached, in the order of registration.
  func unreached() -> [Int] {
    var waiting = roots()
    var isReached = [Bool](repeating: false, count: objects.count)
    for root in waiting { isReached[root] = true }
    while let place = waiting.popLast() {
      forEachReference(of: objects[place]) { other in
        guard !isReached[other] else { return }
        isReached[other] = true
        waiting.append(other)
      }
    }
    return isReached.indices.filter { !isReached[$0] }
  }

  /// The places of objects to which the runtime counts more references than the graph has.
  private func roots() -> [Int] {
    // The list itself is one.
    var known = [Int](repeating: 1, count: objects.count)
    for object in objects { forEachReference(of: object) { known[$0] += 1 } }
    let counts = objects.strongReferenceCounts
    return counts.indices.filter { counts[$0] > known[$0] }
  }

  /// Visits the places of the objects that an object holds, once a reference.
  private func forEachReference(of object: ManagedObject, _ body: (Int) -> Void) {
    func visit(_ other: ManagedObject) {
      let place = Int(places[Int64(other.serial)]) - 1
      if place >= 0, objects[place] === other { body(place) }
    }
    object.forEachReference { visit($1) }
    object.forEachFetched { visit($1) }
  }
}
