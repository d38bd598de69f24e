// What one look at everybody counts, beside what asking one object after the other finds.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Synchronization
import Testing

@testable import FaultlineProfiler

@Suite struct CensusCountsTests {
  /// R3, R5, C1, C3: the census visits each object once; `holders(of:)` looks through the context for each.
  @Test(arguments: 0..<40) func `are those of asking each object`(seed: Int) throws {
    // A census of everybody would hold the objects of tests that run beside this one, and count them.
    let moment = Population.now.onThisThread
    let staff = try Staff(seed: UInt64(seed))
    for _ in 0..<120 { try staff.step() }
    // An object of a context that nobody names is searched for retain cycles, and is nobody's registered object.
    let stranger = try Staff(seed: 0)
    try stranger.step()
    let expected = staff.counted
    let found = Counts(Census(of: [staff.context], since: moment, in: nil))
    expectText(found.drawing, is: expected.drawing)
    #expect(expected.registered > 0)
    withExtendedLifetime(stranger) {}
  }

  /// C1: a retain cycle outlives its context, and the model that the context alone has kept.
  @Test func `go on when the model is gone`() throws {
    let moment = Population.now.onThisThread
    func leak() throws -> ManagedObject {
      let context = try makeContext(try companyModel())
      let report = context.insertNewObject(forEntityName: "Employee")
      report.setValue("Ada", forKey: "name")
      report.setValue(report, forKey: "manager")
      try context.save()
      return report
    }
    let report = try leak()
    let census = Census(of: [], since: moment, in: nil)
    #expect(census.cycles.kinds.map(\.text) == ["Employee.manager → Employee"])
    #expect(report.managedObjectContext == nil)
  }

  /// A census holds what it counts, and visits it: it must keep away from what another thread works on.
  @Test func `leave out what another thread has made, where it is not meant`() throws {
    let moment = Population.now
    let mine = moment.onThisThread
    let counts = Mutex<[Int]>([])
    onThread {
      guard let context = try? makeContext(try companyModel()) else { return }
      let employee = context.insertNewObject(forEntityName: "Employee")
      for moment in [mine, moment.onThisThread] {
        counts.withLock { $0.append(Population.objects(since: moment).count) }
      }
      withExtendedLifetime(employee) {}
    }.wait()
    #expect(counts.withLock(\.self) == [0, 1])
    let context = try makeContext(try companyModel())
    let employee = context.insertNewObject(forEntityName: "Employee")
    #expect(Population.objects(since: mine) == [employee])
  }

  @Test func `are nothing where nobody is`() {
    let moment = Population.now.onThisThread
    expectText(Counts(Census(of: [], since: moment, in: nil)).drawing, is: Counts().drawing)
  }
}

/// What is compared, as text.
private struct Counts {
  var registered = 0
  var realized = 0
  var related = 0
  var contained = 0
  var outside = 0

  init() {}

  init(_ census: Census) {
    registered = census.registered
    realized = census.realized
    related = census.related
    contained = census.contained
    outside = census.outside
  }

  var drawing: String {
    """
    registered \(registered) · realized \(realized)
    related \(related) · contained \(contained) · outside \(outside)
    """
  }
}

/// A context in which anything happens, by a seed, and the objects that somebody holds from outside.
private final class Staff {
  let context: ManagedObjectContext
  private var held: [ManagedObject] = []
  private var lists: [ObjectArray] = []
  private var dice: SeededRandom

  init(seed: UInt64) throws {
    context = try makeContext(try companyModel(), pool: seed % 2 == 1, undo: seed % 3 == 1)
    context.retainsRegisteredObjects = seed % 5 == 4
    dice = SeededRandom(seed: seed)
  }

  func step() throws {
    try context.turn {
      switch dice.next(below: 9) {
      case 0...2:
        let person = context.insertNewObject(forEntityName: "Employee")
        person.setValue("Somebody", forKey: "name")
        if dice.next(below: 2) == 0 { held.append(person) }
      case 3, 4:
        guard let one = anybody, let other = anybody else { return }
        one.setValue(other, forKey: "manager")
      case 5:
        if let object = anybody { lists.append(ObjectArray("list", [object], in: context)) }
      case 6:
        if let object = anybody { context.refresh(object, mergeChanges: dice.next(below: 2) == 0) }
      case 7: try context.save()
      default:
        if !held.isEmpty { held.remove(at: dice.next(below: held.count)) }
        if !lists.isEmpty, dice.next(below: 2) == 0 {
          lists.remove(at: dice.next(below: lists.count))
        }
      }
    }
  }

  private var anybody: ManagedObject? {
    let objects = context.registeredObjects
    return objects.isEmpty ? nil : objects[dice.next(below: objects.count)]
  }

  /// What asking each object finds.
  var counted: Counts {
    var counts = Counts()
    for object in context.registeredObjects {
      let holders = context.holders(of: object)
      counts.registered += 1
      if !object.isFault { counts.realized += 1 }
      if holders.contains(where: \.isRelationship) { counts.related += 1 }
      if holders.contains(where: \.isContainer) { counts.contained += 1 }
      if held.contains(object) { counts.outside += 1 }
    }
    return counts
  }
}

extension Holder {
  fileprivate var isRelationship: Bool {
    if case .relationship = self { true } else { false }
  }

  fileprivate var isContainer: Bool {
    if case .container = self { true } else { false }
  }
}
