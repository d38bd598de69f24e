// What fires a fault and what does not, on every store.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct FaultAccessTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Semantics 34, 35: which object it is can be asked for free, and a collection asks no more than that.
  @Test(arguments: StoreKind.allCases)
  func `asking a fault which object it is fires nothing`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let (manager, report) = try office.pair()
    office.context.reset()
    let ada = office.context.object(with: report)
    let grace = office.context.object(with: manager)
    #expect(ada.managedObjectContext === office.context)
    #expect(ada.entity.name == "Employee")
    #expect(ada.objectID == report)
    #expect(!ada.isInserted && !ada.isUpdated && !ada.isDeleted && !ada.hasChanges)
    #expect(ada.faultingState == 0)
    #expect(ada != grace)
    #expect(type(of: ada) == ManagedObject.self)
    let set: Set<ManagedObject> = [ada, grace, ada]
    let ranks: [ManagedObject: Int] = [grace: 1, ada: 2]
    #expect(set.count == 2 && ranks[ada] == 2 && [grace, ada].firstIndex(of: ada) == 1)
    #expect(ada.isFault && grace.isFault)
    #expect(office.context.statistics.faultsFired == 0)

    #expect(set.map { $0.value(forKey: "name") as? String }.count == 2)
    #expect(office.context.statistics.faultsFired == 2)
  }

  /// Semantics 33, 42, 227: one access brings every attribute, and to-one destinations as faults.
  @Test(arguments: StoreKind.allCases)
  func `a fault fires as a whole`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let (manager, report) = try office.pair()
    office.context.reset()
    let ada = office.context.object(with: report)
    let before = office.coordinator.statistics.roundTrips
    #expect(ada.value(forKey: "salary") == nil)
    #expect(office.coordinator.statistics.roundTrips == before + 1)
    #expect(ada.value(forKey: "name") as? String == "Ada")
    let boss = ada.value(forKey: "manager") as? ManagedObject
    #expect(boss?.objectID == manager)
    #expect(boss?.isFault == true)
    #expect(ada.objectIDs(forRelationshipNamed: "manager") == [manager])
    #expect(office.coordinator.statistics.roundTrips == before + 1)
    #expect(office.context.statistics.faultsFired == 1)
  }

  /// Semantics 41, 43: the members come with one request, as faults, until the owner is a fault again.
  @Test(arguments: StoreKind.allCases)
  func `a to-many relationship fires with one request`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let grace = office.hire("Grace")
    for name in ["Ada", "Edith", "Joan"] { office.hire(name, manager: grace) }
    try office.context.save()
    office.context.refreshAllObjects()
    #expect(grace.value(forKey: "name") as? String == "Grace")
    let before = office.coordinator.statistics.roundTrips
    let reports = grace.mutableSetValue(forKey: "reports")
    #expect(reports.count == 3)
    #expect(office.coordinator.statistics.roundTrips == before + 1)
    #expect(reports.map(\.isFault) == [true, true, true])
    #expect(reports.count == 3 && !reports.contains(grace))
    #expect(office.coordinator.statistics.roundTrips == before + 1)
    #expect(office.context.statistics.relationshipFaultsFired == 1)
    office.context.refresh(grace, mergeChanges: false)
    #expect(grace.mutableSetValue(forKey: "reports").count == 3)
    #expect(office.context.statistics.relationshipFaultsFired == 2)
  }

  /// Semantics 53: one should not, and it breaks nothing.
  @Test(arguments: StoreKind.allCases)
  func `fetching on the way to a fault breaks nothing`(kind: StoreKind) throws {
    let model = try companyModel()
    model.register(Meddler.self, forEntityNamed: "Employee")
    let office = try Office(on: kind.coordinator(model, in: folder))
    let grace = office.hire("Grace")
    let ada = office.hire("Ada", manager: grace)
    try office.context.save()
    ada.setValue("Lovelace", forKey: "name")
    office.context.refresh(ada, mergeChanges: false)
    #expect(office.context.invariantViolations(full: true) == [])
    #expect((ada as? Meddler)?.found == [2, 2])
    #expect(ada.value(forKey: "name") as? String == "Lovelace")
    #expect(ada.value(forKey: "manager") as? ManagedObject === grace)
    #expect(!office.context.hasChanges)
  }

  /// Semantics 54: there is nothing to go back to.
  @Test(arguments: StoreKind.allCases)
  func `an object that was never saved is not refreshed`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let ada = office.hire("Ada")
    for merges in [false, true] {
      office.context.refresh(ada, mergeChanges: merges)
      #expect(drawing(of: office.context) == "Employee Ada · inserted")
    }
    try office.context.save()
    office.context.refresh(ada, mergeChanges: false)
    #expect(drawing(of: office.context) == "Employee (fault)")
  }
}

/// An employee who saves and fetches while it turns into a fault.
private final class Meddler: ManagedObject {
  var found: [Int] = []

  private func meddle() {
    guard let context = managedObjectContext else { return }
    try? context.save()
    found.append((try? context.fetch(FetchRequest(entityName: "Employee")))?.count ?? -1)
  }

  override func willTurnIntoFault() { meddle() }

  override func didTurnIntoFault() { meddle() }
}
