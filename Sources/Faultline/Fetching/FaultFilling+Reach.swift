// A context without faults, for comparison: whatever is fetched comes with all that it leads to (F8).

extension FaultFilling {
  /// Loads every object that relationships lead to from some objects, and from those, and so on.
  ///
  /// Round by round, as prefetching does it: a request for each entity, and one for each to-many relationship.
  func loadReach(of objects: [ManagedObject]) throws(GraphError) {
    // An object that fires while it awakes is reached by the round that goes on, and need begin none of its own.
    guard !context.registry.isLoadingReach else { return }
    context.registry.setLoadingReach(true)
    defer { context.registry.setLoadingReach(false) }
    let start = EventHook.began(.prefetch, "all")
    var seen: Set<UInt32> = []
    var count = 0
    var round = objects.filter { !$0.isWhole && seen.insert($0.serial).inserted }
    while !round.isEmpty {
      count += round.count
      try fill(round)
      round = try neighbours(of: round).filter { !$0.isWhole && seen.insert($0.serial).inserted }
    }
    EventHook.ended(start, .prefetch, "all", count: count)
  }

  /// Every object that relationships lead to from some objects.
  private func neighbours(of sources: [ManagedObject]) throws(GraphError) -> [ManagedObject] {
    var groups: [(entity: EntityDescription, sources: [ManagedObject])] = []
    var placeOf: [Int: Int] = [:]
    for source in sources {
      let place = placeOf[source.identityTable.index] ?? groups.count
      if place == groups.count {
        placeOf[source.identityTable.index] = place
        groups.append((source.entity, []))
      }
      groups[place].sources.append(source)
    }
    var found: [ManagedObject] = []
    for (entity, sources) in groups {
      for tie in entity.layout.ties {
        found += try destinations(of: sources, by: tie.relationship.name)
      }
    }
    return found
  }
}

extension ManagedObject {
  /// Whether it has its values, and every object that it leads to is in memory.
  fileprivate final var isWhole: Bool {
    guard let slots else { return false }
    return identityTable.layout.ties.enumerated().allSatisfy { index, tie in
      if tie.isToMany { return !hasFault(tie: index) }
      return ties?.isRealized(index) == true || tie.slot.map { Slots.isEmpty(slots, $0) } != false
    }
  }
}
