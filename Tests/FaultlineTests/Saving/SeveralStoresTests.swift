// A save over several stores is in all of them or in none, and nothing is ever written twice (P8).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct SeveralStoresTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Semantics 159–163: another context has changed the object in one of the stores, whichever that is.
  @Test(arguments: Zoo.pairs, [0, 1])
  func `a conflict in one store keeps every store from being written`(
    kinds: [StoreKind], place: Int
  ) throws {
    for policy in MergePolicy.allCases {
      let folder = try StoreFolder()
      let zoo = try Zoo(kinds, in: folder)
      let animals = [zoo.add("ant", to: 0), zoo.add("bee", to: 1)]
      try zoo.context.save()
      let rival = try makeContext(on: zoo.coordinator)
      rival.object(with: animals[place].objectID).setValue(1, forKey: "number")
      try rival.save()
      animals[0].setValue("ape", forKey: "name")
      animals[1].setValue("bat", forKey: "name")
      zoo.add("cat", to: 0)
      zoo.add("dog", to: 1)
      zoo.context.mergePolicy = policy
      if policy == .error {
        let before = try zoo.names()
        for _ in 0..<2 {
          let error = try #require(throws: GraphError.self) { try zoo.context.save() }
          #expect(error.code == .merge)
          #expect(error.conflicts.map(\.objectID) == [animals[place].objectID])
          #expect(try zoo.names() == before)
          #expect(zoo.context.insertedObjects.count == 2)
          #expect(zoo.context.invariantViolations(full: true) == [])
        }
        zoo.context.mergePolicy = .mergeByPropertyObjectTrump
      }
      try zoo.context.save()
      var names = ["ape", "bat", "cat", "dog"]
      if policy == .rollback { names[place] = ["ant", "bee"][place] }
      if policy != .overwrite { names[place] += " 1" }
      #expect(try zoo.names(in: 0, 1) == names, "\(policy)")
      #expect(try zoo.names(in: 0).count == 2)
      #expect(!zoo.context.hasChanges)
      #expect(zoo.context.invariantViolations(full: true) == [])
      // What is saved has nothing against being saved again.
      zoo.context.mergePolicy = .error
      for animal in animals { animal.setValue(9, forKey: "number") }
      try zoo.context.save()
      #expect(zoo.coordinator.tornSaves == [])
    }
  }

  /// Semantics 165, 166: a value that must be unique is taken in one of the stores.
  @Test(arguments: Zoo.pairs, [0, 1])
  func `a collision in one store keeps every store from being written`(
    kinds: [StoreKind], place: Int
  ) throws {
    for policy in MergePolicy.allCases {
      let folder = try StoreFolder()
      let zoo = try Zoo(kinds, in: folder)
      zoo.add("ant", to: place, chip: "1")
      try zoo.context.save()
      zoo.add("bee", to: place, chip: "1")
      zoo.add("cat", to: 1 - place, chip: "2")
      zoo.context.mergePolicy = policy
      if policy == .error {
        let error = try #require(throws: GraphError.self) { try zoo.context.save() }
        #expect(error.code == .constraintMerge)
        #expect(try zoo.names() == ["ant"])
        #expect(zoo.context.insertedObjects.count == 2)
        continue
      }
      try zoo.context.save()
      let isOurs = policy == .mergeByPropertyObjectTrump || policy == .overwrite
      #expect(try zoo.names(in: place) == [isOurs ? "bee" : "ant"])
      #expect(try zoo.names(in: 1 - place) == ["cat"])
    }
  }

  /// Conflicts of all stores are reported at once, in the order in which the stores were changed.
  @Test(arguments: Zoo.pairs)
  func `an error names the conflicts of every store`(kinds: [StoreKind]) throws {
    let zoo = try Zoo(kinds, in: folder)
    let animals = [zoo.add("ant", to: 0), zoo.add("bee", to: 1)]
    try zoo.context.save()
    let rival = try makeContext(on: zoo.coordinator)
    for animal in animals { rival.object(with: animal.objectID).setValue(1, forKey: "number") }
    try rival.save()
    for animal in animals { animal.setValue("nobody", forKey: "name") }
    let error = try #require(throws: GraphError.self) { try zoo.context.save() }
    #expect(error.conflicts.map(\.objectID) == animals.map(\.objectID))
  }

  /// Semantics 229: what refuses refuses before anything is written.
  @Test(arguments: [0, 1], MergePolicy.allCases)
  func `a store that is read-only keeps every store from being written`(
    place: Int, policy: MergePolicy
  ) throws {
    do {
      let zoo = try Zoo([.sqlite, .sqlite], in: folder)
      zoo.add("ant", to: 0)
      zoo.add("bee", to: 1)
      try zoo.context.save()
    }
    let zoo = try Zoo([.sqlite, .sqlite], in: folder, readOnly: place)
    zoo.context.mergePolicy = policy
    var request = FetchRequest(entityName: "Animal")
    request.sortKeys = [SortKey("name")]
    let animals = try zoo.context.fetch(request)
    for animal in animals { animal.setValue(7, forKey: "number") }
    zoo.add("cat", to: 1 - place)
    for _ in 0..<2 {
      let error = try #require(throws: GraphError.self) { try zoo.context.save() }
      #expect(error.code == .save)
      #expect(try zoo.names() == ["ant", "bee"])
    }
    zoo.context.refresh(animals[place], mergeChanges: false)
    try zoo.context.save()
    #expect(try zoo.names(in: 1 - place).count == 2)
    #expect(try zoo.names().count == 3)
    #expect(try zoo.names(in: place).allSatisfy { !$0.contains("7") })
  }

  /// A save of three stores is all or nothing too, and one that a parent hands on for its child.
  @Test func `a child's save over three stores is as whole as any`() throws {
    let zoo = try Zoo([.sqlite, .memory, .sqlite], in: folder)
    let animals = (0..<3).map { zoo.add("animal \($0)", to: $0) }
    try zoo.context.save()
    let parent = ManagedObjectContext(concurrencyType: .privateQueue)
    try parent.setPersistentStoreCoordinator(zoo.coordinator)
    let ids = animals.map(\.objectID)
    try parent.performAndWait {
      let child = ManagedObjectContext(concurrencyType: .privateQueue)
      try child.setParent(parent)
      try child.performAndWait {
        for id in ids { try child.existingObject(with: id).setValue(2, forKey: "number") }
        try child.save()
      }
      // Meanwhile the last of them goes.
      zoo.context.delete(animals[2])
      try zoo.context.save()
      #expect(throws: GraphError.self) { try parent.save() }
      #expect(try zoo.names() == ["animal 0", "animal 1"])
      parent.mergePolicy = .overwrite
      try parent.save()
    }
    #expect(try zoo.names() == ["animal 0 2", "animal 1 2", "animal 2 2"])
  }

  /// A save to one store is no business of the others: nothing is counted for it.
  @Test func `only saves over several files are counted as shared`() throws {
    let zoo = try Zoo([.sqlite, .sqlite, .memory], in: folder)
    func count(_ place: Int) -> Int? {
      let known = zoo.coordinator.metadata(for: zoo.stores[place])["FaultlineSharedSaves"]
      return (known as? [String: Int])?[zoo.stores[1 - place].identifier.uuidString]
    }
    zoo.add("ant", to: 0)
    zoo.add("bee", to: 2)
    try zoo.context.save()
    zoo.add("cat", to: 1)
    try zoo.context.save()
    #expect(count(0) == nil && count(1) == nil)
    for round in 1...3 {
      zoo.add("dog", to: 0)
      zoo.add("eel", to: 1)
      try zoo.context.save()
      #expect(count(0) == round && count(1) == round)
    }
    #expect(try Zoo([.sqlite, .sqlite], in: folder).coordinator.tornSaves == [])
  }

  /// What lies in files is ended in the order of the stores' identifiers, and what lies in memory at last.
  @Test func `stores in memory have a save last`() throws {
    let zoo = try Zoo([.memory, .sqlite, .sqlite], in: folder)
    for place in 0..<3 { zoo.add("animal \(place)", to: place) }
    let memory = try #require(zoo.stores[0] as? any StoreEngine)
    let seen = Mutex<[Int]>([])
    zoo.coordinator.betweenCommits {
      seen.withLock { $0.append(memory.statistics.transactions) }
    }
    try zoo.context.save()
    zoo.coordinator.betweenCommits(nil)
    // The keys of its new row were set aside before anything was written.
    #expect(seen.withLock { $0 } == [1, 1])
    #expect(memory.statistics.transactions == 2)
    #expect(try zoo.names().count == 3)
  }

  /// Two threads that save to the same stores in different orders do not wait for each other for ever.
  @Test func `threads that save to the same stores take turns`() throws {
    let zoo = try Zoo([.sqlite, .memory, .sqlite], in: folder)
    let coordinator = zoo.coordinator
    let rounds = Effort.choose(quick: 10, ci: 50, full: 200)
    let threads = (0..<3).map { number in
      onThread {
        do {
          let context = try makeContext(on: coordinator)
          for round in 0..<rounds {
            for place in 0..<3 {
              let animal = context.insertNewObject(forEntityName: "Animal")
              animal.setValue("\(number) \(round)", forKey: "name")
              let store = coordinator.persistentStores[(place + number) % 3]
              context.assign(animal, to: store)
            }
            try context.save()
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    for thread in threads { thread.wait() }
    for place in 0..<3 { #expect(try zoo.names(in: place).count == 3 * rounds) }
    #expect(try Zoo([.sqlite, .memory, .sqlite], in: folder).coordinator.tornSaves == [])
  }
}
