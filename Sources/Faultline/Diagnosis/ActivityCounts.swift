// Counts what a context does by entity, for reports that say which context fired which faults.

import Synchronization

/// Counts the events that contexts of one name cause, in all and by entity.
///
/// All memory is allocated when the counts are made, so that counting changes no allocation of a workload. Contexts of
/// one name share their counts, also on several threads, and the counts outlive the contexts.
package final class ActivityCounts: @unchecked Sendable {
  /// A kind of event.
  package enum Kind: Int, CaseIterable, Sendable {
    case faultsFired, relationshipFaultsFired, faultsBatched, faultsPrefetched,
      objectsTurnedIntoFaults
    case danglingRelationships, objectsMerged, roundTrips
  }

  /// The number of entities of the model.
  package let entityCount: Int
  /// For each kind its total, the events of no entity, and those of each entity.
  private let counts: UnsafeMutablePointer<Atomic<Int>>

  /// Starts at zero for a model with so many entities.
  package init(entityCount: Int) {
    self.entityCount = entityCount
    let size = Kind.allCases.count * (entityCount + 2)
    counts = .allocate(capacity: size)
    for place in 0..<size { (counts + place).initialize(to: Atomic(0)) }
  }

  deinit { counts.deallocate() }

  private func place(of kind: Kind, _ entity: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    counts + (kind.rawValue * (entityCount + 2) + entity + 2)
  }

  /// The number of all events of a kind.
  package subscript(kind: Kind) -> Int { place(of: kind, -2).pointee.load(ordering: .relaxed) }

  /// The number of events of a kind that concern an entity, by its index; nil stands for no entity.
  package subscript(kind: Kind, entity index: Int?) -> Int {
    place(of: kind, index ?? -1).pointee.load(ordering: .relaxed)
  }

  /// Counts events that concern one entity, or none.
  func add(_ number: Int, _ kind: Kind, of entity: EntityDescription?) {
    place(of: kind, -2).pointee.add(number, ordering: .relaxed)
    place(of: kind, entity?.index ?? -1).pointee.add(number, ordering: .relaxed)
  }

  /// Counts events each of which concerns several entities.
  func add(_ number: Int, _ kind: Kind, ofEach entities: [EntityDescription]) {
    place(of: kind, -2).pointee.add(number, ordering: .relaxed)
    for entity in entities {
      place(of: kind, entity.index).pointee.add(number, ordering: .relaxed)
    }
  }

  /// Counts events each of which concerns the entities that are marked, in the order of the model.
  func add(_ number: Int, _ kind: Kind, where isConcerned: [Bool]) {
    place(of: kind, -2).pointee.add(number, ordering: .relaxed)
    for index in 0..<isConcerned.count where isConcerned[index] {
      place(of: kind, index).pointee.add(number, ordering: .relaxed)
    }
  }

  /// Counts events each of which concerns the entities of the rows that a save writes, removes or compares.
  func add(_ number: Int, _ kind: Kind, of changes: ChangeSet) {
    place(of: kind, -2).pointee.add(number, ordering: .relaxed)
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: entityCount) { isMet in
      isMet.initialize(repeating: false)
      func meet(_ index: Int) {
        guard !isMet[index] else { return }
        isMet[index] = true
        place(of: kind, index).pointee.add(number, ordering: .relaxed)
      }
      for change in changes.inserts { meet(change.entity.index) }
      for change in changes.updates { meet(change.entity.index) }
      for version in changes.deletes { meet(version.entity.index) }
      for version in changes.checks { meet(version.entity.index) }
    }
  }
}

/// Hands out the counts of contexts by name: those of one name share theirs, whichever thread opens them.
package final class ActivityLedger: Sendable {
  private let all = Mutex<[String: ActivityCounts]>([:])

  package init() {}

  /// The counts so far, by the names of contexts, also of those that were closed.
  package var counts: [String: ActivityCounts] { all.withLock { $0 } }

  /// Returns the counts of contexts of a name.
  package func counts(of context: String, _ model: ManagedObjectModel) -> ActivityCounts {
    all.withLock { all in
      if let known = all[context] { return known }
      // A copy of the name: what a workload allocated for its own must not outlive it.
      let name = String(decoding: Array(context.utf8), as: UTF8.self)
      let counts = ActivityCounts(entityCount: model.entities.count)
      all[name] = counts
      return counts
    }
  }
}

extension ManagedObjectContext {
  /// The counts of the context's events by entity; set them before the context has objects.
  package var activity: ActivityCounts? {
    get { link.activity }
    set { link.activity = newValue }
  }

  /// Counts events that concern an entity, where something counts them.
  @inline(__always) func note(
    _ kind: ActivityCounts.Kind, of entity: @autoclosure () -> EntityDescription?,
    _ number: Int = 1
  ) {
    guard let activity = link.activity else { return }
    activity.add(number, kind, of: entity())
  }
}
