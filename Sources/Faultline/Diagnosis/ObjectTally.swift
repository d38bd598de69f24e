// The objects of one piece of work: those of the contexts that it makes, and of those that others make on its coordinators.

import Synchronization

/// Counts the objects of the contexts and coordinators that are made while a task counts.
///
/// It follows the task and not the thread: it is exact in asynchronous work, and whatever other tasks do meanwhile is
/// not counted. A context that is made elsewhere, as on a queue, belongs to it by its coordinator or its parent.
package final class ObjectTally: Sendable {
  @TaskLocal private static var bound: ObjectTally?
  /// How many pieces of work are being counted; while there is none, a new context asks no further.
  private static let open = Atomic<Int>(0)

  /// The tally of the task that runs now.
  package static var current: ObjectTally? {
    open.load(ordering: .relaxed) == 0 ? nil : bound
  }

  private let alive = Atomic<Int>(0)
  private let most = Atomic<Int>(0)
  /// Taken by a context that goes, and by what looks for it.
  private let contextLock = Mutex(())

  /// Begins with no objects.
  package init() {}

  /// The objects that are alive.
  package var liveCount: Int { alive.load(ordering: .acquiring) }

  /// The most objects that were alive at the same time.
  package var mostCount: Int { most.load(ordering: .acquiring) }

  /// Counts what the work makes, with all tasks that it begins and that inherit from it.
  package func counting<Value>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
  ) async rethrows -> Value {
    Self.open.add(1, ordering: .relaxed)
    defer { Self.open.subtract(1, ordering: .relaxed) }
    return try await Self.$bound.withValue(self, operation: work)
  }

  /// Counts what the work makes.
  package func counting<Value>(_ work: () throws -> Value) rethrows -> Value {
    Self.open.add(1, ordering: .relaxed)
    defer { Self.open.subtract(1, ordering: .relaxed) }
    return try Self.$bound.withValue(self, operation: work)
  }

  // MARK: - What is counted

  /// Notes a new object.
  func add() {
    let count = alive.add(1, ordering: .acquiringAndReleasing).newValue
    _ = most.max(count, ordering: .acquiringAndReleasing)
  }

  /// Notes that an object goes.
  func remove() { alive.subtract(1, ordering: .acquiringAndReleasing) }

  // MARK: - Where they are

  /// Its objects, for all that looks at the objects made since a moment.
  package var moment: Population.Moment { .all(of: self) }

  /// The contexts that are still there and that have had objects, held, in the order of their making.
  package var contexts: [ManagedObjectContext] {
    var numbers: Set<UInt32> = []
    return Population.identityTables(since: moment).map(\.link)
      .filter { numbers.insert($0.number).inserted }
      .sorted { $0.number < $1.number }
      .compactMap { held($0) }
  }

  /// A context by its link, unless it is about to go.
  private func held(_ link: ContextLink) -> ManagedObjectContext? {
    contextLock.withLock { _ -> Address? in
      // Only by its address: a reference that is added here and released could be the last, and its end takes the lock.
      guard let context = link.uncountedContext else { return nil }
      let address = Address(of: context)
      return address.retainIfAlive() ? address : nil
    }?.taken(as: ManagedObjectContext.self)
  }

  /// Lets a context go while it is not being looked for.
  func whileNotSought(_ body: () -> Void) { contextLock.withLock { _ in body() } }
}

extension ManagedObjectContext {
  /// Lets this thread look at a context that is confined to another one, which has ended its work with it.
  package func openToAll() {
    if concurrencyType == .confinement, !isOpenHere { link.checksQueue = false }
  }
}
