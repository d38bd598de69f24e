// L1, L2: an instance's life is not its record's, and only the pool holds what was just inserted.

import Faultline
import FaultlineTestGraph
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
