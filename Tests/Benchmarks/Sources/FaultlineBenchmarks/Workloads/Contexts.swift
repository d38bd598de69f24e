// What several contexts cost: saves through a child, merges, and the way into a queue and back.

import Faultline

/// Times of several contexts, beside the same work on one, round by round.
struct Contexts {
  /// Work on several contexts beside the same on one.
  struct Side {
    let several: Spread
    let one: Spread
    let ratios: Spread

    init(_ several: [Double], _ one: [Double]) {
      self.several = Spread(several)
      self.one = Spread(one)
      ratios = Spread(several.indices.map { several[$0] / one[$0] })
    }
  }

  /// Ten thousand objects that are inserted in a child and saved on both levels; and in one context.
  let childSave: Side
  /// A save of ten thousand changes that is merged; and a refresh of as many objects, one by one.
  let merge: Side
  /// Nanoseconds of the way into a free queue and back.
  let roundTrip: Double
  /// The same for whoever is in already.
  let reentry: Double
  /// Nanoseconds that a read by name takes longer while queues are checked.
  let check: Double

  private static let count = 10_000

  init(rounds: Int) throws {
    var (child, flat): ([Double], [Double]) = ([], [])
    var (merges, refreshes): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      child.append(try Self.insert(nested: true))
      flat.append(try Self.insert(nested: false))
      merges.append(try Self.update(merging: true))
      refreshes.append(try Self.update(merging: false))
    }
    childSave = Side(child, flat)
    merge = Side(merges, refreshes)
    let context = try Self.context(on: try Self.coordinator())
    let repeats = 100_000
    roundTrip =
      Clock.time { for _ in 0..<repeats { context.performAndWait {} } } / Double(repeats)
    reentry = context.performAndWait {
      Clock.time { for _ in 0..<repeats { context.performAndWait {} } } / Double(repeats)
    }
    check = context.performAndWait {
      let object = context.insertNewObject(forEntityName: "Employee")
      func read(_ checks: Bool) -> Double {
        context.checksQueue = checks
        return Clock.time {
          for _ in 0..<repeats { _ = object.value(forKey: "salary") }
        } / Double(repeats)
      }
      let differences = (0..<9).map { _ in -read(false) + read(true) }
      return Spread(differences).median
    }
  }

  private static func coordinator() throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try EngineSide.model())
    try coordinator.addPersistentStore(type: .inMemory)
    return coordinator
  }

  private static func context(
    on coordinator: PersistentStoreCoordinator, parent: ManagedObjectContext? = nil
  ) throws -> ManagedObjectContext {
    let context = ManagedObjectContext(concurrencyType: .privateQueue)
    if let parent {
      try context.setParent(parent)
    } else {
      try context.setPersistentStoreCoordinator(coordinator)
    }
    context.undoManager = nil
    return context
  }

  /// Nanoseconds of inserting and saving down to the store.
  private static func insert(nested: Bool) throws -> Double {
    let coordinator = try coordinator()
    let root = try context(on: coordinator)
    let work = nested ? try context(on: coordinator, parent: root) : root
    return try Clock.time {
      try work.performAndWait {
        for number in 0..<count {
          let employee = work.insertNewObject(forEntityName: "Employee")
          employee[Key.name] = "Employee \(number)"
          employee[Key.salary] = Double(number)
        }
        try work.save()
      }
      if nested { try root.performAndWait { try root.save() } }
    }
  }

  /// Nanoseconds of learning what another context has saved.
  private static func update(merging: Bool) throws -> Double {
    let coordinator = try coordinator()
    let (author, reader) = (try context(on: coordinator), try context(on: coordinator))
    let ids = try author.performAndWait {
      for number in 0..<count {
        author.insertNewObject(forEntityName: "Employee")[Key.salary] = Double(number)
      }
      try author.save()
      return try author.fetchIDs(FetchRequest(entityName: "Employee"))
    }
    reader.retainsRegisteredObjects = true
    try reader.performAndWait {
      for id in ids { _ = try reader.existingObject(with: id)[Key.salary] }
    }
    author.retainsRegisteredObjects = true
    try author.performAndWait {
      for id in ids { try author.existingObject(with: id)[Key.salary] += 1 }
      try author.save()
    }
    var changes = SavedChanges()
    changes.updated = ids
    return reader.performAndWait {
      Clock.time {
        if merging {
          reader.mergeChanges(changes)
        } else {
          for id in ids { reader.refresh(reader.object(with: id), mergeChanges: true) }
        }
      }
    }
  }
}
