// What holds what in a context of the engine, drawn; and which retain cycles a piece of work broke.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineProfiler

@Suite struct CensusTests {
  private let context: ManagedObjectContext
  /// Named objects in the order of their making; they stay where they are, whatever is refreshed.
  private let people: ContiguousArray<ManagedObject>

  init() throws {
    context = try makeContext(try companyModel())
    var people: ContiguousArray<ManagedObject> = []
    for name in ["Ada", "Bob", "Cyd", "Dan"] {
      let person = context.insertNewObject(forEntityName: "Employee")
      person.setValue(name, forKey: "name")
      people.append(person)
    }
    let office = context.insertNewObject(forEntityName: "Department")
    office.setValue("Office", forKey: "name")
    self.people = people + [office]
  }

  /// Lets the second report to the first, and so on.
  private func report(_ pairs: (Int, to: Int)...) {
    for (report, manager) in pairs { people[report].setValue(people[manager], forKey: "manager") }
  }

  private var objects: ObjectGraph { ObjectGraph(of: people) }

  /// The retain cycles in words: how many of what kind, and how many pairs.
  private var cycles: String {
    let cycles = objects.cycles
    let kinds = cycles.kinds.map { "\($0.count) × \($0.text) (\($0.objects) objects)" }
    return (["\(cycles.count) retain cycles, \(cycles.pairs) pairs"] + kinds).joined(
      separator: "\n")
  }

  private func refresh(_ places: Int...) {
    for place in places { context.refresh(people[place], mergeChanges: false) }
  }

  /// How many retain cycles some work breaks.
  private func broken(by work: () -> Void) -> Int {
    let watch = CycleWatch()
    context.referenceWatcher = watch.watcher
    watch.begin("refresh", in: [context])
    work()
    watch.end(in: [context])
    context.referenceWatcher = nil
    return watch.broken
  }

  /// C1: a relationship that is realized from both ends is a retain cycle.
  @Test func `a pair is a retain cycle, and one end alone is none`() throws {
    report((1, to: 0), (3, to: 2))
    try context.save()
    expectText(
      cycles,
      is: """
        2 retain cycles, 2 pairs
        2 × Employee.manager → Employee.reports → Employee (4 objects)
        """)
    refresh(0)
    _ = people[0].value(forKey: "name")
    expectText(
      drawing(of: context),
      is: """
        Employee Ada
        Employee Bob · manager → Ada
        Employee Cyd · reports ⇒ Dan
        Employee Dan · manager → Cyd
        Department Office
        """)
    expectText(
      cycles,
      is: """
        1 retain cycles, 1 pairs
        1 × Employee.manager → Employee.reports → Employee (2 objects)
        """)
  }

  @Test func `objects that hang together in retain cycles are one retain cycle of many pairs`()
    throws
  {
    report((1, to: 0), (2, to: 0), (3, to: 2))
    people[0].setValue(people[4], forKey: "department")
    expectText(
      cycles,
      is: """
        1 retain cycles, 4 pairs
        1 × Department.employees → Employee.department → Department (5 objects)
        """)
  }

  @Test func `an object from outside is nobody's neighbour`() {
    report((1, to: 0))
    #expect(ObjectGraph(of: [people[0]]).cycles.count == 0)
    #expect(ObjectGraph(of: []).snapshot.entries.isEmpty)
  }

  @Test func `a census fires nothing`() throws {
    report((1, to: 0))
    try context.save()
    refresh(0, 1, 2, 3, 4)
    let fired = context.statistics
    #expect(cycles == "0 retain cycles, 0 pairs")
    #expect(context.statistics == fired)
    #expect(people.allSatisfy { $0.isFault })
  }

  /// C2: a refresh without merging unties.
  @Test func `a refresh breaks the retain cycles of what it refreshes`() throws {
    report((1, to: 0), (3, to: 2))
    try context.save()
    #expect(broken { refresh(1) } == 1)
    #expect(broken { refresh(0, 1) } == 0)
    #expect(broken { refresh(2, 3) } == 1)
  }

  @Test func `a retain cycle that only shrinks is not broken`() throws {
    report((1, to: 0), (2, to: 0), (3, to: 0))
    try context.save()
    #expect(cycles.hasPrefix("1 retain cycles, 3 pairs"))
    #expect(broken { refresh(3) } == 0)
    #expect(cycles.hasPrefix("1 retain cycles, 2 pairs"))
    #expect(broken { refresh(0) } == 1)
  }

  @Test func `a retain cycle that falls into two is not broken before both are`() throws {
    report((1, to: 0), (2, to: 1), (3, to: 2))
    try context.save()
    #expect(
      broken {
        // The middle link: 1 is a fault now, and 2 holds it from one side only.
        people[2].setValue(nil, forKey: "manager")
      } == 0)
    #expect(cycles.hasPrefix("2 retain cycles, 2 pairs"))
    #expect(broken { refresh(0, 1) } == 1)
    #expect(broken { refresh(2, 3) } == 1)
  }

  @Test func `a retain cycle that is made meanwhile makes up for none that is broken`() throws {
    report((1, to: 0))
    try context.save()
    #expect(
      broken {
        report((3, to: 2))
        refresh(0, 1)
      } == 1)
    #expect(cycles.hasPrefix("1 retain cycles, 1 pairs"))
  }

  @Test func `a reset breaks every retain cycle`() throws {
    report((1, to: 0), (3, to: 2))
    try context.save()
    #expect(broken { context.reset() } == 2)
  }
}
