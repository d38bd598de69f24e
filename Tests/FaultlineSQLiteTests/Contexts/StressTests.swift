// P8, P6: many contexts on one file at once, each on a queue of its own.

import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct StressTests {
  private static let seconds = Effort.choose(quick: 1.0, ci: 10, nightly: 60, full: 60)
  private static let workers = 8

  /// P8: each raise is in the file, or went with its record, or was refused as a conflict.
  @Test func `eight contexts lose no update, and a main context keeps up`() async throws {
    let folder = try StoreFolder()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(type: .sqlite, at: folder.store)
    let main = ManagedObjectContext(concurrencyType: .mainQueue)
    try main.setPersistentStoreCoordinator(coordinator)
    await main.perform {
      main.undoManager = nil
      main.retainsRegisteredObjects = true
    }
    let token = NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.didSaveNotification, object: nil, queue: nil
    ) { note in
      guard let context = note.object as? ManagedObjectContext, context !== main,
        context.persistentStoreCoordinator === coordinator
      else { return }
      main.mergeChanges(fromContextDidSave: note)
    }
    defer { NotificationCenter.default.removeObserver(token) }

    let end = ContinuousClock.now + .seconds(Self.seconds)
    let sums = try await withThrowingTaskGroup(of: Ledger.self) { group in
      for number in 1...Self.workers {
        group.addTask { try await Worker(number, on: coordinator).work(until: end) }
      }
      return try await group.reduce(into: Ledger()) { $0.add($1) }
    }
    #expect(sums.inserted > 0 && sums.raises > 0 && !sums.deleted.isEmpty)
    print(
      "stress: \(sums.raises) raises, \(sums.inserted) inserted, \(sums.deleted.count) deleted, "
        + "\(sums.conflicts) conflicts")

    let database = Database(folder.store)
    #expect(database.text("PRAGMA integrity_check") == "ok")
    #expect(
      database.text("SELECT COUNT(*), CAST(SUM(ZSALARY) AS INTEGER) FROM ZEMPLOYEE")
        == "\(sums.inserted - sums.deleted.count)|\(sums.raises - sums.lost)")
    // The main context was notified of everything, in order; what it has loaded is what the file has.
    let known = await main.perform {
      main.registeredObjects.filter { !$0.isDeleted && !$0.isFault }.map {
        "\($0.objectID) \($0.value(forKey: "salary") ?? "-")"
      }.sorted()
    }
    let fresh = ManagedObjectContext(concurrencyType: .privateQueue)
    try fresh.setPersistentStoreCoordinator(coordinator)
    let stored = try await fresh.perform {
      try fresh.fetch(FetchRequest(entityName: "Employee")).map {
        "\($0.objectID) \($0.value(forKey: "salary") ?? "-")"
      }.sorted()
    }
    let differences = Set(known).symmetricDifference(stored).sorted()
    #expect(differences == [])
    await main.perform { #expect(main.invariantViolations(full: true) == []) }
  }
}

/// What was done to the records, as far as saves went through.
private struct Ledger: Sendable {
  var raises = 0
  var inserted = 0
  /// The deleted employees, with the raises that went with them; where two contexts have deleted the same
  /// one, the larger number counts.
  var deleted: [ManagedObjectID: Int] = [:]
  var conflicts = 0

  /// Raises that went with deleted employees.
  var lost: Int { deleted.values.reduce(0, +) }

  mutating func add(_ other: Ledger) {
    raises += other.raises
    inserted += other.inserted
    deleted.merge(other.deleted, uniquingKeysWith: max)
    conflicts += other.conflicts
  }
}

/// A context of its own, in which objects are inserted, raised and deleted.
private struct Worker {
  private let context: ManagedObjectContext
  private let seed: UInt64

  init(_ number: Int, on coordinator: PersistentStoreCoordinator) throws {
    context = ManagedObjectContext(concurrencyType: .privateQueue)
    context.name = "worker \(number)"
    context.undoManager = nil
    try context.setPersistentStoreCoordinator(coordinator)
    seed = UInt64(number)
  }

  func work(until end: ContinuousClock.Instant) async throws -> Ledger {
    var ledger = Ledger()
    var dice = SplitMix64(seed: seed)
    var steps = 0
    // Where there is much else to do, the time may be over before anything was done.
    while ContinuousClock.now < end || steps < 60 {
      steps += 1
      let step = Int.random(in: 0..<10, using: &dice)
      let number = Int.random(in: 0..<1_000, using: &dice)
      ledger.add(
        try await context.perform { [context] in try Worker.step(step, number, in: context) })
    }
    return ledger
  }

  /// One step and its save; a conflict takes the step back.
  private static func step(
    _ step: Int, _ number: Int, in context: ManagedObjectContext
  ) throws -> Ledger {
    var done = Ledger()
    let staff = step < 3 ? [] : try context.fetchIDs(FetchRequest(entityName: "Employee"))
    if staff.isEmpty || step < 3 && number < 500 {
      for _ in 0..<3 {
        let object = context.insertNewObject(forEntityName: "Employee")
        object.setValue("Employee \(number)", forKey: "name")
      }
      done.inserted = 3
    } else if step == 9 {
      let object = try? context.existingObject(with: staff[number % staff.count])
      guard let object else { return Ledger() }
      done.deleted[object.objectID] = Int(object.value(forKey: "salary") as? Double ?? 0)
      context.delete(object)
    } else {
      for offset in 0..<2 {
        let id = staff[(number + offset) % staff.count]
        guard let object = try? context.existingObject(with: id) else { continue }
        let salary = object.value(forKey: "salary") as? Double ?? 0
        object.setValue(salary + 1, forKey: "salary")
        done.raises += 1
        if staff.count == 1 { break }
      }
    }
    do {
      try context.save()
      return done
    } catch {
      guard error.code == .merge else { throw error }
      context.reset()
      var refused = Ledger()
      refused.conflicts = 1
      return refused
    }
  }
}
