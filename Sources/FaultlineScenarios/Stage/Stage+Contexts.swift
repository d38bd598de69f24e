// The contexts of a stage: opened, found by their names, closed; and names whose objects stay in their own.

import Faultline

extension Stage {
  /// The contexts that are open.
  var contexts: [ManagedObjectContext] { benches.map(\.context) }

  /// What contexts have counted that are gone.
  var formerStatistics: ContextStatistics {
    var sum = closed
    for bench in benches { sum += bench.former }
    return sum
  }

  /// The bench of an open context.
  func bench(named name: String) throws(StepFailure) -> Workbench {
    guard let bench = benches.first(where: { $0.name == name }) else {
      throw StepFailure("No context '\(name)' is open here.")
    }
    return bench
  }

  /// Opens a context; one of that name that is open is let go.
  func open(
    _ name: String, _ settings: ContextSettings, queue: QueueSetting, parent: String?
  ) throws(StepFailure) {
    let parent = try parent.map { name throws(StepFailure) in try bench(named: name).context }
    if benches.contains(where: { $0.name == name }) { try close(name) }
    openings += 1
    benches.append(
      try engine { () throws(GraphError) in
        try Workbench(
          name, number: openings, settings, queue: queue, parent: parent, over: coordinator, names,
          listening)
      })
  }

  /// Lets a context go; its objects stay where something holds them.
  func close(_ name: String) throws(StepFailure) {
    let bench = try bench(named: name)
    closed += bench.former
    closed += bench.context.statistics
    benches.removeAll { $0 === bench }
    for index in guests.indices where guests[index].bench === bench { guests[index].bench = nil }
  }
}

// MARK: - Names

extension Stage {
  /// Lets a name hold objects of the context that steps play in.
  func give(_ name: String, _ objects: ContiguousArray<ManagedObject>) {
    cast[name] = objects
    cast.assign(name, to: bench)
  }

  /// Lets a name hold objects that come in batches.
  func give(_ name: String, _ results: BatchedResults) {
    cast.give(name, results)
    cast.assign(name, to: bench)
  }

  /// Lets a name hold a controller, whose objects come in batches.
  func give(_ name: String, _ watcher: ResultsWatcher) {
    cast.give(name, watcher)
    cast.assign(name, to: bench)
  }

  /// The bench of the context to which a name's objects belong.
  func owner(of name: String) throws(StepFailure) -> Workbench {
    let owner = cast.owner(of: name) ?? 0
    guard let bench = benches.first(where: { $0.number == owner }) else {
      throw StepFailure("The context of the objects '\(name)' was closed.")
    }
    return bench
  }

  /// The objects of a name, which belong to the context that steps play in (P7), unless a step expects to be
  /// refused because they do not.
  func objects(
    _ name: String, ofAnyone isOfAnyone: Bool = false
  ) throws(StepFailure) -> ContiguousArray<ManagedObject> {
    if isOfAnyone { return cast[name] }
    try checkOwner(of: name)
    let objects = cast[name]
    try check(objects.first?.managedObjectContext, name)
    return objects
  }

  /// Visits the objects of a name one after the other; batches that were passed are let go.
  func forEach(
    _ name: String, _ body: (ManagedObject) throws(GraphError) -> Void
  ) throws(StepFailure) {
    guard let results = try batches(of: name) else {
      for object in try objects(name) {
        try engine { () throws(GraphError) in try body(object) }
      }
      return
    }
    for position in results.indices {
      try engine { () throws(GraphError) in try body(try results.object(at: position)) }
    }
  }

  /// The objects of a name that come in batches, which belong to the context that steps play in (P7).
  private func batches(of name: String) throws(StepFailure) -> BatchedResults? {
    try checkOwner(of: name)
    guard let controller = cast.controller(of: name) else { return cast.batches(of: name) }
    try check(controller.managedObjectContext, name)
    return controller.fetchedObjects
  }

  /// Stops a step whose objects belong to another context, or to one that is gone.
  private func checkOwner(of name: String) throws(StepFailure) {
    guard let owner = cast.owner(of: name), owner != bench.number else { return }
    guard let other = benches.first(where: { $0.number == owner }) else {
      throw StepFailure("The context of the objects '\(name)' was closed.")
    }
    throw stranger(name, in: other.name)
  }

  /// Stops it also where a fresh context took the place of theirs, which something keeps alive.
  private func check(_ other: ManagedObjectContext?, _ name: String) throws(StepFailure) {
    guard let other, other !== context else { return }
    let owner = benches.first { $0.context === other }
    throw owner.map { stranger(name, in: $0.name) }
      ?? StepFailure("The objects '\(name)' belong to a former context of '\(bench.name)'.")
  }

  private func stranger(_ name: String, in owner: String) -> StepFailure {
    StepFailure(
      "The objects '\(name)' belong to the context '\(owner)', and this step plays in '\(bench.name)'; objects "
        + "never cross contexts, their IDs do (P7).")
  }
}
