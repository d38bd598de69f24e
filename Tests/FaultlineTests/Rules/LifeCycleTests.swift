// L1, L2: an instance's life is not its record's, and only the pool holds what was just inserted.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Synchronization
import Testing

@Suite struct LifeCycleTests {
  /// L1: any number of instances may come and go for one record.
  @Test func `instances come and go while their record stays`() throws {
    let office = try Office()
    let id = try office.employed("Ada")
    for _ in 0..<3 {
      #expect(office.context.registeredObject(for: id) == nil)
      let ada = office.context.object(with: id)
      #expect(ada.value(forKey: "name") as? String == "Ada")
      #expect(office.context.registeredObjectCount == 1)
    }
    #expect(office.context.registeredObjectCount == 0)
  }

  /// R1, P6: a queue may end a turn on another thread than the one on which it began.
  @Test func `a turn that ends on another thread ends no other turn`() throws {
    let office = try Office()
    let id = try office.employed("Ada")
    let parent = ManagedObjectContext(concurrencyType: .privateQueue)
    let screen = ManagedObjectContext(concurrencyType: .privateQueue)
    for context in [parent, screen] {
      try context.setPersistentStoreCoordinator(office.coordinator)
      context.performAndWait { context.usesAutoreleasePool = true }
    }
    let child = ManagedObjectContext(concurrencyType: .privateQueue)
    try child.setParent(parent)
    let counts = Mutex<[Int]>([])
    @Sendable func count() {
      let pooled = parent.performAndWait { parent.pooledObjectCount }
      counts.withLock { $0.append(pooled) }
    }
    let mark = screen.performAndWait { screen.beginTurn() }
    onThread {
      child.performAndWait {
        let own = child.beginTurn()
        child.object(with: id).setValue("Grace", forKey: "name")
        try? child.save()
        count()
        screen.performAndWait { try? screen.endTurn(mark) }
        count()
        try? child.endTurn(own)
      }
      count()
    }.wait()
    // The parent has taken the save in the child's turn, and its pool keeps the object until that ends.
    #expect(counts.withLock { $0 } == [1, 1, 0])
  }

  /// L2: only the turn's pool and the pending change hold it.
  @Test func `an inserted object is held by its change and by the turn`() throws {
    let office = try Office(pool: true)
    try office.context.turn {
      office.hire("Ada")
      #expect(office.context.pooledObjectCount == 1)
      try office.context.save()
      #expect(office.context.registeredObjectCount == 1)
    }
    #expect(office.context.pooledObjectCount == 0)
    #expect(office.context.registeredObjectCount == 0)
  }
}
