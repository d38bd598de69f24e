// Results that look along paths, between another context's save and its merge: stores and objects disagree then.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct ResultsAlongPathsTests {
  private let mine: Office
  private let other: Office
  private let saves: Saves
  private let departments: [ManagedObject]
  private let staff: [ManagedObject]
  private let table = Table()

  init() throws {
    let mine = try Office()
    self.mine = mine
    other = try Office(on: mine.coordinator)
    saves = Saves(of: other.context)
    let staff = (0..<6).map { mine.employ("k\($0)", Double($0)) }
    departments = ["p", "q", "r"].enumerated().map { place, name in
      mine.found(name, [staff[2 * place], staff[2 * place + 1]])
    }
    self.staff = staff
    try mine.context.save()
  }

  /// Somebody else transfers an employee and saves.
  private func transferElsewhere(_ employee: ManagedObject, to department: ManagedObject) throws {
    other.context.object(with: employee.objectID)
      .setValue(other.context.object(with: department.objectID), forKey: "department")
    try other.context.save()
  }

  private func controller(_ predicate: String? = nil) throws -> FetchedResultsController {
    try mine.controller(
      predicate, by: [SortKey("department.name"), SortKey("name")], sections: "department.name",
      table: table)
  }

  private func merge() { for save in saves.take() { mine.context.mergeChanges(save) } }

  /// N3, semantics 186, 222: with changes of one's own that are pending when the merge comes.
  @Test func `results outlive what is processed between a save and its merge`() throws {
    let results = try controller("department != nil")
    try transferElsewhere(staff[0], to: departments[2])
    staff[3].setValue("K3", forKey: "name")
    staff[3].setValue(departments[1], forKey: "department")
    mine.context.processPendingChanges()
    expectText(results.text, is: "[p] k0 k1\n[q] K3 k2\n[r] k4 k5")
    #expect(results.failure == nil)
    staff[2].setValue(departments[0], forKey: "department")
    merge()
    expectText(results.text, is: "[p] k1 k2\n[q] K3\n[r] k0 k4 k5")
    #expect(table.complaints == [])
    #expect(table.objects == results.fetchedObjects.map(Array.init))
  }

  @Test func `a fetch between a save and its merge finds its sections`() throws {
    _ = staff.map { $0.value(forKey: "department") }
    try transferElsewhere(staff[0], to: departments[2])
    let results = try controller()
    expectText(results.text, is: "[p] k0 k1\n[q] k2 k3\n[r] k4 k5")
    merge()
    expectText(results.text, is: "[p] k1\n[q] k2 k3\n[r] k0 k4 k5")
    #expect(table.complaints == [] && results.failure == nil)
  }

  /// Sections that the first sort key does not put in order can be right by chance, until something changes.
  @Test func `sections that fall apart are gathered and the reason is kept`() throws {
    let results = try mine.controller(
      by: [SortKey("salary")], sections: "department.name", table: table)
    expectText(results.text, is: "[p] k0 k1\n[q] k2 k3\n[r] k4 k5")
    staff[0].setValue(departments[2], forKey: "department")
    mine.context.processPendingChanges()
    expectText(results.text, is: "[r] k0 k4 k5\n[p] k1\n[q] k2 k3")
    #expect(table.objects == results.fetchedObjects.map(Array.init))
    #expect(
      results.failure?.message.hasPrefix(
        "The 'Employee' objects of section 'r' do not stand together: the first sort key is salary")
        == true)
    staff[0].setValue(departments[0], forKey: "department")
    mine.context.processPendingChanges()
    expectText(results.text, is: "[p] k0 k1\n[q] k2 k3\n[r] k4 k5")
    #expect(results.failure == nil && table.complaints == [])
  }

  @Test func `results stay while their store cannot be asked`() throws {
    let store = mine.coordinator.persistentStores[0]
    let results = try controller()
    try mine.coordinator.remove(store)
    staff[1].setValue(departments[2], forKey: "department")
    mine.context.processPendingChanges()
    #expect(results.failure != nil)
    #expect(results.fetchedObjects?.count == 6 && table.objects.count == 6)
  }
}
