// C1 switched off: unreachable retain cycles go by themselves when a turn ends.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct CollectedTests {
  /// C1: the retain cycle that stays under reference counting goes when memory is collected.
  @Test func `an unreachable retain cycle goes when the turn ends`() throws {
    let office = try Office()
    _ = try office.pair()
    office.context.turn {}
    let tied = """
      Employee Grace · reports ⇒ Ada
      Employee Ada · manager → Grace
      """
    #expect(drawing(of: office.context) == tied)
    office.context.collectsCycles = true
    #expect(drawing(of: office.context) == tied)
    office.context.turn {}
    #expect(drawing(of: office.context) == "")
    #expect(office.context.statistics.objectsCollected == 2)
    #expect(office.context.statistics.objectsTurnedIntoFaults == 0)
    #expect(try office.staff().map { $0.value(forKey: "name") as? String } == ["Grace", "Ada"])
  }

  /// C3: a name outside of the graph reaches the retain cycle, and whatever hangs on it.
  @Test func `an object that is reached from outside stays, with all that hangs on it`() throws {
    let office = try Office()
    office.context.collectsCycles = true
    let ids = try office.pair()
    var grace: ManagedObject? = office.context.object(with: ids.manager)
    let lin = office.hire("Lin", manager: grace)
    try office.context.save()
    #expect(lin.managedObjectContext != nil)
    office.context.turn {}
    #expect(
      drawing(of: office.context) == """
        Employee Grace · reports ⇒ Ada, Lin
        Employee Ada · manager → Grace
        Employee Lin · manager → Grace
        """)
    #expect(grace?.isFault == false)
    grace = nil
    office.context.turn {}
    // Lin is still named here, and leads to the others.
    #expect(office.context.registeredObjectCount == 3)
    #expect(lin.value(forKey: "manager") as? ManagedObject != nil)
  }

  /// R3: the context holds what has unsaved changes, and by it whatever that leads to.
  @Test func `unsaved changes keep a retain cycle`() throws {
    let office = try Office()
    office.context.collectsCycles = true
    let ids = try office.pair()
    office.context.object(with: ids.report).setValue(1.0, forKey: "salary")
    office.context.turn {}
    #expect(
      drawing(of: office.context) == """
        Employee Grace · reports ⇒ Ada
        Employee Ada · changed · manager → Grace
        """)
    try office.context.save()
    office.context.turn {}
    #expect(drawing(of: office.context) == "")
  }

  /// U1, R5: the undo manager and containers hold their objects as ever.
  @Test func `the undo manager and a container keep a retain cycle`() throws {
    let office = try Office(undo: true)
    office.context.collectsCycles = true
    var ids = try office.context.turn { try office.pair() }
    #expect(office.context.registeredObjectCount == 2)
    office.context.undoManager?.removeAllActions()
    office.context.turn {}
    #expect(office.context.registeredObjectCount == 0)
    office.context.undoManager = nil
    ids = try office.pair()
    let list = ObjectArray(
      "list", [office.context.object(with: ids.manager)], in: office.context)
    office.context.turn {}
    #expect(office.context.registeredObjectCount == 2)
    list.objects = []
    office.context.turn {}
    #expect(office.context.registeredObjectCount == 0)
  }

  /// An inner turn is none of the run loop's: what the outer one works with stays.
  @Test func `an inner turn collects nothing`() throws {
    let office = try Office()
    office.context.collectsCycles = true
    try office.context.turn {
      try office.context.turn { _ = try office.pair() }
      #expect(office.context.registeredObjectCount == 2)
    }
    #expect(office.context.registeredObjectCount == 0)
  }

  /// R2: the last collection is the context's end, which releases what it held for its own reasons.
  @Test(arguments: [false, true])
  func `a retain cycle goes with its context`(hasUndo: Bool) throws {
    weak var grace: ManagedObject?
    do {
      let office = try Office(undo: hasUndo)
      office.context.collectsCycles = true
      let ids = try office.pair()
      office.context.object(with: ids.report).setValue(1.0, forKey: "salary")
      grace = office.context.registeredObject(for: ids.manager)
      #expect(grace != nil)
    }
    #expect(grace == nil)
  }

  /// DESIGN 3.1: marked and swept without recursion, however long the way round is.
  @Test func `a ring of thousands goes at once`() throws {
    let office = try Office()
    office.context.collectsCycles = true
    let count = Effort.choose(quick: 20_000, ci: 100_000, full: 1_000_000)
    func hireRing() throws {
      let first = office.hire("First")
      var last = first
      for _ in 1..<count { last = office.hire("Next", manager: last) }
      first.setValue(last, forKey: "manager")
      try office.context.save()
    }
    try hireRing()
    #expect(office.context.registeredObjectCount == count)
    office.context.turn {}
    #expect(office.context.registeredObjectCount == 0)
    #expect(office.context.statistics.objectsCollected == count)
  }

  static let seeds = Effort.choose(quick: 20, ci: 50, full: 200)
  static let steps = Effort.choose(quick: 400, ci: 2_000, full: 20_000)

  /// C1, C3, R3: nothing that is reached ever goes, and every unreachable retain cycle goes.
  @Test(arguments: 1...seeds)
  func `a random walk keeps what is reached and nothing else`(seed: Int) throws {
    let walk = try CollectedWalk(seed: UInt64(seed))
    let complaint = try walk.run(steps: Self.steps)
    #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
    #expect(walk.collected > 0)
  }
}
