// Every byte of a workload has an owner: what the engine shows adds up to what the allocator counts.

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@testable import FaultlineProfiler

extension WorkloadArena {
  @Suite struct `Owners of bytes` {
    private let heap: Heap

    init() throws {
      heap = try Heap.vacant()
      try Self.rehearsal.get()
      // And what a thread keeps for itself, such as its queue of releases.
      try RandomWork(seed: 1).play()
    }

    /// What the runtime builds once for each type belongs to nobody here.
    private static let rehearsal = Result {
      for seed in 0..<40 {
        try RandomWork(seed: seed).playAndReset()
      }
    }

    @Test(arguments: 0..<40) func `add up to the arena after random work`(seed: Int) throws {
      // The queue of releases that a thread keeps is as long as its longest chain.
      try RandomWork(seed: seed).playAndReset()
      let before = reading(of: heap)
      // All of the work is done by this thread, whose own counters know nothing of arenas.
      var thread = 0
      var work: RandomWork? = try heap.inside { () throws -> RandomWork in
        let level = try threadLevel()
        let work = try RandomWork(seed: seed)
        try work.play()
        thread = try threadLevel() - level
        return work
      }
      let now = reading(of: heap)
      let owned = OwnedBytes(in: heap) { work?.showBlocks(to: $0) }
      #expect(thread == now.workload.liveBytes - before.workload.liveBytes)
      #expect(owned.sum == now.workload.liveBytes - before.workload.liveBytes)
      #expect(owned[.registry] > 0)
      #expect(owned[.store] > 0)
      // A reset breaks the retain cycles; without it they would outlive their context.
      heap.inside {
        work?.reset()
        work = nil
      }
      #expect(reading(of: heap).workload.liveBytes == before.workload.liveBytes)
    }

    @Test func `include those of results controllers`() throws {
      // Once for what the runtime builds for its types.
      for round in 0..<2 {
        let screen = Screen()
        let request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")])
        let before = reading(of: heap)
        var work: RandomWork? = try heap.inside { () throws -> RandomWork in
          let work = try RandomWork(seed: 0)
          work.insert(50)
          try work.save()
          return work
        }
        var controller = try work.map { work in try heap.inside { () throws in work.watch(request) }
        }
        // The runtime keeps a note for what is referred to weakly.
        controller?.delegate = screen
        try heap.inside { () throws in
          try controller?.performFetch()
          work?.insert(3)
          try work?.save()
          _ = controller?.sections
          let ids = controller?.fetchedObjects?.first.flatMap { controller?.indexPath(for: $0) }
          try #require(ids == [0, 0])
        }
        let now = reading(of: heap)
        let owned = OwnedBytes(in: heap) { work?.showBlocks(to: $0) }
        if round == 1 {
          #expect(owned.sum == now.workload.liveBytes - before.workload.liveBytes)
          #expect(screen.count == 3)
        }
        heap.inside {
          controller = nil
          work?.reset()
          work = nil
        }
        if round == 1 {
          #expect(reading(of: heap).workload.liveBytes == before.workload.liveBytes)
        }
      }
    }

    /// Values, a text and the members of two relationships, of which one came and one left before the event.
    @Test func `include what objects were before an event that is not over`() throws {
      // Once for what the runtime builds for its types.
      for round in 0..<2 {
        let before = reading(of: heap)
        var work: RandomWork? = try heap.inside { () throws -> RandomWork in
          let work = try RandomWork(seed: 0)
          try work.changeInTwoEvents()
          return work
        }
        let now = reading(of: heap)
        let owned = OwnedBytes(in: heap) { work?.showBlocks(to: $0) }
        #expect(work?.propertiesOfThisEvent == [["name", "reports"], ["name", "reports"]])
        heap.inside {
          work?.reset()
          work = nil
        }
        guard round == 1 else { continue }
        #expect(owned.sum == now.workload.liveBytes - before.workload.liveBytes)
        #expect(reading(of: heap).workload.liveBytes == before.workload.liveBytes)
      }
    }

    @Test func `are distinguished`() throws {
      let work = try heap.inside { () throws in try RandomWork(seed: 0) }
      func owned(_ owner: BlockOwner) -> Int { OwnedBytes(in: heap, work.showBlocks)[owner] }
      #expect(owned(.objects) == 0)

      heap.inside { work.insert(10) }
      #expect(owned(.objects) > 10 * 64)
      #expect(owned(.values) == 10 * Heap.size(ofBlockOf: 24 + RandomWork.name.utf8.count))
      #expect(owned(.snapshots) < 1_000)

      try heap.inside { () throws in try work.save() }
      #expect(owned(.objects) == 10 * 64)
      #expect(owned(.values) == 0)
      #expect(owned(.snapshots) > 1_000)
      #expect(owned(.faults) == 0)

      heap.inside { work.refresh() }
      #expect(owned(.objects) == 0)
      #expect(owned(.faults) == 10 * 64)
    }
  }
}

/// Counts the changes of which it is notified.
private final class Screen: FetchedResultsControllerDelegate {
  var count = 0

  func controller(
    _ controller: FetchedResultsController, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    count += 1
  }
}

/// Work of every kind on a context of its own, by a seed; it shows all that it holds.
private final class RandomWork {
  static let name = "Employee number one"
  private static let model = Result { try companyModel() }

  private let context: ManagedObjectContext
  private var people: ContiguousArray<ManagedObject> = []
  private var dice: SeededRandom

  init(seed: Int) throws {
    dice = SeededRandom(seed: UInt64(seed))
    context = try makeContext(try Self.model.get(), pool: seed % 2 == 1, undo: seed % 3 == 2)
    context.retainsRegisteredObjects = seed % 5 == 4
  }

  func play() throws {
    for _ in 0..<120 {
      switch dice.next(below: 14) {
      case 0...2: insert(1 + dice.next(below: 8))
      case 3: someone?.setValue("A name that is longer than all the others", forKey: "name")
      case 4...6: someone?.setValue(someone, forKey: "manager")
      case 7:
        try save()
        people.removeAll { $0.managedObjectContext == nil }
      case 8: someone.map { context.refresh($0, mergeChanges: false) }
      case 9: goBack { context.rollback() }
      case 10: if !people.isEmpty { people.remove(at: dice.next(below: people.count)) }
      case 11: goBack { context.undo() }
      case 12: goBack { context.redo() }
      default: if dice.next(below: 6) == 0 { reset() }
      }
      for person in people where dice.next(below: 4) == 0 { _ = person.value(forKey: "reports") }
    }
  }

  func playAndReset() throws {
    try play()
    reset()
  }

  /// Somebody, by the dice; nobody while there is nobody.
  private var someone: ManagedObject? {
    people.isEmpty ? nil : people[dice.next(below: people.count)]
  }

  func insert(_ count: Int) {
    for _ in 0..<count {
      let person = context.insertNewObject(forEntityName: "Employee")
      person.setValue(Self.name, forKey: "name")
      people.append(person)
    }
  }

  /// One of four employees goes from the first to the second in each of two events; the first one is over.
  ///
  /// Neither relationship is loaded, so the context notes which objects came and which left.
  func changeInTwoEvents() throws {
    insert(4)
    for person in people { person.setValue(people[0], forKey: "manager") }
    try save()
    refresh()
    for moved in people[2...] {
      context.processPendingChanges()
      // From the first question on, the context keeps what was there before an event.
      _ = people[2].changedValuesForCurrentEvent()
      for person in people[..<2] {
        person.setValue("A name that is longer than \(moved.objectID)", forKey: "name")
      }
      moved.setValue(people[1], forKey: "manager")
    }
  }

  /// What the current event has changed of the first two.
  var propertiesOfThisEvent: [[String]] {
    people[..<2].map { $0.changedValuesForCurrentEvent().keys.sorted() }
  }

  func watch(_ request: FetchRequest) -> FetchedResultsController {
    FetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "name")
  }

  func save() throws { try context.turn { try context.save() } }

  func refresh() { for person in people { context.refresh(person, mergeChanges: false) } }

  /// The objects that were new to what is taken back are gone then.
  private func goBack(_ body: () -> Void) {
    body()
    people.removeAll { $0.managedObjectContext == nil }
  }

  func reset() {
    people = []
    context.reset()
  }

  func showBlocks(to visitor: BlockVisitor) {
    context.showBlocks(to: visitor)
    context.persistentStoreCoordinator?.showBlocks(to: visitor)
    context.forEachRegistered { $0.showBlocks(to: visitor) }
    visitor.show(self, .script)
    visitor.show(elementsOf: people, .script)
    for person in people { person.showBlocks(to: visitor) }
  }
}
