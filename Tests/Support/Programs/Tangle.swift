// Contexts whose users get in each other's way: for a test that no thread waits for ever.

import Faultline
import Foundation
import Synchronization

/// A random tree of contexts, and threads that nest their ways through it.
///
/// It ends by itself, or stops with the sentence of a wait that would never end; a test kills it if it does neither.
final class Tangle: Sendable {
  private let contexts: [ManagedObjectContext]
  /// How many steps go on into another context: one in so many.
  private let nesting: Int
  private static let entity = "Employee"

  init(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    nesting = dice.roll(3...80)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try StaffModel.model())
    try coordinator.addPersistentStore(type: .inMemory)
    var contexts: [(context: ManagedObjectContext, depth: Int)] = []
    for number in 1...dice.roll(3...9) {
      let isMain = contexts.isEmpty && dice.roll(1...3) == 1
      let context = ManagedObjectContext(concurrencyType: isMain ? .mainQueue : .privateQueue)
      context.name = "number \(number)"
      context.checksQueue = true
      let parents = contexts.filter { $0.depth < 5 }
      if !parents.isEmpty, dice.roll(1...5) > 1 {
        let parent = parents[dice.roll(0...(parents.count - 1))]
        try context.setParent(parent.context)
        contexts.append((context, parent.depth + 1))
      } else {
        try context.setPersistentStoreCoordinator(coordinator)
        contexts.append((context, 1))
      }
      context.mergePolicy = .overwrite
      context.automaticallyMergesChangesFromParent = dice.roll(1...3) == 1
    }
    self.contexts = contexts.map(\.context)
  }

  /// Lets threads loose and ends the process when all are done; the main thread serves its queue meanwhile.
  static func run(seed: UInt64) throws -> Never {
    let tangle = try Tangle(seed: seed)
    Thread.detachNewThread {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        var dice = Dice(seed: seed &* 31 &+ UInt64(thread))
        for _ in 0..<25 { tangle.enter(&dice, depth: 0) }
      }
      for context in tangle.contexts { context.performAndWait {} }
      print("done")
      exit(0)
    }
    dispatchMain()
  }

  /// Goes into a context, and perhaps from there into another.
  private func enter(_ dice: inout Dice, depth: Int) {
    let context = contexts[dice.roll(0...(contexts.count - 1))]
    var inner = dice.split()
    if dice.roll(1...3) == 1 {
      context.perform { [inner] in
        var inner = inner
        self.work(in: context, &inner, depth: depth)
      }
    } else {
      context.performAndWait { work(in: context, &inner, depth: depth) }
    }
  }

  private func work(in context: ManagedObjectContext, _ dice: inout Dice, depth: Int) {
    do {
      switch dice.roll(1...6) {
      case 1: try context.save()
      case 2:
        let object = context.insertNewObject(forEntityName: Self.entity)
        object.setValue("New", forKey: "name")
      case 3: _ = try context.count(for: FetchRequest(entityName: Self.entity))
      case 4: context.rollback()
      default:
        for object in try context.fetch(FetchRequest(entityName: Self.entity)).prefix(3) {
          object.setValue(Double(dice.roll(1...9)), forKey: "salary")
        }
      }
    } catch {
      // Two have changed the same: one of them begins anew.
      context.rollback()
    }
    if depth < 3, dice.roll(1...nesting) == 1 { enter(&dice, depth: depth + 1) }
  }
}

/// Numbers by a seed.
private struct Dice: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int((state >> 33) % UInt64(range.count))
  }

  /// Dice of their own for a piece of work that may come later.
  mutating func split() -> Dice { Dice(seed: UInt64(roll(0...Int(Int32.max)))) }
}
